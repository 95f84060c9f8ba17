import { describe, expect, it } from 'vitest';
import type { FileState } from '../../src/writing/file-state.ts';
import { createReadLog } from '../../src/writing/read-log.ts';

const state: FileState = { shown: 'srv/app.log', dev: 1n, ino: 7n, mtimeNs: 5n, byteLength: 100 };

describe('what was shown of a file', () => {
  it('is nothing at first', () => {
    expect(createReadLog().coverage(state)).toEqual({ kind: 'unread' });
  });

  it('is whole when pages in any order cover it, overlapping or not', () => {
    const log = createReadLog();
    log.record(state, 60, 100);
    log.record(state, 0, 30);
    expect(log.coverage(state)).toEqual({ kind: 'part', shownBytes: 70 });
    log.record(state, 20, 60);
    expect(log.coverage(state)).toEqual({ kind: 'whole' });
  });

  it('does not count the same bytes twice', () => {
    const log = createReadLog();
    for (let round = 0; round < 3; round++) log.record(state, 0, 50);
    expect(log.coverage(state)).toEqual({ kind: 'part', shownBytes: 50 });
  });

  it('is unlike the file when any of it was shown otherwise, and like it again after a write', () => {
    const log = createReadLog();
    log.record(state, 0, 50, 'replaced');
    log.record(state, 50, 100);
    expect(log.coverage(state)).toEqual({ kind: 'unlike', how: 'replaced' });
    log.recordWhole(state);
    expect(log.coverage(state)).toEqual({ kind: 'whole' });
  });

  it('is whole for an empty file that was opened', () => {
    const log = createReadLog();
    const empty = { ...state, byteLength: 0 };
    log.record(empty, 0, 0);
    expect(log.coverage(empty)).toEqual({ kind: 'whole' });
  });

  it.each([
    ['its time', { mtimeNs: 6n }],
    ['its size', { byteLength: 101 }],
    ['the file under its name', { ino: 8n }],
    ['its device', { dev: 2n }],
  ])('does not hold when %s is another', (_, change) => {
    const log = createReadLog();
    log.recordWhole(state);
    expect(log.coverage({ ...state, ...change })).toEqual({ kind: 'changed' });
  });

  it('begins anew when the changed file is read', () => {
    const log = createReadLog();
    log.record(state, 0, 60);
    const later = { ...state, mtimeNs: 9n };
    log.record(later, 60, 100);
    expect(log.coverage(later)).toEqual({ kind: 'part', shownBytes: 40 });
  });

  it('forgets the file seen longest ago, and never takes a part for the whole', () => {
    const log = createReadLog();
    for (let number = 0; number <= 1_000; number++) log.recordWhole({ ...state, shown: `srv/${number}` });
    expect(log.coverage({ ...state, shown: 'srv/0' })).toEqual({ kind: 'unread' });
    expect(log.coverage({ ...state, shown: 'srv/1000' })).toEqual({ kind: 'whole' });
    const large = { ...state, byteLength: 4_000 };
    for (let at = 0; at < 4_000; at += 2) log.record(large, at, at + 1);
    for (let at = 1; at < 4_000; at += 2) log.record(large, at, at + 1);
    expect(log.coverage(large).kind).toBe('part');
  });
});
