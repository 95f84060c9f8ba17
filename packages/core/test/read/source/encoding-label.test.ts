import { describe, expect, it } from 'vitest';
import { readPage } from '../../../src/read/page/page.ts';
import { namedEncoding, targetIn } from '../../../src/read/source/encoding-label.ts';
import { memoryTarget } from '../support/targets.ts';

const hex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'));

describe('an encoding that is named', () => {
  it('BC-053 makes text of bytes that are shown as lossy without it', async () => {
    const target = memoryTarget(hex('d6 d0 ce c4 0a d6 d0'));
    const plain = await readPage(target, {}, { maxContentBytes: 500 });
    expect([plain.lossy, plain.encoding]).toEqual([true, 'utf-8']);
    const named = await readPage(targetIn(target, namedEncoding('gbk')), {}, { maxContentBytes: 500 });
    expect([named.content, named.lossy, named.encoding, named.totalLines]).toEqual(['中文\n中', false, 'gbk', 2]);
  });

  it('pages a long line between its characters, whose bytes are those of the file', async () => {
    const bytes = hex(`41 ${'93 fa b6 '.repeat(400)} 0a 42`);
    const target = targetIn(memoryTarget(bytes), namedEncoding('sjis'));
    const parts: string[] = [];
    for (let cursor: string | undefined, at = 0; ; ) {
      const page = await readPage(target, cursor === undefined ? {} : { cursor }, { maxContentBytes: 100 });
      expect(page.offset).toBe(at);
      parts.push(page.content);
      at = page.nextOffset;
      cursor = page.next;
      if (cursor !== undefined) continue;
      expect(at).toBe(bytes.length);
      break;
    }
    expect(parts.length).toBeGreaterThan(20);
    expect(parts.join('')).toBe(`A${'日ｶ'.repeat(400)}\nB`);
    const inside = await readPage(target, { offset: 2, byteCount: 4 }, { maxContentBytes: 100 });
    expect([inside.offset, inside.content]).toEqual([1, '日ｶ']);
  });

  it('counts lines anew where line feeds are other bytes', async () => {
    const target = memoryTarget(hex('61 00 0a 00 62 00'), { encoding: 'utf-8' });
    const page = await readPage(targetIn(target, namedEncoding('utf-16le')), {}, { maxContentBytes: 500 });
    expect([page.content, page.totalLines]).toEqual(['a\nb', 2]);
  });

  it('is refused by name where it is not known', () => {
    expect(() => namedEncoding('cp437')).toThrow(
      /the encoding "cp437" is not read here; there are: utf-8, .*shift_jis/,
    );
  });
});
