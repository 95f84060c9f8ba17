import { basename, isAbsolute, join, resolve } from 'node:path';
import type { RootSpec } from '@spillway/tools';

/** Where paths that are not absolute start. */
export interface RootBase {
  readonly cwd: string;
  /** What `~/` means; undefined where it means nothing. */
  readonly home: string | undefined;
}

const namedForm = /^([A-Za-z0-9._-]{1,64})=(.+)$/s;

/**
 * Reads the roots of a command line: `name=path`, or a path alone, whose name is that of its folder.
 *
 * Contract: paths become absolute, and `~/` is understood, since no shell reads the settings of a client. None given means
 * the working directory.
 */
export function readRootSpecs(words: readonly string[], base: RootBase): readonly RootSpec[] {
  if (words.length === 0) return [{ name: folderName(base.cwd), path: base.cwd }];
  return words.map((word) => {
    const [, name, named] = namedForm.exec(word) ?? [];
    const path = toAbsolute(named ?? word, base);
    return { name: name ?? folderName(path), path };
  });
}

/** Makes a path of the command line absolute; `~/` is the home folder, where there is one. */
export function toAbsolute(path: string, { cwd, home }: RootBase): string {
  if (isAbsolute(path) || home === undefined) return resolve(cwd, path);
  return path === '~' || path.startsWith('~/') ? join(home, path.slice(1)) : resolve(cwd, path);
}

/** Names are written in paths, so only plain characters stay. */
function folderName(path: string): string {
  const name = basename(path)
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
    .slice(0, 64);
  return /^\.*$/.test(name) ? 'root' : name;
}
