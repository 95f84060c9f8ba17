import { describe, expect, it } from 'vitest';
import { sanitizeText } from '../../src/bytes/sanitize.ts';

describe('sanitizeText', () => {
  it.each([
    ['plain text', 'tab\tline\nfeed\r\n', 'tab\tline\nfeed\r\n', 0],
    ['BC-064 NUL', 'a\0b', 'a\u2400b', 1],
    ['colours', '\u001b[31mred', '\u241b[31mred', 1],
    ['DEL', 'x\u007f', 'x\u2421', 1],
    ['BC-014 a lone high surrogate', 'x\ud83d y', 'x\ufffd y', 1],
    ['a lone low surrogate', '\ude00😀', '\ufffd😀', 1],
    ['BC-013 whole pairs', '😀'.repeat(3), '😀'.repeat(3), 0],
    ['C1 and line separators', '\u0085\u2028\u2029', '\u0085\u2028\u2029', 0],
    ['a replacement character of the input', '\ufffd', '\ufffd', 0],
  ])('%s', (_name, text, clean, replaced) => {
    expect(sanitizeText(text)).toEqual({ text: clean, replaced });
  });
});
