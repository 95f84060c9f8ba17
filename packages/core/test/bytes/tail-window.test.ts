import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTailWindow } from '../../src/bytes/tail-window.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('a tail window', () => {
  it('keeps the last bytes, and all where there are fewer', () => {
    const window = createTailWindow(4);
    expect([...window.bytes()]).toEqual([]);
    window.write(bytesOf('ab'));
    expect(window.bytes()).toEqual(bytesOf('ab'));
    window.write(bytesOf('cdefghijk'));
    expect(window.bytes()).toEqual(bytesOf('hijk'));
    window.write(bytesOf('lm'));
    expect(window.bytes()).toEqual(bytesOf('jklm'));
  });

  it('keeps its own copy', () => {
    const window = createTailWindow(4);
    const chunk = bytesOf('abc');
    window.write(chunk);
    chunk.fill(0);
    expect(window.bytes()).toEqual(bytesOf('abc'));
  });

  // Fails when the end of the buffer is not moved to its start before it is full.
  it('is the end of the stream, however the stream is cut', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        fc.array(fc.uint8Array({ maxLength: 50 }), { maxLength: 20 }),
        (byteLength, chunks) => {
          const window = createTailWindow(byteLength);
          for (const chunk of chunks) window.write(chunk);
          expect([...window.bytes()]).toEqual(chunks.flatMap((chunk) => [...chunk]).slice(-byteLength));
        },
      ),
      { numRuns: 1000 },
    );
  });
});
