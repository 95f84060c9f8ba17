import { describe, expect, it } from 'vitest';
import { classifyOverflow } from '../../../src/recover/overflow/classify-overflow.ts';
import { genericWordings } from '../../../src/recover/overflow/rules/generic.ts';
import type { Wording } from '../../../src/recover/overflow/rules/wording.ts';
import { plainText } from '../../../src/recover/overflow/text/plain-text.ts';
import { overflowWordings } from '../../../src/recover/overflow/wordings/wordings.ts';

const told = (rows: readonly Wording[]): { name: string; row: Wording }[] =>
  rows.map((row) => ({ name: `${row.by}: ${row.says}`, row }));

describe('every wording', () => {
  it.each(told([...overflowWordings, ...genericWordings]))('$name', ({ row }) => {
    expect(row.pattern.test(plainText(row.says))).toBe(true);
  });

  it.each(told(overflowWordings))('is an overflow under any status: $name', ({ row }) => {
    for (const status of [200, 400, 413, 422, 500, 502, 503])
      expect(classifyOverflow({ status, body: { error: { message: row.says } } }).isOverflow, `${status}`).toBe(true);
  });

  it.each(told(genericWordings))('is an overflow where a request is refused: $name', ({ row }) => {
    expect(classifyOverflow({ status: 400, body: { error: { message: row.says } } }).isOverflow).toBe(true);
    expect(classifyOverflow({ status: 404, body: { error: { message: row.says } } }).isOverflow).toBe(false);
  });
});
