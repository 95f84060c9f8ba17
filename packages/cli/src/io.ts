import type { Readable, Writable } from 'node:stream';
import { UsageError } from './usage-error.ts';

/** Everything a command touches of its process. */
export interface Io {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable & { readonly isTTY?: boolean };
  readonly stderr: Writable & { readonly isTTY?: boolean };
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** The script that runs, as Node was given it. */
  readonly script: string;
}

/** Takes the running process's streams, environment and folder. */
export function processIo(): Io {
  // Whoever writes hears of it too, and decides: a reader that has gone away (`| head`) is no error, a full disk is one.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  return {
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    get cwd() {
      return currentFolder();
    },
    script: process.argv[1] ?? '',
  };
}

function currentFolder(): string {
  try {
    return process.cwd();
  } catch {
    throw new UsageError('the working directory is gone: go to one that exists, then try again');
  }
}
