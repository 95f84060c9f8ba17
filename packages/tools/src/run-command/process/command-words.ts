import { delimiter, isAbsolute, join } from 'node:path';
import { isExecutable } from '@spillway/core/process';

/** A program and its arguments. */
export interface CommandWords {
  readonly command: string;
  readonly args: readonly string[];
}

/** A shell, by the name that models know it by. */
export interface Shell extends CommandWords {
  readonly name: string;
}

/**
 * Finds the shell that runs command lines: bash where it is on PATH, because that is what models write; else `sh`; on
 * Windows the system's own.
 */
export function findShell(env: NodeJS.ProcessEnv): Shell {
  if (process.platform === 'win32') {
    return { name: 'cmd.exe', command: env.ComSpec ?? 'cmd.exe', args: ['/d', '/s', '/c'] };
  }
  for (const folder of (env.PATH ?? '').split(delimiter)) {
    const path = join(folder, 'bash');
    // What a relative folder holds changes with the working directory.
    if (isAbsolute(folder) && isExecutable(path)) return { name: 'bash', command: path, args: ['-c'] };
  }
  return { name: 'sh', command: '/bin/sh', args: ['-c'] };
}
