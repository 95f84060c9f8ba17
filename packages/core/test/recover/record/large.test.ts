import { closeSync, openSync, statSync, truncateSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runWorker } from '../../store/support/run-worker.ts';
import { temporaryFolder } from '../../store/support/temporary.ts';
import { compiledRecord } from './support/compiled-record.ts';
import { readAll } from './support/read-all.ts';

const compiled = compiledRecord();
const megabyte = 1_000_000;
const smallHeap = { env: { NODE_OPTIONS: '--max-old-space-size=256' } };

/** Writes a record of so many bytes at least, in lines with a text of so many characters. */
function writeRecord(path: string, byteLength: number, textLength: number): number {
  const file = openSync(path, 'wx', 0o600);
  writeSync(file, '{"type":"record","version":1,"at":"2026-11-30T00:00:00.000Z"}\n');
  let seq = 0;
  for (let written = 0; written < byteLength; ) {
    const lines: string[] = [];
    for (let bytes = 0; bytes < megabyte; bytes += textLength + 90) {
      const text = `${seq} `.padEnd(textLength, 'content of a tool result ');
      lines.push(`{"seq":${++seq},"at":"2026-11-30T00:00:00.000Z","event":{"type":"text","text":"${text}"}}\n`);
    }
    written += writeSync(file, lines.join(''));
  }
  closeSync(file);
  return seq;
}

describe('a record that is larger than the heap, and than any string', () => {
  it.each([
    [500, 65_536],
    [700, 65_536],
    [500, 2000],
  ])(
    'BC-057 BC-058 of %d MB in events of %d bytes is opened, read and written with a heap of 256 MB',
    async (megabytes, textLength) => {
      const path = join(temporaryFolder(), 'session.jsonl');
      const eventCount = writeRecord(path, megabytes * megabyte, textLength);
      const [told] = (await runWorker(compiled(), 'readThrough', { path }, smallHeap)) as [{ peakBytes: number }];
      const { peakBytes, ...rest } = told;
      expect(rest).toEqual({
        eventCount,
        read: eventCount,
        bytes: eventCount * textLength,
        next: eventCount + 1,
        last: eventCount + 1,
      });
      expect(peakBytes).toBeLessThan(300 * megabyte);
    },
  );

  it('an event of 300 MB is written in pieces, and read back', async () => {
    const path = join(temporaryFolder(), 'session.jsonl');
    const options = { path, byteLength: 20 * megabyte, times: 15 };
    expect(await runWorker(compiled(), 'appendLarge', options, smallHeap)).toEqual([{ seq: 1 }]);
    expect(statSync(path).size).toBeGreaterThan(300 * megabyte);
    const { events, warnings } = await readAll(path);
    const parts = events[0]?.event.parts as string[];
    expect([events.length, warnings, parts.length]).toEqual([1, [], 15]);
    expect(parts.every((part) => part.length === 20 * megabyte)).toBe(true);
  });

  it('a line that is longer than any string is passed over, and so is one that has no end', async () => {
    const path = join(temporaryFolder(), 'session.jsonl');
    const lastSeq = writeRecord(path, 1, 2000);
    const start = statSync(path).size;
    truncateSync(path, start + 600 * megabyte);
    const file = openSync(path, 'a');
    writeSync(file, `\n{"seq":${lastSeq + 1},"at":"2026-11-30T00:00:00.000Z","event":{"type":"text","text":""}}\n`);
    closeSync(file);
    truncateSync(path, statSync(path).size + 600 * megabyte);
    const [told] = (await runWorker(compiled(), 'readThrough', { path }, smallHeap)) as [{ peakBytes: number }];
    expect(told).toMatchObject({ eventCount: lastSeq + 1, read: lastSeq + 1, next: lastSeq + 2, last: lastSeq + 2 });
    expect(told.peakBytes).toBeLessThan(300 * megabyte);
    const { warnings } = await readAll(path);
    expect(warnings.map(({ kind, byteOffset, byteLength }) => [kind, byteOffset, byteLength])).toEqual([
      ['damaged', start, 600 * megabyte],
      ['damaged', expect.any(Number), 600 * megabyte + '#torn'.length],
    ]);
  });
});
