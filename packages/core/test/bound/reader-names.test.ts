import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseReaderNames } from '../../src/bound/reader-names.ts';

describe('the names of the readers', () => {
  it.each([
    [[], false, 'read_result', 'grep_result'],
    [['echo'], false, 'read_result', 'grep_result'],
    [['grep_result'], false, 'spillway_read_result', 'spillway_grep_result'],
    [
      ['read_result', 'grep_result', 'spillway_read_result'],
      false,
      'spillway_spillway_read_result',
      'spillway_spillway_grep_result',
    ],
    [['echo'], true, 'spillway_read_result', 'spillway_grep_result'],
  ])('beside %j (unknown names: %s): %s, %s', (taken, hasMore, readResult, grepResult) => {
    expect(chooseReaderNames(new Set(taken), hasMore)).toEqual({ readResult, grepResult });
  });

  it('are free, short and plain whatever the server has', () => {
    const name = fc.oneof(
      fc.constantFrom('read_result', 'grep_result', 'spillway_read_result', 'spillway_spillway_grep_result'),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.uniqueArray(name), fc.boolean(), (taken, hasMore) => {
        const { readResult, grepResult } = chooseReaderNames(new Set(taken), hasMore);
        expect(taken).not.toContain(readResult);
        expect(taken).not.toContain(grepResult);
        expect(readResult).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
        expect(grepResult).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
      }),
      { numRuns: 1_000 },
    );
  });
});
