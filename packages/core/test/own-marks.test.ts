import { describe, expect, it } from 'vitest';
import { findOwnMark } from '../src/own-marks.ts';

const notice =
  '[PARTIAL] 812 of 1,390,431 B shown · log, 20,000 lines · r_k7m2q9xd keeps all · not shown is not absent';

describe('a line that Spillway wrote around a content', () => {
  it.each([
    ['the first line of a notice', `a\n${notice}\nb`, 'notice', 2],
    ['its last line, with CR LF', 'a\r\nb\r\n[END PARTIAL]\r\n', 'notice', 3],
    ['the header of a page', '[PAGE k7m2q9] app.log · lines 1–20 of 900 · more follows\n1| a', 'page', 1],
    ['the footer of a page', '1| a\n[END OF PAGE k7m2q9] next: read_file {"cursor":"c"}', 'page', 2],
    ['the footer of the last page', '[END OF RESULT k7m2q9]', 'page', 1],
  ])('is found: %s', (_, text, kind, line) => {
    expect(findOwnMark(text)).toEqual({ kind, line });
  });

  it.each([
    'see [PARTIAL] results below',
    '[PARTIAL] download',
    ' [END PARTIAL]',
    '[PAGE 12] Contents',
    '[END OF PAGE]',
    '12| [END OF RESULT k7m2q9]',
  ])('is not seen in %j', (text) => {
    expect(findOwnMark(text)).toBeUndefined();
  });
});
