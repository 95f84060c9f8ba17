import { readdirSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';

/** A document that can be read by its name. */
export interface Skill {
  readonly name: string;
  /** Its file, below the folder of skills. */
  readonly path: string;
  readonly byteLength: number;
}

const mainFile = 'SKILL.md';
const extension = '.md';

/**
 * Lists the documents of a folder: each folder in it with a `SKILL.md`, and each `.md` file, by name without the ending.
 *
 * Contract: sorted by name; a folder goes before a file of the same name. None where the folder cannot be read.
 */
export function listSkills(folder: string): readonly Skill[] {
  const skills = new Map<string, Skill>();
  for (const entry of readNames(folder)) {
    const main = join(entry, mainFile);
    const inFolder = statFile(join(folder, main));
    if (inFolder !== undefined) skills.set(entry, { name: entry, path: main, byteLength: inFolder.size });
    if (!entry.endsWith(extension) || entry === extension) continue;
    const name = entry.slice(0, -extension.length);
    const file = statFile(join(folder, entry));
    if (file !== undefined && !skills.has(name)) skills.set(name, { name, path: entry, byteLength: file.size });
  }
  return [...skills.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function readNames(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

function statFile(path: string): Stats | undefined {
  try {
    const stats = statSync(path);
    return stats.isFile() ? stats : undefined;
  } catch {
    return undefined;
  }
}
