import type { Writable } from 'node:stream';
import { redactText } from '@spillway/core';
import { escapeUnusual } from '../text/escapes.ts';

/** Tells whether an error means that whoever reads our output has stopped reading. */
export function isClosedPipe(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  return code === 'EPIPE' || code === 'ERR_STREAM_DESTROYED';
}

/**
 * Writes a chunk and waits until the stream has taken it.
 *
 * Contract: resolves to false when the reader is gone (`| head`), after which more writes are pointless; holds no more
 * than the chunk in memory.
 */
export function write(stream: Writable, chunk: string | Uint8Array): Promise<boolean> {
  if (chunk.length === 0) return Promise.resolve(true);
  return new Promise((resolve, reject) => {
    stream.write(chunk, (error) => {
      if (error === null || error === undefined) resolve(true);
      else if (isClosedPipe(error)) resolve(false);
      else reject(error);
    });
  });
}

/** Writes a text and ends it with a newline where it has none. */
export function writeText(stream: Writable, text: string): Promise<boolean> {
  return write(stream, text.endsWith('\n') ? text : `${text}\n`);
}

/**
 * Makes a line of ours for people. Contract: one line whatever it holds; what would end it or steer a terminal is
 * escaped, and bodies of private keys, as a line may repeat what was typed, are left out.
 */
export function formatNote(note: string): string {
  return `spillway: ${escapeUnusual(redactText(note).text)}\n`;
}

/** Writes one line of ours for people; see `formatNote`. */
export function writeNote(stream: Writable, note: string): Promise<boolean> {
  return write(stream, formatNote(note));
}

/** Writes one answer as one JSON object on one line. */
export function writeJson(stream: Writable, answer: object): Promise<boolean> {
  return write(stream, `${JSON.stringify(answer)}\n`);
}
