import { abortedError } from '@spillway/core';
import type { SearchFile } from '../../search-file.ts';
import { toSystemPath, toText } from '../../walk/byte-path.ts';
import { type EngineCall, EngineStopped } from '../engine.ts';
import { accessFlags, type FileAccess } from './file-access.ts';
import { type RipgrepEnd, runRipgrep } from './run-ripgrep.ts';

/** What all runs of one search have in common. */
export interface RipgrepSearch {
  readonly command: string;
  /** The pattern, and how it is meant. */
  readonly flags: readonly string[];
  readonly access: FileAccess;
  /** The CR at the end of a match is that of its line's end, and no part of it. */
  readonly dropsReturn: boolean;
}

/** Says that ripgrep was ended from outside: by the system where a file became shorter while it was mapped. */
export class RipgrepDied extends EngineStopped {}

/** What is not about a file is about the pattern. */
const otherError = /^rg: (?!\.\/)/m;
/** As text, so that no byte ends a search early. */
const alwaysFlags: readonly string[] = ['--text', '--encoding=none', '--no-ignore', '--hidden'];

/**
 * Runs ripgrep on files of one root and passes on what it prints; false from `onOutput` ends it.
 *
 * @throws EngineStopped where it does not take the pattern, or is late; `RipgrepDied`; SpillwayError `aborted`.
 */
export async function runOnFiles(
  { command, access, flags: patternFlags }: RipgrepSearch,
  files: readonly SearchFile[],
  call: EngineCall,
  flags: readonly string[],
  onOutput: (chunk: Buffer) => boolean,
): Promise<RipgrepEnd> {
  const end = await runRipgrep({
    command,
    args: [...alwaysFlags, ...accessFlags[access], ...flags, ...patternFlags, '--', ...files.map(pathOf)],
    directory: String(toSystemPath(files[0]?.rootPath ?? '')),
    maxMs: call.maxMs,
    ...(call.signal !== undefined && { signal: call.signal }),
    onOutput,
  });
  if (otherError.test(end.errors)) throw new EngineStopped(end.errors);
  if (end.how === 'late') throw new EngineStopped('ripgrep late');
  if (end.how === 'died') throw new RipgrepDied('ripgrep died');
  if (end.how !== 'aborted') return end;
  throw abortedError(call.signal?.reason);
}

/** As it is given, so that no name can pass for a flag or for standard input. */
export function pathOf({ path }: SearchFile): string {
  return `./${toText(path)}`;
}
