import { describe, expect, it } from 'vitest';
import {
  formatCountRow,
  formatGap,
  formatGutter,
  formatNote,
  formatRow,
  gutterWidth,
  isPreviewRow,
  withGutter,
} from '../../src/bytes/gutter.ts';

describe('gutters', () => {
  it('stand before every line of a page', () => {
    expect(withGutter('a\nb\n', 9, false)).toBe('9| a\n10| b');
    expect(withGutter('end of it\nb', 9, true)).toBe('9+ end of it\n10| b');
    expect(withGutter('a\nb', undefined, true)).toBe('+ a\n| b');
    expect(withGutter('\n\n', 1, false)).toBe('1| \n2| ');
    expect(withGutter('', 1, false)).toBe('');
  });

  it('stand in a column before rows of a preview', () => {
    const width = gutterWidth(19_943);
    expect(formatRow(9174, width, 'text')).toBe(' 9174| text');
    expect(formatGap(1, width)).toBe('     | … 1 line not shown …');
    expect(formatCountRow('814', 6, 'text')).toBe('   814  text');
    expect(formatNote('2 headings, by line:')).toBe('| 2 headings, by line:');
  });

  it('tell a match from a line beside it', () => {
    expect(formatGutter(13_338, ':')).toBe('13338: ');
    expect(formatGutter(13_337, '-')).toBe('13337- ');
  });

  it('no call, command line or mark has one', () => {
    for (const line of [
      'read_result {"handle":"r_k7m2q9xd","startLine":1}',
      "spillway read r_k7m2q9xd --scope 'a b'",
      "'/opt/my tools/spillway' read r_k7m2q9xd",
      '/opt/spillway read r_k7m2q9xd',
      '[END PARTIAL]',
      '[recoverable: false] Nothing can read the rest.',
    ])
      expect(isPreviewRow(line)).toBe(false);
  });
});
