import { describe, expect, it } from 'vitest';
import { mapEscapes, openEscapeStart, stripEscapes } from '../../src/bytes/escapes.ts';

describe('terminal escape sequences', () => {
  it('are removed: colours, titles, links, character sets', () => {
    expect(stripEscapes('\u001b[1;31mERROR\u001b[0m \u001b]0;title\u0007a\u001b(Bb\u001b7c')).toBe('ERROR abc');
    expect(stripEscapes('\u001b]8;;http://a/\u001b\\link\u001b]8;;\u001b\\')).toBe('link');
  });

  it('take no text with them when they have no end', () => {
    expect(stripEscapes('\u001b]0;title\nERROR lost')).toBe('\u001b]0;title\nERROR lost');
    expect(stripEscapes('\u001b[31\nERROR')).toBe('\u001b[31\nERROR');
  });

  it('are mapped back to where they stood', () => {
    const mapped = mapEscapes('ab\u001b[1m\u001b[4mcd\u001b[0m');
    expect(mapped.text).toBe('abcd');
    expect([0, 1, 2, 3, 4].map((index) => mapped.toSource(index))).toEqual([0, 1, 10, 11, 16]);
    expect([mapped.toSourceEnd(0, 2), mapped.toSourceEnd(1, 3), mapped.toSourceEnd(2, 4)]).toEqual([2, 11, 12]);
    expect([0, 1, 2, 5, 10, 11, 12, 16].map((index) => mapped.fromSource(index))).toEqual([0, 1, 2, 2, 2, 3, 4, 4]);
  });

  it('are known to be cut at the end of a text', () => {
    expect(openEscapeStart('ab\u001b[3')).toBe(2);
    expect(openEscapeStart('ab\u001b]8;;http://a/\u001b')).toBe(2);
    expect(openEscapeStart('ab\u001b')).toBe(2);
    expect(openEscapeStart('ab\u001b[31m')).toBe(7);
    expect(openEscapeStart('ab')).toBe(2);
  });
});
