import type { Readable } from 'node:stream';

/**
 * Reads a stream of UTF-8 line by line.
 *
 * Contract: lines end at LF alone, without it; a last line without an end counts, an empty one does not. A byte order
 * mark is left out. Holds the longest line in memory.
 */
export async function* readLines(stream: Readable): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let parts: string[] = [];
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    const lines = decoder.decode(chunk, { stream: true }).split('\n');
    const last = lines.pop() as string;
    for (const line of lines) {
      yield parts.join('') + line;
      parts = [];
    }
    parts.push(last);
  }
  const rest = parts.join('') + decoder.decode();
  if (rest !== '') yield rest;
}
