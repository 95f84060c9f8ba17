import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createMemoryStore, createSpillway, type Pattern } from '@spillway/core';
import { createCoreEngine } from '../../../src/grep-files/engine/create-core-engine.ts';
import type { SearchEngine } from '../../../src/grep-files/engine/engine.ts';
import { createRipgrepEngine } from '../../../src/grep-files/engine/ripgrep/create-ripgrep-engine.ts';
import { findRipgrep } from '../../../src/grep-files/engine/ripgrep/find-ripgrep.ts';
import { type FilesContext, openSearchFile } from '../../../src/grep-files/open-search-file.ts';
import type { SearchFile } from '../../../src/grep-files/search-file.ts';
import { toBytePath } from '../../../src/grep-files/walk/byte-path.ts';
import { lookAtFile } from '../../../src/grep-files/walk/look-at-file.ts';
import { createRoots } from '../../../src/roots/create-roots.ts';

/** A new folder with files in it, as the root `logs`. */
export interface SearchFolder {
  readonly path: string;
  readonly context: FilesContext;
  write(name: string, content: string | Uint8Array): void;
  look(name: string): SearchFile;
  remove(): void;
}

/** Makes a folder. Contract: `remove` takes everything away again. */
export function createSearchFolder(files: Readonly<Record<string, string | Uint8Array>> = {}): SearchFolder {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'spillway-grep-')));
  const folder: SearchFolder = {
    path,
    context: {
      roots: createRoots([{ name: 'logs', path }]),
      spillway: createSpillway({ store: createMemoryStore(), scope: 'grep-files-test' }),
    },
    write(name, content) {
      mkdirSync(dirname(join(path, name)), { recursive: true });
      writeFileSync(join(path, name), content);
    },
    look(name) {
      const look = lookAtFile(toBytePath(path), toBytePath(name), { takesBinary: false, takesCompressed: false });
      if (look.kind !== 'file') throw new Error(`${name}: ${JSON.stringify(look)}`);
      return look.file;
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
  for (const [name, content] of Object.entries(files)) folder.write(name, content);
  return folder;
}

/** The engines, each as it is made for a pattern. */
export const engines: Readonly<
  Record<'ripgrep' | 'core', (pattern: Pattern, context: FilesContext) => Promise<SearchEngine | undefined>>
> = {
  ripgrep: async (pattern) => createRipgrepEngine((await findRipgrep()) ?? 'none', pattern),
  core: async (pattern, context) => createCoreEngine(pattern, (file) => openSearchFile(context, file)),
};
