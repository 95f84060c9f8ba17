import { describe, expect, it } from 'vitest';
import { jsonEscapedLength } from '../../../src/bytes/escaped-length.ts';
import { createExcerpt } from '../../../src/shape/parts/excerpt.ts';

const line = (number: number, text = `line ${number}`) => ({ line: number, text });

describe('an excerpt', () => {
  it('shows lines in their order, and counts what lies between', () => {
    const excerpt = createExcerpt(2_120, 1_000, 200);
    excerpt.add([line(2_119), line(2_120)]);
    excerpt.add([line(1), line(2)]);
    excerpt.add([line(1_042)]);
    expect(excerpt.text().split('\n')).toEqual([
      '   1| line 1',
      '   2| line 2',
      '    | … 1,039 lines not shown …',
      '1042| line 1042',
      '    | … 1,076 lines not shown …',
      '2119| line 2119',
      '2120| line 2120',
    ]);
  });

  it('says so in the singular for one line, and nothing where all is shown', () => {
    const excerpt = createExcerpt(3, 1_000, 200);
    excerpt.add([line(1), line(3)]);
    expect(excerpt.text()).toBe('1| line 1\n | … 1 line not shown …\n3| line 3');
    excerpt.add([line(2)]);
    expect(excerpt.text()).toBe('1| line 1\n2| line 2\n3| line 3');
  });

  it('cuts a long line and says how long it is', () => {
    const excerpt = createExcerpt(2, 1_000, 60);
    excerpt.add([line(1, 'x'.repeat(5_000))]);
    expect(excerpt.text()).toBe(`1| ${'x'.repeat(39)}… (5,000 B line)\n | … 1 line not shown …`);
  });

  it('takes a share at most, then goes on with the rest', () => {
    const excerpt = createExcerpt(100, 1_000, 200);
    excerpt.add([line(1), line(2), line(3)], 30);
    expect([...excerpt.lineNumbers]).toEqual([1, 2]);
    excerpt.add([line(1), line(2), line(3)]);
    expect([...excerpt.lineNumbers]).toEqual([1, 2, 3]);
  });

  it('is empty where nothing fits, and never longer than its budget', () => {
    for (let maxBytes = 0; maxBytes < 120; maxBytes++) {
      const excerpt = createExcerpt(50, maxBytes, 200);
      excerpt.add([line(1, '"quoted" \\ text'), line(2), line(40)]);
      expect(jsonEscapedLength(excerpt.text())).toBeLessThanOrEqual(maxBytes);
    }
    expect(createExcerpt(50, 1_000, 200).text()).toBe('');
  });
});
