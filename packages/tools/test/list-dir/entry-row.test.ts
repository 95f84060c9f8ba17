import { describe, expect, it } from 'vitest';
import { formatEntryRow, toListedEntry } from '../../src/list-dir/entry-row.ts';
import type { EntryFacts } from '../../src/list-dir/list-entry.ts';

const row = (name: string, facts: EntryFacts, isUnreadable = false): string =>
  formatEntryRow(toListedEntry({ key: Buffer.from(name, 'latin1'), isUnreadable }, facts, 300));

describe('a line of the listing', () => {
  it.each<[string, EntryFacts]>([
    ['x · 1,234,567 B', { kind: 'file', byteLength: 1_234_567 }],
    ['x/', { kind: 'directory' }],
    ['x · named pipe', { kind: 'named pipe' }],
    ['x · socket', { kind: 'socket' }],
    ['x · device', { kind: 'device' }],
    ['x · link to directory', { kind: 'link', target: 'directory' }],
    ['x · link to file · 12 B', { kind: 'link', target: 'file', byteLength: 12 }],
    ['x · link to nothing', { kind: 'link', target: 'missing' }],
    ['x · link to what is not read here', { kind: 'link', target: 'outside' }],
    ['x · link to what cannot be told', { kind: 'link' }],
    ['x · removed while this was listed', { kind: 'vanished' }],
    ['x · what it is cannot be told', { kind: 'unknown' }],
  ])('%s', (text, facts) => {
    expect(row('x', facts)).toBe(text);
  });

  it('says that a directory could not be read', () => {
    expect(row('x', { kind: 'directory' }, true)).toBe('x/ · not readable');
  });

  it('shows the way below the directory, each name in its own quotes', () => {
    expect(row('a b\0c\nd\0e', { kind: 'file', byteLength: 0 })).toBe('a b/"c\\nd"/e · 0 B');
  });

  it('has a token and a beginning of a name that is too long', () => {
    expect(row('\u001b'.repeat(255), { kind: 'file', byteLength: 3 })).toMatch(
      /^n_[0-9a-z]{16} · 3 B · nameTruncated: "(?:\\x1b){11}\\x1…$/,
    );
  });
});
