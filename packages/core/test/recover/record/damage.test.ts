import { copyFileSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openRecord } from '../../../src/recover/record/open-record.ts';
import { temporaryFolder } from '../../store/support/temporary.ts';
import { outline, readAll } from './support/read-all.ts';

const texts = ['first', 'größer 😀 €', '\u0000"\\ \ud800', 'last one 😀'];

/** Makes a record of four events. Returns its path and where each line ends. */
async function madeRecord(): Promise<{ path: string; lineEnds: number[] }> {
  const path = join(temporaryFolder({ inMemory: true }), 'session.jsonl');
  const record = await openRecord(path);
  const lineEnds = [record.byteLength];
  for (const text of texts) {
    await record.append({ type: 'text', text });
    lineEnds.push(record.byteLength);
  }
  await record.close();
  return { path, lineEnds };
}

async function appendOne(path: string): Promise<number> {
  const record = await openRecord(path);
  const seq = await record.append({ type: 'text', text: 'appended' });
  await record.close();
  return seq;
}

describe('a record that is cut', () => {
  it('at any byte of its last lines is read up to there, told once, and goes on with the next number', async () => {
    const { path, lineEnds } = await madeRecord();
    const [, secondEnd = 0, , , end = 0] = lineEnds;
    for (let length = secondEnd; length <= end; length++) {
      const cut = `${path}-${length}`;
      copyFileSync(path, cut);
      truncateSync(cut, length);
      const before = readFileSync(cut);
      const wholeCount = lineEnds.filter((lineEnd) => lineEnd <= length).length - 1;
      const seqs = Array.from({ length: wholeCount }, (_, index) => index + 1);
      const kinds = lineEnds.includes(length) ? [] : ['torn'];
      expect(await outline(cut)).toEqual({ seqs, kinds });

      const record = await openRecord(cut);
      expect([record.eventCount, record.byteLength]).toEqual([wholeCount, length]);
      expect(await outline(record)).toEqual({ seqs, kinds });
      expect(readFileSync(cut)).toEqual(before);
      await record.close();

      expect(await appendOne(cut)).toBe(wholeCount + 1);
      expect(readFileSync(cut).subarray(0, length)).toEqual(before);
      const { events, warnings } = await readAll(cut);
      expect(events.map(({ event }) => event.text)).toEqual([...texts.slice(0, wholeCount), 'appended']);
      expect(warnings.map(({ kind, byteOffset }) => ({ kind, byteOffset }))).toEqual(
        kinds.map((kind) => ({ kind, byteOffset: lineEnds[wholeCount] })),
      );
      expect(await appendOne(cut)).toBe(wholeCount + 2);
    }
  });

  it('again and again keeps each torn line where it is', async () => {
    const { path } = await madeRecord();
    for (let round = 1; round <= 5; round++) {
      truncateSync(path, statSync(path).size - 3);
      expect(await appendOne(path)).toBe(4);
      expect(await outline(path)).toEqual({ seqs: [1, 2, 3, 4], kinds: Array(round).fill('torn') });
    }
    expect(readFileSync(path, 'latin1').match(/#torn\n/g)).toHaveLength(5);
  });

  it('just before a line feed has no event there, though its JSON is whole', async () => {
    const { path, lineEnds } = await madeRecord();
    truncateSync(path, (lineEnds[4] ?? 0) - 1);
    expect(await appendOne(path)).toBe(4);
    const { events } = await readAll(path);
    expect(events.map(({ event }) => event.text)).toEqual([...texts.slice(0, 3), 'appended']);
  });
});

describe('a line that is damaged', () => {
  const damages: Record<string, (line: Buffer) => Buffer> = {
    'a byte that is no UTF-8': (line) => Buffer.concat([line.subarray(0, -6), Buffer.from([0xff]), line.subarray(-5)]),
    'bytes of the disk lost': (line) => Buffer.concat([line.subarray(0, 40), Buffer.alloc(20), line.subarray(60)]),
    'its number lost': (line) => Buffer.concat([Buffer.alloc(8), line.subarray(8)]),
    'its braces lost': (line) => line.subarray(0, -2),
    'only half of it': (line) => line.subarray(0, 30),
    'nothing in it': () => Buffer.alloc(0),
    'other JSON in it': () => Buffer.from('{"type":"text","text":"x"}'),
    'an event that is a text': () => Buffer.from('{"seq":2,"at":"2026-11-30T00:00:00.000Z","event":"x"}'),
    'an event without a type': () => Buffer.from('{"seq":2,"at":"2026-11-30T00:00:00.000Z","event":{}}'),
    'no time': () => Buffer.from('{"seq":2,"at":null,"event":{"type":"text"}}'),
  };

  it.each(Object.entries(damages))('with %s is passed over and told with its place', async (_what, harm) => {
    const { path, lineEnds } = await madeRecord();
    const bytes = readFileSync(path);
    const [, start = 0, end = 0] = lineEnds;
    const line = harm(bytes.subarray(start, end - 1));
    writeFileSync(path, Buffer.concat([bytes.subarray(0, start), line, bytes.subarray(end - 1)]));
    const { events, warnings } = await readAll(path);
    expect(events.map(({ seq }) => seq)).toEqual([1, 3, 4]);
    expect(warnings).toEqual([
      {
        kind: 'damaged',
        byteOffset: start,
        byteLength: line.length,
        message: `${path}: the line at byte ${start} (${line.length} bytes) is damaged and was passed over`,
      },
      expect.objectContaining({
        kind: 'gap',
        message: expect.stringMatching(/event 3, at byte \d+, follows event 1$/),
      }),
    ]);
    expect(await appendOne(path)).toBe(5);
    expect((await outline(path)).seqs).toEqual([1, 3, 4, 5]);
  });

  it('at the end keeps its number, and every one before it is found', async () => {
    const { path, lineEnds } = await madeRecord();
    const bytes = readFileSync(path);
    bytes.fill(0, (lineEnds[3] ?? 0) + 40, (lineEnds[4] ?? 0) - 8);
    writeFileSync(path, bytes);
    expect(await appendOne(path)).toBe(5);
    expect(await outline(path)).toEqual({ seqs: [1, 2, 3, 5], kinds: ['damaged', 'gap'] });
  });

  it('is one of thousands at the end', async () => {
    const { path } = await madeRecord();
    writeFileSync(path, '\n'.repeat(3000), { flag: 'a' });
    expect(await appendOne(path)).toBe(5);
    const { seqs, kinds } = await outline(path);
    expect([seqs, kinds.length]).toEqual([[1, 2, 3, 4, 5], 3000]);
  });

  it('is the whole file but the header', async () => {
    const { path, lineEnds } = await madeRecord();
    const header = readFileSync(path).subarray(0, lineEnds[0]);
    writeFileSync(path, Buffer.concat([header, Buffer.alloc(300_000, 'x')]));
    expect(await outline(path)).toEqual({ seqs: [], kinds: ['torn'] });
    expect(await appendOne(path)).toBe(1);
    expect(await outline(path)).toEqual({ seqs: [1], kinds: ['torn'] });
  });
});

it('lines that are missing are told as a gap', async () => {
  const { path, lineEnds } = await madeRecord();
  const bytes = readFileSync(path);
  writeFileSync(path, Buffer.concat([bytes.subarray(0, lineEnds[1]), bytes.subarray(lineEnds[3])]));
  expect(await outline(path)).toEqual({ seqs: [1, 4], kinds: ['gap'] });
  expect(await outline(path, 4)).toEqual({ seqs: [4], kinds: ['gap'] });
});
