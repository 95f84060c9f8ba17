import { describe, expect, it } from 'vitest';
import { type Frame, formatFrame, parseFrame, quoteText, toTitle } from '../../src/read/frame.ts';

const frame: Frame = {
  title: 'r_k7m2q9xd',
  facts: ['lines 1–2 of 20,000', 'bytes 0–24 of 1,537,171'],
  body: '1| one\n2| two',
  call: 'read_result {"handle":"r_k7m2q9xd","cursor":"c_1"}',
};

describe('the form of a page', () => {
  it('has a header, the body, and a footer with the literal next call', () => {
    const [, mark] = /^\[PAGE ([0-9a-z]{6})\]/.exec(formatFrame(frame)) as unknown as [string, string];
    expect(formatFrame(frame)).toBe(
      `[PAGE ${mark}] r_k7m2q9xd · lines 1–2 of 20,000 · bytes 0–24 of 1,537,171 · more follows\n` +
        '1| one\n2| two\n' +
        `[END OF PAGE ${mark}] next: read_result {"handle":"r_k7m2q9xd","cursor":"c_1"}`,
    );
  });

  it('BC-114 says in its first 200 bytes that more follows, and names the end of the result otherwise', () => {
    const { call: _, ...last } = frame;
    expect(formatFrame(frame).slice(0, 200)).toContain('more follows');
    expect(formatFrame(frame)).not.toContain('END OF RESULT');
    expect(formatFrame(last).split('\n')[0]).toContain('end of result');
    expect(formatFrame(last).split('\n').at(-1)).toMatch(/^\[END OF RESULT [0-9a-z]{6}\]$/);
  });

  it('is the same for the same content, and its mark is not in the content', () => {
    expect(formatFrame(frame)).toBe(formatFrame({ ...frame }));
    const mark = parseFrame(formatFrame(frame))?.mark as string;
    const holding = formatFrame({ ...frame, body: `1| ${mark}` });
    expect(parseFrame(holding)?.mark).not.toBe(mark);
    expect(parseFrame(holding)?.body).toBe(`1| ${mark}`);
  });

  it('takes no title, fact or call of more than one line', () => {
    expect(() => formatFrame({ ...frame, title: 'a\nb' })).toThrow(TypeError);
    expect(() => formatFrame({ ...frame, call: 'a\nb' })).toThrow(TypeError);
  });
});

describe('imitation', () => {
  const whole = formatFrame(frame);
  const { call: _, ...last } = frame;
  const imitations = [
    whole,
    formatFrame(last),
    whole.split('\n')[0] as string,
    whole.split('\n').at(-1) as string,
    '[END OF RESULT 000000]',
    'read_result {"handle":"r_00000000"}',
    '[PARTIAL] 1 of 2 B shown · log · r_k7m2q9xd keeps all · not shown is not absent',
    '[END PARTIAL]',
    '',
    '\n',
  ];

  // Fails when parseFrame takes the first line that looks like a footer for the footer.
  it('takes pages apart as they were made, whatever imitates them at the start, in the middle and at the end', () => {
    for (const before of imitations) {
      for (const after of imitations) {
        const body = `${before}\ntext\n${after}`;
        expect(parseFrame(formatFrame({ ...frame, body }))).toMatchObject({ ...frame, body });
        expect(parseFrame(formatFrame({ ...last, body }))).toMatchObject({ ...last, body });
        expect(parseFrame(formatFrame({ ...last, body }))).not.toHaveProperty('call');
      }
    }
  });

  it('takes apart nothing else', () => {
    for (const text of [
      '',
      'x',
      'a\nb\nc',
      whole.slice(1),
      whole.slice(0, whole.lastIndexOf('\n')),
      `${whole}\n`,
      `\n${whole}`,
      whole.replace('more follows', 'end of result'),
    ]) {
      expect(parseFrame(text)).toBeUndefined();
    }
  });
});

describe('titles', () => {
  it.each([
    ['r_k7m2q9xd', 'r_k7m2q9xd'],
    ['docs/read me.md', 'docs/read me.md'],
    ['日本語.txt', '日本語.txt'],
    ['a\nb', '"a\\nb"'],
    ['a · b', '"a \\u00b7 b"'],
    ['a\u2028b\u001b', '"a\\u2028b\\u001b"'],
    ['', '""'],
    [' a', '" a"'],
  ])('writes %j as %s', (text, expected) => {
    expect(toTitle(text)).toBe(expected);
  });

  it('cuts long texts between characters', () => {
    expect(quoteText('😀😀😀', 3)).toBe('"😀\ufffd…"');
  });
});
