import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Makes a folder with the documents that the examples of docs/tools.md are about, and returns its path. */
export function createExampleSkills(): string {
  const folder = mkdtempSync(join(tmpdir(), 'spillway-skills-'));
  mkdirSync(join(folder, 'deploy'));
  writeFileSync(join(folder, 'deploy/SKILL.md'), '# Deploy\n\nAsk before you deploy on a Friday.\n');
  writeFileSync(join(folder, 'review.md'), '# Review\n\nRead the tests first.\n');
  return folder;
}
