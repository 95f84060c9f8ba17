import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Frame, FrameAssembler } from '../../src/framing/frame-assembler.ts';

/** What is not held any more must not count. */
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function cut(bytes: Buffer, sizes: readonly number[]): Buffer[] {
  const chunks: Buffer[] = [];
  let at = 0;
  for (let index = 0; at < bytes.length; index++) {
    const size = sizes.length === 0 ? bytes.length : Math.max(1, sizes[index % sizes.length] ?? 1);
    chunks.push(bytes.subarray(at, at + size));
    at += size;
  }
  return chunks;
}

function assemble(chunks: readonly Buffer[], maxFrameBytes = 1_000_000): { frames: Frame[]; rest: Frame | undefined } {
  const assembler = new FrameAssembler({ maxFrameBytes });
  const frames = chunks.flatMap((chunk) => assembler.push(chunk));
  return { frames, rest: assembler.end() };
}

const text = (frame: Frame | undefined): string | undefined =>
  frame?.kind === 'line' ? frame.bytes.toString('utf8') : undefined;

describe('FrameAssembler', () => {
  it('BC-022 splits at LF alone: every code point 0 to 255, U+2028 and U+2029 pass', () => {
    const all = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code)).filter((char) => char !== '\n');
    const line = `${all.join('')}\u2028\u2029\u0085`;
    const { frames } = assemble([Buffer.from(`${line}\n${line}\n`)]);
    expect(frames.map(text)).toEqual([line, line]);
  });

  it('keeps a CR before the LF, and the LF in the wire form', () => {
    const { frames } = assemble([Buffer.from('{"a":1}\r\n')]);
    expect(frames).toHaveLength(1);
    expect(text(frames[0])).toBe('{"a":1}\r');
    expect(frames[0]?.kind === 'line' && frames[0].wire.toString()).toBe('{"a":1}\r\n');
  });

  it('returns what has no LF at the end', () => {
    expect(text(assemble([Buffer.from('a\nbc')]).rest)).toBe('bc');
    expect(assemble([Buffer.from('a\n')]).rest).toBeUndefined();
  });

  // Fails when the buffer grows without what it held, or is given out with more than its used part.
  it('gives the same lines however the bytes are cut', () => {
    const line = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc.integer({ min: 0, max: 30_000 }).map((length) => 'x'.repeat(length)),
    );
    fc.assert(
      fc.property(
        fc.array(
          line.map((value) => value.replaceAll('\n', '')),
          { maxLength: 6 },
        ),
        fc.array(fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 20_000 })), { maxLength: 8 }),
        (lines, sizes) => {
          const bytes = Buffer.from(lines.map((value) => `${value}\n`).join(''));
          const { frames, rest } = assemble(cut(bytes, sizes));
          expect(frames.map(text)).toEqual(lines.map((value) => value.toWellFormed()));
          expect(rest).toBeUndefined();
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('takes one-byte chunks of a 4 MiB line', () => {
    const assembler = new FrameAssembler({ maxFrameBytes: 8_000_000 });
    const bytes = Buffer.from(`{"x":"${'y'.repeat(4_194_304)}"}\n`);
    const frames: Frame[] = [];
    for (let at = 0; at < bytes.length; at++) frames.push(...assembler.push(bytes.subarray(at, at + 1)));
    expect(frames).toHaveLength(1);
    expect(frames[0]?.kind === 'line' && frames[0].wire.equals(bytes)).toBe(true);
  });

  it('takes a line of exactly the limit and drops one byte more', () => {
    const { frames } = assemble([Buffer.from(`${'a'.repeat(64)}\n${'b'.repeat(65)}\nc\n`)], 64);
    expect(frames.map((frame) => frame.kind)).toEqual(['line', 'oversized', 'line']);
    expect(frames[1]).toEqual({ kind: 'oversized', byteLength: 65 });
    expect(text(frames[2])).toBe('c');
  });

  // Fails when what was kept so far is not given to the scanner before it is dropped.
  it.each([
    ['id first', '{"jsonrpc":"2.0","id":7,"result":{"id":1,"t":"FILL"}}', '7', undefined],
    ['id last', '{"result":{"id":1,"t":"FILL"},"jsonrpc":"2.0","id":"a\\"b"}', '"a\\"b"', undefined],
    [
      'id in a nested value and in a string',
      '{"result":{"id":1,"t":"FILL \\"id\\":2"},"x":[{"id":3}],"id": 4 }',
      '4',
      undefined,
    ],
    ['no id', '{"method":"notifications/message","params":{"id":1,"t":"FILL"}}', undefined, 'notifications/message'],
    [
      'a request of the server',
      '{"method":"sampling/createMessage","params":{"t":"FILL"},"id":9}',
      '9',
      'sampling/createMessage',
    ],
    ['a key spelled with an escape', '{"result":{"t":"FILL"},"\\u0069d":5}', '5', undefined],
    ['two ids: the last one counts', '{"id":1,"result":"FILL","id":2}', '2', undefined],
    ['no JSON', 'FILL', undefined, undefined],
    ['a batch', '[{"id":1,"result":"FILL"}]', undefined, undefined],
  ])('finds the id of a line over the limit: %s', (_, pattern, id, method) => {
    const line = pattern.replace('FILL', '\\\\ \\" {[ '.repeat(2_000));
    for (const sizes of [[1], [7], [4_096], [100_000]]) {
      const { frames } = assemble(cut(Buffer.from(`${line}\nnext\n`), sizes), 10_000);
      const [frame, next] = frames;
      expect(frame).toEqual({
        kind: 'oversized',
        byteLength: Buffer.byteLength(line),
        ...(id === undefined ? {} : { id }),
        ...(method === undefined ? {} : { method }),
      });
      expect(text(next)).toBe('next');
    }
  });

  it('BC-143 keeps no more of a line over the limit than the limit', () => {
    const assembler = new FrameAssembler({ maxFrameBytes: 1_048_576 });
    const chunk = Buffer.alloc(65_536, 0x61);
    const before = process.memoryUsage();
    let most = 0;
    for (let count = 0; count < 1_024; count++) {
      expect(assembler.push(Buffer.from(chunk))).toEqual([]);
      if (count % 64 !== 0) continue;
      collectGarbage();
      most = Math.max(most, process.memoryUsage().arrayBuffers - before.arrayBuffers);
    }
    const [frame] = assembler.push(Buffer.from('\n'));
    expect(frame).toEqual({ kind: 'oversized', byteLength: 67_108_864 });
    expect(most).toBeLessThan(8_388_608);
  });
});
