// Writes the pages that are made from code: docs/limits.md and docs/spillway.schema.json.
import { writeFileSync } from 'node:fs';
import { limitsPage } from '../packages/core/dist/bound/limits-page.js';
import { settingsSchema } from '../packages/core/dist/bound/settings.js';

writeFileSync(new URL('../docs/limits.md', import.meta.url), limitsPage());
writeFileSync(
  new URL('../docs/spillway.schema.json', import.meta.url),
  `${JSON.stringify(settingsSchema(), undefined, 2)}\n`,
);
