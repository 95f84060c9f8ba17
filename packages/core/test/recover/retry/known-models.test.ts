import { expect, it } from 'vitest';
import { createKnownModels } from '../../../src/recover/retry/known-models.ts';

it('64 models are known, the ones that were asked for last', () => {
  const models = createKnownModels();
  const name = (number: number): string => `endpoint-${number}`;
  for (let number = 0; number < 64; number += 1) models.find(name(number)).acceptedTokens = number + 1;
  expect(models.find(name(0)).acceptedTokens).toBe(1);
  models.find('one more');
  expect(models.find(name(0)).acceptedTokens).toBe(1);
  expect(models.find(name(1)).acceptedTokens).toBeUndefined();
});
