import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import type { Io } from '../../src/io.ts';
import { main } from '../../src/main.ts';
import { script } from './spillway.ts';

/** What a call of the command printed, and its exit code. */
export interface Answer {
  readonly stdout: string;
  /** The same, as bytes. */
  readonly bytes: Buffer;
  readonly stderr: string;
  readonly code: number;
}

/** A folder with a store of its own, in which the command is called without a process around it. */
export interface Desk {
  readonly folder: string;
  call(
    args: readonly string[],
    options?: { input?: string | Uint8Array; env?: Io['env']; cwd?: string },
  ): Promise<Answer>;
  remove(): void;
}

export function createDesk(): Desk {
  const folder = mkdtempSync(join(tmpdir(), 'spillway-desk-'));
  return {
    folder,
    async call(args, options = {}) {
      const stdout = collect();
      const stderr = collect();
      const io: Io = {
        stdin: Readable.from([Buffer.from(options.input ?? '')]),
        stdout: stdout.stream,
        stderr: stderr.stream,
        env: { XDG_STATE_HOME: join(folder, 'state'), PATH: process.env.PATH, ...options.env },
        cwd: options.cwd ?? folder,
        script,
      };
      const code = await main(args, io);
      return { stdout: stdout.bytes().toString(), bytes: stdout.bytes(), stderr: stderr.bytes().toString(), code };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function collect(): { stream: PassThrough; bytes: () => Buffer } {
  const stream = new PassThrough();
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  return { stream, bytes: () => Buffer.concat(chunks) };
}
