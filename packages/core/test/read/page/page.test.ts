import { describe, expect, it } from 'vitest';
import type { TextEncoding } from '../../../src/bytes/byte-source.ts';
import type { SpillwayError } from '../../../src/errors.ts';
import { type Page, type PageOptions, readPage } from '../../../src/read/page/page.ts';
import type { PageRequest } from '../../../src/read/page/page-request.ts';
import type { ReadTarget } from '../../../src/read/source/target.ts';
import { abortedTarget, joinBytes, memoryTarget, type ReadLog, utf16 } from '../support/targets.ts';

const roomy: PageOptions = { maxContentBytes: 60_000 };

async function readAll(target: ReadTarget, options: PageOptions, request: PageRequest = {}): Promise<Page[]> {
  const pages = [await readPage(target, request, options)];
  for (let next = pages[0]?.next; next !== undefined; next = pages.at(-1)?.next) {
    const { lineCount } = request;
    pages.push(await readPage(target, { cursor: next, ...(lineCount !== undefined && { lineCount }) }, options));
  }
  return pages;
}

const contentOf = (pages: readonly Page[]): string => pages.map((page) => page.content).join('');
const failure = async (work: Promise<unknown>): Promise<SpillwayError> =>
  work.then(
    () => expect.unreachable('it was accepted'),
    (error: SpillwayError) => error,
  );

describe('paging by lines', () => {
  it('BC-036 returns a last line without a newline, counts it, and ends there', async () => {
    const target = memoryTarget('x1\nx2\nx3');
    const first = await readPage(target, { lineCount: 2 }, roomy);
    expect(first).toMatchObject({
      content: 'x1\nx2\n',
      startLine: 1,
      endLine: 2,
      nextLine: 3,
      totalLines: 3,
      complete: false,
    });
    const second = await readPage(target, { cursor: first.next as string, lineCount: 2 }, roomy);
    expect(second).toMatchObject({ content: 'x3', startLine: 3, endLine: 3, totalLines: 3, complete: false });
    expect(second.next).toBeUndefined();
    expect(second.nextLine).toBeUndefined();
  });

  it.each(['\n', '\r\n'])(
    'BC-036 joins to the source for every number of lines and page size, lines ending in %j',
    async (feed) => {
      for (let lineCount = 0; lineCount <= 6; lineCount++) {
        for (const last of ['', feed]) {
          const text =
            Array.from({ length: lineCount }, (_, index) => `x${index + 1}`).join(feed) + (lineCount > 0 ? last : '');
          for (let size = 1; size <= lineCount + 1; size++) {
            const pages = await readAll(memoryTarget(text), roomy, { lineCount: size });
            expect(contentOf(pages)).toBe(text);
            expect(pages).toHaveLength(Math.max(1, Math.ceil(lineCount / size)));
            expect(pages[0]?.totalLines).toBe(lineCount);
          }
        }
      }
    },
  );

  it('BC-038 delivers every byte once when a long line fills pages that are counted in lines', async () => {
    const lines = ['one', 'y'.repeat(15_000), 'three', 'four', 'five', 'six'];
    const pages = await readAll(memoryTarget(lines.join('\n')), { maxContentBytes: 4000 }, { lineCount: 3 });
    expect(contentOf(pages)).toBe(lines.join('\n'));
    expect(pages.every((page, index) => page.offset === (pages[index - 1]?.nextOffset ?? 0))).toBe(true);
    expect(pages.length).toBeGreaterThan(4);
  });

  it('BC-043 delivers a line longer than a page in parts that always advance', async () => {
    const line = 'abcdefghij'.repeat(524_288);
    const pages = await readAll(memoryTarget(line, { strideBytes: 262_144 }), { maxContentBytes: 4096 });
    expect(pages.every((page) => page.nextOffset > page.offset)).toBe(true);
    expect(contentOf(pages) === line).toBe(true);
    expect(pages).toHaveLength(1280);
    expect(pages[1]).toMatchObject({
      startLine: 1,
      endLine: 1,
      startsMidLine: true,
      endsMidLine: true,
      totalLines: 1,
      startByteInLine: 4096,
    });
    expect(pages.at(-1)).toMatchObject({ startsMidLine: true, endsMidLine: false });
  });

  it('BC-044 makes the end of one long line reachable by cursor and by offset', async () => {
    const json = `{"rows":[${'{"id":1,"name":"x"},'.repeat(10_000)}{}],"end":"the last bytes"}`;
    const target = memoryTarget(json);
    const pages = await readAll(target, { maxContentBytes: 16_000 });
    expect(pages.at(-1)?.content.slice(-20)).toBe('d":"the last bytes"}');
    const tail = await readPage(target, { offset: json.length - 20 }, roomy);
    expect(tail.content).toBe('d":"the last bytes"}');
    expect(tail).toMatchObject({ startLine: 1, startsMidLine: true, startByteInLine: json.length - 20 });
  });

  it('BC-049 reads JSON of a few physical lines by bytes', async () => {
    const json = JSON.stringify({ page: 'A paragraph.\n'.repeat(3000), kind: 'page' }, null, 2);
    const pages = await readAll(memoryTarget(json), { maxContentBytes: 8000 });
    expect(contentOf(pages)).toBe(json);
    expect(pages.length).toBeGreaterThan(5);
    expect(pages.length).toBeLessThan(10);
  });

  it('fills a page with the beginning of a long line rather than leave it nearly empty', async () => {
    const [first] = await readAll(memoryTarget(`{\n${'x'.repeat(5000)}\n}`), { maxContentBytes: 1000 });
    expect(first).toMatchObject({ nextOffset: 999, endsMidLine: true, endLine: 2 });
  });
});

describe('places', () => {
  const tenLines = Array.from({ length: 10 }, (_, index) => `line number ${index + 1}\n`).join('');

  it('BC-170 answers a line past the end with what there is', async () => {
    const error = await failure(readPage(memoryTarget(tenLines), { startLine: 1200 }, roomy));
    expect(error.code).toBe('past-end');
    expect(error.facts).toEqual({ startLine: 1200, lineCount: 10, byteLength: 141 });
    expect(error.toModelText()).toBe(
      'line 1,200 does not exist; there are 10 lines (141 bytes); startLine goes from 1 to 10',
    );
  });

  it('BC-170 answers an offset past the end with what there is', async () => {
    for (const offset of [141, 5000]) {
      const error = await failure(readPage(memoryTarget(tenLines), { offset }, roomy));
      expect(error.code).toBe('past-end');
      expect(error.toModelText()).toContain('there are 141 bytes; offset goes from 0 to 140');
    }
  });

  it('BC-170 takes a line and an offset that agree, and names both real places when they do not', async () => {
    const target = memoryTarget(tenLines);
    const page = await readPage(target, { startLine: 9, offset: 114 }, roomy);
    expect(page.content).toBe('ne number 9\nline number 10\n');
    expect(page).toMatchObject({ startLine: 9, startByteInLine: 2 });
    const error = await failure(readPage(target, { startLine: 5, offset: 114 }, roomy));
    expect(error.code).toBe('request-invalid');
    expect(error.facts).toEqual({ startLine: 5, startLineOffset: 56, offset: 114, offsetLine: 9 });
    expect(error.toModelText()).toContain('startLine 5 starts at byte 56, but offset 114 is in line 9');
  });

  it('BC-170 finds the same without an index', async () => {
    const { lineIndex: _, lineCount: __, ...plain } = memoryTarget(tenLines);
    expect((await readPage(plain, { startLine: 9 }, roomy)).offset).toBe(112);
    expect((await readPage(plain, { offset: 114 }, roomy)).startLine).toBe(9);
    expect((await failure(readPage(plain, { startLine: 11 }, roomy))).facts).toEqual({
      startLine: 11,
      lineCount: 10,
      byteLength: 141,
    });
  });

  it('BC-036 BC-170 keeps empty, past the end and white space apart', async () => {
    const empty = await readPage(memoryTarget(''), {}, roomy);
    expect(empty).toMatchObject({ content: '', byteLength: 0, totalLines: 0, complete: true });
    expect(empty.startLine).toBeUndefined();
    const pastEnd = await failure(readPage(memoryTarget(''), { startLine: 2 }, roomy));
    expect(pastEnd.code).toBe('past-end');
    expect(pastEnd.toModelText()).toContain('there are 0 lines (0 bytes); it is empty');
    expect(await readPage(memoryTarget(' \n\t\n'), {}, roomy)).toMatchObject({ content: ' \n\t\n', totalLines: 2 });
  });

  it('moves an offset inside a character back to its start', async () => {
    for (const offset of [1, 2, 3]) {
      expect(await readPage(memoryTarget('a漢b'), { offset }, roomy)).toMatchObject({ content: '漢b', offset: 1 });
    }
    const wide = memoryTarget(utf16('a😀b', 'le', false), { encoding: 'utf-16le' });
    for (const offset of [2, 3, 4, 5]) {
      expect(await readPage(wide, { offset }, roomy)).toMatchObject({ content: '😀b', offset: 2 });
    }
  });

  it.each([
    ['startLine', 0],
    ['startLine', -1],
    ['startLine', 1.5],
    ['startLine', Number.NaN],
    ['startLine', 2 ** 53],
    ['lineCount', 0],
    ['lineCount', -3],
    ['offset', -1],
    ['offset', 0.5],
    ['offset', Number.POSITIVE_INFINITY],
  ] as const)('refuses %s %s naming what it takes', async (name, value) => {
    const error = await failure(readPage(memoryTarget(tenLines), { [name]: value }, roomy));
    expect(error.code).toBe('request-invalid');
    expect(error.message).toContain(`${name} must be a whole number from ${name === 'offset' ? 0 : 1} to`);
  });

  it('refuses a cursor beside another place, a damaged one, and one of another content', async () => {
    const target = memoryTarget(tenLines);
    const cursor = (await readPage(target, { lineCount: 3 }, roomy)).next as string;
    expect((await failure(readPage(target, { cursor, startLine: 4 }, roomy))).code).toBe('request-invalid');
    const changed = cursor.slice(0, 6) + (cursor[6] === 'a' ? 'b' : 'a') + cursor.slice(7);
    expect((await failure(readPage(target, { cursor: changed }, roomy))).code).toBe('cursor-malformed');
    expect((await failure(readPage(memoryTarget(`${tenLines}x`), { cursor }, roomy))).code).toBe('cursor-mismatch');
  });

  it('names the need when the budget is too small for any content', async () => {
    const error = await failure(readPage(memoryTarget('x'), {}, { maxContentBytes: 95 }));
    expect(error.code).toBe('budget-too-small');
    expect(error.facts).toEqual({ maxContentBytes: 95, neededBytes: 96 });
  });

  it('stops when it is aborted, before and while it reads', async () => {
    const { lineIndex: _, lineCount: __, ...plain } = memoryTarget('x\n'.repeat(1_000_000));
    const { target, signal } = abortedTarget(plain, 3);
    expect((await failure(readPage(target, { startLine: 1_000_000 }, { ...roomy, signal }))).code).toBe('aborted');
    expect((await failure(readPage(plain, {}, { ...roomy, signal }))).code).toBe('aborted');
  });
});

describe('text', () => {
  it('BC-012 cuts a text of all lengths of characters at every budget without a broken one', async () => {
    const text = 'aé漢😀'.repeat(60);
    for (let maxContentBytes = 96; maxContentBytes <= 296; maxContentBytes++) {
      const pages = await readAll(memoryTarget(text), { maxContentBytes });
      expect(contentOf(pages)).toBe(text);
      for (const page of pages) {
        expect(Buffer.byteLength(JSON.stringify(page.content)) - 2).toBeLessThanOrEqual(maxContentBytes);
        expect(page.lossy).toBe(false);
      }
    }
  });

  it('BC-013 never ends a page with half a character', async () => {
    const text = `a${'😀'.repeat(50_000)}`;
    for (let more = 0; more < 8; more++) {
      const pages = await readAll(memoryTarget(text), { maxContentBytes: 50_000 + more });
      expect(pages.every((page) => page.content.isWellFormed())).toBe(true);
      expect(contentOf(pages) === text).toBe(true);
    }
  });

  it('BC-050 hides one leading byte order mark and keeps raw offsets', async () => {
    const page = await readPage(memoryTarget('\ufeffkey: 1\n\ufeffx\n'), {}, roomy);
    expect(page).toMatchObject({ content: 'key: 1\n\ufeffx\n', offset: 0, nextOffset: 15, totalLines: 2 });
    expect((await readPage(memoryTarget('\ufeff'), {}, roomy)).content).toBe('');
  });

  it.each(['le', 'be'] as const)('BC-051 shows UTF-16 %s as text, an odd byte at the end as lossy', async (order) => {
    const encoding = `utf-16${order}` as const;
    const page = await readPage(memoryTarget(utf16('naïve\r\n😀 needle\n', order), { encoding }), {}, roomy);
    expect(page).toMatchObject({ content: 'naïve\r\n😀 needle\n', lossy: false, totalLines: 2, encoding });
    const odd = joinBytes([utf16('x', order), Uint8Array.of(0x61)]);
    expect(await readPage(memoryTarget(odd, { encoding }), {}, roomy)).toMatchObject({
      content: 'x\ufffd',
      lossy: true,
      undecodable: 1,
    });
  });

  it('BC-053 flags bytes of another code page and counts them', async () => {
    const page = await readPage(memoryTarget(Uint8Array.of(0x61, 0xb3, 0xc9, 0xb9, 0xa6, 0x0a)), {}, roomy);
    expect(page).toMatchObject({ lossy: true, undecodable: 2, nextOffset: 6 });
  });

  it.each(['utf-8', 'utf-16le'] as const)(
    'BC-056 keeps every CR and never parts CR from LF in %s',
    async (encoding) => {
      const text = Array.from(
        { length: 10_000 },
        (_, index) => `${index}${'é'.repeat(index % 97)}${['\n', '\r\n', '\r'][index % 3]}`,
      ).join('');
      const bytes = encoding === 'utf-8' ? new TextEncoder().encode(text) : utf16(text, 'le', false);
      const pages = await readAll(memoryTarget(bytes, { encoding, strideBytes: 4096 }), { maxContentBytes: 1024 });
      expect(contentOf(pages) === text).toBe(true);
      expect(pages.at(-1)?.nextOffset).toBe(bytes.length);
      expect(
        pages.some((page, index) => page.content.endsWith('\r') && pages[index + 1]?.content.startsWith('\n')),
      ).toBe(false);
    },
  );

  it('replaces what no provider accepts, and counts it', async () => {
    const page = await readPage(memoryTarget('a\0b\u001b[31m\u007f\n'), {}, roomy);
    expect(page).toMatchObject({ content: 'a␀b␛[31m␡\n', replaced: 3, lossy: false });
  });

  it('shows binary as a hex dump in whole rows', async () => {
    const bytes = Uint8Array.from({ length: 100 }, (_, index) => index);
    const target = memoryTarget(bytes, { encoding: 'binary' });
    const pages = await readAll(target, { maxContentBytes: 250 });
    expect(pages.map((page) => [page.offset, page.nextOffset])).toEqual([
      [0, 48],
      [48, 96],
      [96, 100],
    ]);
    expect(pages[2]?.content).toBe('00000060  60 61 62 63                                       |`abc|\n');
    expect((await readPage(target, { offset: 50 }, roomy)).offset).toBe(48);
    expect((await failure(readPage(target, { startLine: 2 }, roomy))).code).toBe('request-invalid');
  });
});

describe('cost', () => {
  it('reads as little for a page at the end as for one at the start', async () => {
    const log: ReadLog = { calls: 0, bytes: 0 };
    const text = Array.from({ length: 100_000 }, (_, index) => `line ${index}\n`).join('');
    const target = memoryTarget(text, { log, strideBytes: 65_536 });
    const cost = async (request: PageRequest): Promise<number> => {
      log.bytes = 0;
      await readPage(target, request, { maxContentBytes: 10_000 });
      return log.bytes;
    };
    const first = await cost({});
    const next = (await readPage(target, { startLine: 90_000 }, { maxContentBytes: 10_000 })).next as string;
    expect(await cost({ cursor: next })).toBeLessThan(first + 100);
    expect(await cost({ startLine: 99_000 })).toBeLessThan(first + 262_144);
    expect(await cost({ offset: text.length - 20_000 })).toBeLessThan(first + 131_072);
  });

  it('does not read a long line to number an offset in it', async () => {
    const log: ReadLog = { calls: 0, bytes: 0 };
    const text = `a\nb\n${'x'.repeat(8_000_000)}\nlast\n`;
    const target = memoryTarget(text, { log, strideBytes: 65_536 });
    const page = await readPage(target, { offset: 6_000_000 }, { maxContentBytes: 4000 });
    expect(page.startLine).toBe(3);
    expect(log.bytes).toBeLessThan(1_500_000);
  });
});

describe('byteCount', () => {
  const page = async (content: string | Uint8Array, request: PageRequest, encoding: TextEncoding = 'utf-8') => {
    const {
      content: text,
      offset,
      nextOffset,
      endsMidLine,
      next,
    } = await readPage(memoryTarget(content, { encoding }), request, { maxContentBytes: 2000 });
    return { text, offset, nextOffset, endsMidLine, hasNext: next !== undefined };
  };

  it('ends the page after so many bytes, at the edge of a character', async () => {
    expect(await page('0123456789\nabc\n', { offset: 2, byteCount: 5 })).toEqual({
      text: '23456',
      offset: 2,
      nextOffset: 7,
      endsMidLine: true,
      hasNext: true,
    });
    expect((await page('0123456789\nabc\n', { byteCount: 11 })).endsMidLine).toBe(false);
    expect((await page('漢字漢字', { byteCount: 8 })).text).toBe('漢字');
    expect((await page('漢字', { byteCount: 1 })).text).toBe('漢');
    expect((await page('a\r\nb', { byteCount: 2 })).text).toBe('a');
    expect((await page('\r\nb', { byteCount: 1 })).text).toBe('\r\n');
    expect((await page('\ufeffé', { byteCount: 1 })).text).toBe('é');
    expect((await page(utf16('a😀b', 'le', false), { byteCount: 5 }, 'utf-16le')).text).toBe('a');
    expect((await page('ab', { byteCount: 100 })).hasNext).toBe(false);
  });

  it('counts whole rows of a hex dump', async () => {
    const { nextOffset } = await page(new Uint8Array(100), { byteCount: 50 }, 'binary');
    expect(nextOffset).toBe(48);
    expect((await page(new Uint8Array(100), { byteCount: 3 }, 'binary')).nextOffset).toBe(16);
  });

  it('goes with lineCount, and whichever comes first ends the page', async () => {
    expect((await page('ab\ncd\nef\n', { byteCount: 4, lineCount: 1 })).text).toBe('ab\n');
    expect((await page('ab\ncd\nef\n', { byteCount: 4, lineCount: 3 })).text).toBe('ab\nc');
    await expect(page('ab', { byteCount: 0 })).rejects.toMatchObject({ code: 'request-invalid' });
  });
});
