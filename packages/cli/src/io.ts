import type { Readable, Writable } from 'node:stream';
import { isClosedPipe } from './output/write.ts';

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

/** Takes the running process's streams, environment and folder; a reader that stops reading (`| head`) is no error. */
export function processIo(): Io {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error) => {
      if (!isClosedPipe(error)) throw error;
    });
  }
  return {
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    cwd: process.cwd(),
    script: process.argv[1] ?? '',
  };
}
