// Writes the pages that are made from code: docs/limits.md and docs/spillway.schema.json.
import { writeFileSync } from 'node:fs';
import { settingsSchema } from '@spillway/core';
import { limitsPage } from './docs/limits-page.mjs';

writeFileSync(new URL('../docs/limits.md', import.meta.url), limitsPage());
writeFileSync(
  new URL('../docs/spillway.schema.json', import.meta.url),
  `${JSON.stringify(settingsSchema(), undefined, 2)}\n`,
);
