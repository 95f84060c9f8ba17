import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldTerminalText } from '../../../src/run-command/streams/fold-terminal-text.ts';

const fold = (text: string) => foldTerminalText(Buffer.from(text));

describe('foldTerminalText', () => {
  it('takes codes away and keeps the last of several frames', () => {
    expect(fold('\u001b[31mred\u001b[0m\n10%\r20%\r100%\ndone')).toEqual({
      text: 'red\n100%\ndone',
      leftOut: 'terminal codes and 2 redraws left out',
    });
    expect(fold('a\rb\rc\n')).toEqual({ text: 'c\n', leftOut: '2 redraws left out' });
    expect(fold('x\u001b[1Gy\u001b[K\r\n')).toEqual({ text: 'y\r\n', leftOut: 'terminal codes and 1 redraw left out' });
  });

  it.each([
    ['plain', 'plain\ntext\n'],
    ['CRLF', 'a\r\nb\r\n'],
    ['one redraw in a long text', `${'line of text\n'.repeat(20)}50%\r100%\n`],
    ['other control characters', '\u001b[31mred\u0007 bell \u0008'],
    ['an open sequence', 'text \u001b[3'],
    ['nothing but codes', '\u001b[2J\u001b[H'],
    ['nothing', ''],
  ])('leaves alone: %s', (_, text) => {
    expect(fold(text)).toBeUndefined();
  });

  it('leaves alone what is no UTF-8', () => {
    expect(foldTerminalText(Buffer.from([0x1b, 0x5b, 0x6d, 0xff, 0x0a]))).toBeUndefined();
  });

  // Fails when a line that nothing is left of is dropped.
  it('never adds or removes a line, leaves no code, and folds nothing twice', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 12 }),
      fc.constantFrom(
        '\r',
        '\r\n',
        '\n',
        '\u001b[32m',
        '\u001b[0m',
        '\u001b[1G',
        '\u001b]0;title\u0007',
        '\u001b(B',
        '99%',
      ),
    );
    let folded = 0;
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join('');
        const result = fold(text);
        if (result === undefined) return;
        folded += 1;
        expect(result.text.split('\n')).toHaveLength(text.toWellFormed().split('\n').length);
        expect(result.text).not.toContain('\u001b');
        expect(result.text.length).toBeLessThan(text.length);
        expect(fold(result.text)?.text ?? result.text).toBe(result.text);
      }),
      { numRuns: 1_000 },
    );
    expect(folded).toBeGreaterThan(300);
  });
});
