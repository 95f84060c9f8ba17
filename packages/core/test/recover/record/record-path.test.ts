import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openRecord } from '../../../src/recover/record/open-record.ts';
import { listRecords, recordPath } from '../../../src/recover/record/record-path.ts';
import { temporaryFolder } from '../../store/support/temporary.ts';

describe('recordPath', () => {
  it.each([
    ['0196f3c1-7d2a-7c39-9b1e-1f0d2a3b4c5d', '0196f3c1-7d2a-7c39-9b1e-1f0d2a3b4c5d.jsonl'],
    ['Main', '%4Dain.jsonl'],
    ['../../etc/passwd', '%2E%2E%2F%2E%2E%2Fetc%2Fpasswd.jsonl'],
    ['.', '%2E.jsonl'],
    ['a\\b:c\u0000', 'a%5Cb%3Ac%00.jsonl'],
    ['größe', 'gr%C3%B6%C3%9Fe.jsonl'],
    ['100%', '100%25.jsonl'],
  ])('gives %j a name of its own', (sessionId, name) => {
    expect(recordPath('/home/alice/records', sessionId)).toBe(`/home/alice/records/${name}`);
  });

  it.each(['', '\ud800', 'x'.repeat(201), 'X'.repeat(70)])('refuses %j', (sessionId) => {
    expect(() => recordPath('/home/alice/records', sessionId)).toThrow(TypeError);
  });
});

describe('listRecords', () => {
  it('lists records by the time they were last written, and nothing else', async () => {
    const folder = temporaryFolder();
    for (const [index, sessionId] of ['first', 'Second', '../third'].entries()) {
      const path = recordPath(folder, sessionId);
      await (await openRecord(path)).close();
      utimesSync(path, 1000 + index, 1000 + index);
    }
    writeFileSync(join(folder, 'notes.txt'), 'notes');
    writeFileSync(join(folder, 'Mixed.jsonl'), 'a name that no session has');
    mkdirSync(join(folder, 'folder.jsonl'));
    expect(readdirSync(folder)).toHaveLength(6);
    const listed = await listRecords(folder);
    expect(listed.map(({ sessionId, changedAt }) => [sessionId, changedAt])).toEqual([
      ['../third', 1_002_000],
      ['Second', 1_001_000],
      ['first', 1_000_000],
    ]);
    expect(listed.map(({ path }) => path)).toEqual(
      ['../third', 'Second', 'first'].map((sessionId) => recordPath(folder, sessionId)),
    );
    expect(listed[0]?.byteLength).toBeGreaterThan(0);
  });

  it('finds none in a folder that is not there', async () => {
    expect(await listRecords(join(temporaryFolder(), 'missing'))).toEqual([]);
  });
});
