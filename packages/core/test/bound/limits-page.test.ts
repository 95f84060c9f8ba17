import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { limitsPage } from '../../src/bound/limits-page.ts';
import { settingsSchema } from '../../src/bound/settings.ts';

const page = (name: string): string => readFileSync(new URL(`../../../../docs/${name}`, import.meta.url), 'utf8');

it('docs/limits.md is what the table says (npm run docs)', () => {
  expect(page('limits.md')).toBe(limitsPage());
  expect(limitsPage()).toContain('| `maxResultBytes` | 65,536 | 1,024 to 1,048,576 bytes | `--max-result-bytes` |');
});

it('docs/spillway.schema.json is what the table says (npm run docs)', () => {
  expect(JSON.parse(page('spillway.schema.json'))).toEqual(settingsSchema());
});
