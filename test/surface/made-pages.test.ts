import { settingsSchema } from '@spillway/core';
import { expect, it } from 'vitest';
import { limitsPage } from '../../scripts/docs/limits-page.mjs';
import { readText } from './support/files.ts';

it('docs/limits.md is what the table says (npm run docs)', () => {
  expect(readText('docs/limits.md')).toBe(limitsPage());
  expect(limitsPage()).toContain('| `maxResultBytes` | 65,536 | 1,024 to 1,048,576 bytes | `--max-result-bytes` |');
});

it('docs/spillway.schema.json is what the table says (npm run docs)', () => {
  expect(JSON.parse(readText('docs/spillway.schema.json'))).toEqual(settingsSchema());
});
