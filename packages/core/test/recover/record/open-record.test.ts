import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type OpenRecordOptions, openRecord } from '../../../src/recover/record/open-record.ts';
import { readRecord } from '../../../src/recover/record/read-record.ts';
import type { SessionRecord } from '../../../src/recover/record/record.ts';
import { afterwards, temporaryFolder } from '../../store/support/temporary.ts';
import { outline, readAll } from './support/read-all.ts';

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

async function opened(path: string, options: OpenRecordOptions = {}): Promise<SessionRecord> {
  const record = await openRecord(path, options);
  afterwards(() => record.close());
  return record;
}

describe('a record', () => {
  it('is lines of JSON: a header, then an event each with its number and time', async () => {
    const path = join(temporaryFolder(), 'session.jsonl');
    const record = await opened(path, { header: { model: 'some-model' } });
    expect(await record.append({ type: 'message', text: 'hello' })).toBe(1);
    expect(await record.append({ type: 'done' })).toBe(2);
    const lines = readFileSync(path, 'utf8').split('\n');
    expect(lines.map((line) => line && JSON.parse(line))).toEqual([
      { type: 'record', version: 1, at: expect.stringMatching(isoTime), model: 'some-model' },
      { seq: 1, at: expect.stringMatching(isoTime), event: { type: 'message', text: 'hello' } },
      { seq: 2, at: expect.stringMatching(isoTime), event: { type: 'done' } },
      '',
    ]);
    expect([record.eventCount, record.byteLength]).toEqual([2, readFileSync(path).length]);
  });

  it('goes on where it ended, and keeps its header', async () => {
    const path = join(temporaryFolder(), 'session.jsonl');
    const first = await opened(path, { header: { model: 'first' } });
    await first.append({ type: 'one' });
    await first.close();
    const before = readFileSync(path);
    const second = await opened(path, { header: { model: 'second' } });
    expect([second.eventCount, second.header.model, second.path]).toEqual([1, 'first', path]);
    expect(readFileSync(path)).toEqual(before);
    expect(await second.append({ type: 'two' })).toBe(2);
    expect((await readAll(second)).events.map(({ event }) => event.type)).toEqual(['one', 'two']);
    expect(readFileSync(path).subarray(0, before.length)).toEqual(before);
  });

  it('keeps the order of calls that are made at once, and numbers them without gaps', async () => {
    const record = await opened(join(temporaryFolder(), 'session.jsonl'));
    const seqs = await Promise.all(
      Array.from({ length: 5000 }, (_, number) => record.append({ type: 'n', number, text: 'x'.repeat(number % 999) })),
    );
    expect(seqs).toEqual(Array.from({ length: 5000 }, (_, index) => index + 1));
    const { events, warnings } = await readAll(record);
    expect(events.map(({ event }) => event.number)).toEqual(Array.from({ length: 5000 }, (_, index) => index));
    expect(warnings).toEqual([]);
  });

  it('is read by others while it is written, up to its last whole line', async () => {
    const path = join(temporaryFolder(), 'session.jsonl');
    const record = await opened(path);
    for (let seq = 1; seq <= 20; seq++) {
      await record.append({ type: 'n' });
      expect((await outline(path)).seqs).toHaveLength(seq);
    }
  });

  it('shows a reader what is appended before it reaches the end', async () => {
    const record = await opened(join(temporaryFolder(), 'session.jsonl'));
    await record.append({ type: 'n' });
    const seqs: number[] = [];
    for await (const { seq } of record.events()) {
      seqs.push(seq);
      if (seq < 5) await record.append({ type: 'n' });
    }
    expect(seqs).toEqual([1, 2, 3, 4, 5]);
  });

  it.each([1, 2, 500, 1999, 2000, 2001])('is read from event %d on', async (from) => {
    const path = join(temporaryFolder(), 'session.jsonl');
    const record = await opened(path);
    await Promise.all(Array.from({ length: 2000 }, (_, n) => record.append({ type: 'n', text: 'x'.repeat(n) })));
    const expected = Array.from({ length: Math.max(0, 2001 - from) }, (_, index) => from + index);
    expect(await outline(path, from)).toEqual({ seqs: expected, kinds: [] });
    expect(await outline(record, from)).toEqual({ seqs: expected, kinds: [] });
  });

  it('takes an event as it is when the call is made', async () => {
    const record = await opened(join(temporaryFolder(), 'session.jsonl'));
    const event = { type: 'n', list: [1] };
    const appended = record.append(event);
    event.list.push(2);
    await appended;
    expect((await readAll(record)).events[0]?.event).toEqual({ type: 'n', list: [1] });
  });

  it('is closed once, with what waits in it, and refuses calls afterwards', async () => {
    const path = join(temporaryFolder(), 'session.jsonl');
    const record = await opened(path);
    const appended = record.append({ type: 'last' });
    await Promise.all([record.close(), record.close()]);
    expect(await appended).toBe(1);
    expect((await outline(path)).seqs).toEqual([1]);
    await expect(record.append({ type: 'late' })).rejects.toThrow(TypeError);
    await expect(record.sync()).rejects.toThrow(TypeError);
    await expect(readAll(record)).rejects.toThrow(TypeError);
    expect(readdirSync(join(path, '..'))).toEqual(['session.jsonl']);
  });

  it('of which nothing was ever written but a part of the header begins anew behind that part', async () => {
    const path = join(temporaryFolder(), 'session.jsonl');
    const whole = '{"type":"record","version":1,"at":"2026-11-30T00:00:00.000Z"}';
    for (let length = 0; length <= whole.length; length++) {
      writeFileSync(path, whole.slice(0, length));
      expect(await outline(path)).toEqual({ seqs: [], kinds: length > 0 ? ['torn'] : [] });
      const record = await opened(path);
      await record.append({ type: 'one' });
      await record.close();
      expect(readFileSync(path, 'utf8').startsWith(whole.slice(0, length))).toBe(true);
      expect(await outline(path)).toEqual({ seqs: [1], kinds: [] });
      const again = await opened(path);
      expect(again.eventCount).toBe(1);
      await again.close();
    }
  });
});

describe('private', () => {
  it.each([0o000, 0o022, 0o077])('a record is 0600 in folders of 0700 under a umask of %o', async (umask) => {
    const folder = temporaryFolder();
    const before = process.umask(umask);
    afterwards(() => process.umask(before));
    const path = join(folder, 'made', 'records', 'session.jsonl');
    await opened(path);
    const mode = (name: string): number => statSync(name).mode & 0o777;
    expect([mode(path), mode(join(path, '..')), mode(join(folder, 'made')), mode(`${path}.lock`)]).toEqual([
      0o600, 0o700, 0o700, 0o700,
    ]);
  });

  it('a record that others could read is closed to them, the folder of another purpose is left as it is', async () => {
    const folder = temporaryFolder();
    chmodSync(folder, 0o755);
    const path = join(folder, 'session.jsonl');
    await (await openRecord(path)).close();
    chmodSync(path, 0o644);
    await opened(path);
    expect([statSync(path).mode & 0o777, statSync(folder).mode & 0o777]).toEqual([0o600, 0o755]);
  });
});

describe('what is no record is refused and left as it is', () => {
  const contents: Record<string, string | Buffer> = {
    'other JSON': '{"type":"object","version":1}\n{"a":1}\n',
    'other JSON on one line without an end': '{"type":"record"}',
    'a list': '[1,2,3]\n',
    'JSON over several lines': '{\n  "type": "record",\n  "version": 1\n}\n',
    'a version that is no number': '{"type":"record","version":"1"}\n',
    'a version that never was': '{"type":"record","version":0}\n',
    text: '# Notes\n\nSome text.\n',
    'an empty line': '\n',
    'binary without a line end': Buffer.alloc(100_000, 0),
    'binary with line ends': Buffer.from([0xff, 0xfe, 10, 0, 10, 0x80]),
  };

  it.each(Object.entries(contents))('%s', async (_what, content) => {
    const folder = temporaryFolder();
    const path = join(folder, 'session.jsonl');
    writeFileSync(path, content, { mode: 0o644 });
    const refusal = {
      code: 'record-refused',
      facts: { path },
      message: `refusing ${path}: it is not a record. It was left as it is; name another file.`,
    };
    await expect(openRecord(path)).rejects.toMatchObject(refusal);
    await expect(readAll(path)).rejects.toMatchObject(refusal);
    expect(readFileSync(path)).toEqual(Buffer.from(content as string));
    expect(statSync(path).mode & 0o777).toBe(0o644);
    expect(readdirSync(folder)).toEqual(['session.jsonl']);
  });

  const planted: Record<string, (path: string) => void> = {
    directory: (path) => mkdirSync(path),
    'named pipe': (path) => void execFileSync('mkfifo', [path]),
    'symbolic link': (path) => symlinkSync('/dev/null', path),
  };

  it.each(Object.entries(planted))('a %s', async (what, plant) => {
    const path = join(temporaryFolder(), 'session.jsonl');
    plant(path);
    const refusal = { code: 'record-refused', message: expect.stringContaining(`it is a ${what}`) };
    await expect(openRecord(path)).rejects.toMatchObject(refusal);
    await expect(readAll(path)).rejects.toMatchObject(refusal);
    expect(existsSync(`${path}.lock`)).toBe(false);
  });

  it('a file in the place of the lock', async () => {
    const path = join(temporaryFolder(), 'session.jsonl');
    writeFileSync(`${path}.lock`, 'mine');
    await expect(openRecord(path)).rejects.toMatchObject({ code: 'record-refused', facts: { path: `${path}.lock` } });
    expect(readFileSync(`${path}.lock`, 'utf8')).toBe('mine');
  });

  it('a record of a later version, which is named', async () => {
    const path = join(temporaryFolder(), 'session.jsonl');
    const content = '{"type":"record","version":2,"compression":"zstd"}\n\u0000\u0001\n';
    writeFileSync(path, content);
    const refusal = {
      code: 'record-version',
      facts: { path, version: 2, knownVersion: 1 },
      message: `${path} is a record of version 2; this program knows version 1: update it`,
    };
    await expect(openRecord(path)).rejects.toMatchObject(refusal);
    await expect(readAll(path)).rejects.toMatchObject(refusal);
    expect(readFileSync(path, 'utf8')).toBe(content);
  });

  it.each(['type', 'version', 'at'])('a header with a %s of its own', async (name) => {
    const path = join(temporaryFolder(), 'session.jsonl');
    await expect(openRecord(path, { header: { [name]: 1 } })).rejects.toThrow(TypeError);
    await expect(openRecord(path, { header: { large: 'x'.repeat(65_536) } })).rejects.toThrow(TypeError);
    expect(existsSync(path)).toBe(false);
  });

  it('a record that is not there, to a reader', async () => {
    const path = join(temporaryFolder(), 'session.jsonl');
    await expect(readAll(path)).rejects.toMatchObject({ code: 'source-missing' });
    await expect(readRecord(path, { from: 0 }).next()).rejects.toMatchObject({ code: 'source-missing' });
  });

  it.each([0, -1, 1.5, Number.NaN])('events from number %d', async (from) => {
    const record = await opened(join(temporaryFolder(), 'session.jsonl'));
    await expect(readAll(record, from)).rejects.toThrow(TypeError);
  });
});
