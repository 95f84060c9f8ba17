import { describe, expect, it } from 'vitest';
import { applyEdits, type Edit } from '../../src/edit-file/apply-edits.ts';

const unix = { encoding: 'utf-8', lineEnds: 'lf' } as const;
const edit = (oldText: string, newText: string, replaceAll = false): Edit => ({ oldText, newText, replaceAll });
const applied = (text: string, edits: readonly Edit[]) => applyEdits(Buffer.from(text), edits, unix).bytes.toString();
const refusal = (text: string, edits: readonly Edit[]) => () => applyEdits(Buffer.from(text), edits, unix);

describe('edits of exact text', () => {
  it('replace the one place, and each sees what the ones before it left', () => {
    expect(applied('a = 1\nb = 2\n', [edit('a = 1', 'a = 10'), edit('a = 10\nb', 'a = 11\nc')])).toBe(
      'a = 11\nc = 2\n',
    );
  });

  it('take nothing in the new text for a pattern', () => {
    expect(applied('price', [edit('price', '$& $1 $$ $`')])).toBe('$& $1 $$ $`');
  });

  it('replace every place where that is asked for', () => {
    const edited = applyEdits(Buffer.from('x x x'), [edit('x', 'xx', true)], unix);
    expect(edited.bytes.toString()).toBe('xx xx xx');
    expect(edited.replaced).toEqual([3]);
  });

  it('leave bytes that are no text as they are', () => {
    const bytes = Buffer.from([0xff, 0xfe, 0x41, 0xc3, 0x28, 0x42]);
    expect([...applyEdits(bytes, [edit('B', 'C')], unix).bytes]).toEqual([0xff, 0xfe, 0x41, 0xc3, 0x28, 0x43]);
  });

  it('keep CR LF, whichever the edit is written in', () => {
    const form = { encoding: 'utf-8', lineEnds: 'crlf' } as const;
    const bytes = Buffer.from('one\r\ntwo\r\nthree\r\n');
    const once = applyEdits(bytes, [edit('one\ntwo', 'one\n2\ntwo')], form).bytes;
    expect(once.toString()).toBe('one\r\n2\r\ntwo\r\nthree\r\n');
    expect(applyEdits(bytes, [edit('two\r\n', 'zwei\r\n')], form).bytes.toString()).toBe('one\r\nzwei\r\nthree\r\n');
  });

  it('are found in a file of both line ends, whichever stand there', () => {
    const form = { encoding: 'utf-8', lineEnds: 'mixed' } as const;
    const bytes = Buffer.from('a\r\nb\r\nc\nd\n');
    expect(applyEdits(bytes, [edit('a\nb', 'A\nB')], form).bytes.toString()).toBe('A\r\nB\r\nc\nd\n');
    expect(applyEdits(bytes, [edit('c\nd', 'C\nD')], form).bytes.toString()).toBe('a\r\nb\r\nC\nD\n');
  });

  it('are found in UTF-16 at whole units alone', () => {
    const text = '\u4100\u0041B';
    const little = { encoding: 'utf-16le', lineEnds: 'lf' } as const;
    const bytes = Buffer.from(text, 'utf16le');
    // The bytes of U+0041 stand once across two units and once as one.
    expect(applyEdits(bytes, [edit('\u0041', 'Z')], little).bytes.toString('utf16le')).toBe('\u4100ZB');
    const big = { encoding: 'utf-16be', lineEnds: 'lf' } as const;
    expect(
      applyEdits(Buffer.from(bytes).swap16(), [edit('B', 'C')], big)
        .bytes.swap16()
        .toString('utf16le'),
    ).toBe('\u4100\u0041C');
  });
});

describe('an edit that does not match once', () => {
  it('is refused with the lines of the places', () => {
    expect(refusal('x = 1\ny\nx = 1\n', [edit('x = 1', 'x = 2')])).toThrow(
      'The edit was not made: its oldText stands in 2 places (lines 1, 3): add lines around it until it is one, or set replaceAll. The file is as it was.',
    );
  });

  it('undoes those before it', () => {
    expect(refusal('a\nb\n', [edit('a', 'c'), edit('zzz', 'd')])).toThrow(
      'None of the 2 edits was made, because of edit 2: its oldText is not in the file: read the place again and copy it exactly, without line numbers and the » « of a search. The file is as it was.',
    );
  });

  it('is told where only white space differs', () => {
    expect(refusal('a\n\tif (x) {\n\t\treturn;\n', [edit('if (x) {\n    return;', '')])).toThrow(
      'the same words with other white space stand at line 2: copy that exactly',
    );
  });

  it('is refused without a text to look for', () => {
    expect(refusal('a', [edit('', 'b')])).toThrow('its oldText is empty: name the text that is replaced');
  });

  // Fails when the places are kept in a list, or the text is split into lines: the heap runs over.
  it('is refused in a file of a million places and more, in flat memory', () => {
    const bytes = Buffer.alloc(3_000_000, 'a\n');
    expect(() => applyEdits(bytes, [edit('a', 'b', true)], unix)).toThrow(
      'its oldText stands in more than 1,000,000 places: use a command instead',
    );
    expect(applyEdits(bytes.subarray(0, 2_000_000), [edit('a', 'b', true)], unix).replaced).toEqual([1_000_000]);
  });

  it('is refused where the file would become too large to be held in memory', () => {
    expect(() => applyEdits(Buffer.alloc(300_000, 'a'), [edit('a', 'b'.repeat(1_000), true)], unix)).toThrow(
      'The edit was not made: the file would be larger than 268,435,456 bytes. Use a command instead. The file is as it was.',
    );
  });

  it('is told however long its text is', () => {
    const words = Array.from({ length: 200_000 }, (_, at) => `word${at}`);
    expect(() => applyEdits(Buffer.from(`x\n${words.join('\n')}`), [edit(words.join('  '), '')], unix)).toThrow(
      'the same words with other white space stand at line 2',
    );
    expect(() => applyEdits(Buffer.from(words.join(' ')), [edit(`${words.join(' ')} more`, '')], unix)).toThrow(
      'its oldText is not in the file: read the place again',
    );
  });

  it('names a line once that has several places', () => {
    expect(refusal('x x\n', [edit('x', 'y')])).toThrow('stands in 2 places (line 1): add lines around it');
  });
});
