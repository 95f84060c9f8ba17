import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { sentBytes } from '../../../../test/support/sent-bytes.ts';
import { type Page, readPage } from '../../src/read/page/page.ts';
import { answerPage } from '../../src/read/page/page-answer.ts';
import { parsePage } from '../../src/read/page/page-text.ts';
import { anyContent } from '../read/support/contents.ts';
import { joinBytes, memoryTarget } from '../read/support/targets.ts';

const runs = { numRuns: 1000 };
// For a machine that has other things to do.
vi.setConfig({ testTimeout: 180_000 });
const contentBudgets = fc.oneof(fc.integer({ min: 96, max: 300 }), fc.integer({ min: 96, max: 2000 }));

/** The text of a content as a decoder of the platform has it, without its byte order mark. */
function wholeText(bytes: Uint8Array, encoding: string): string {
  return new TextDecoder(encoding).decode(bytes);
}

/** What a page shows in place of characters that no provider accepts. */
function pictured(text: string): string {
  return text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g, (char) =>
    char === '\x7f' ? '␡' : String.fromCharCode(0x2400 + char.charCodeAt(0)),
  );
}

describe('tiling', () => {
  // Fails when cutText takes a part one byte shorter than it shows, when createByteMap counts a pair as one unit, or
  // when a cut between CR and LF is allowed.
  it('rebuilds any source by next, and reads the same pages by line and by offset', async () => {
    let overBudget = 0;
    await fc.assert(
      fc.asyncProperty(
        anyContent,
        contentBudgets,
        fc.boolean(),
        fc.nat(),
        async (content, maxBytes, hasGutter, pick) => {
          const { bytes, encoding } = content;
          const target = memoryTarget(bytes, { encoding });
          const options = { maxContentBytes: maxBytes, hasGutter };
          const pages: Page[] = [await readPage(target, {}, options)];
          for (let last = pages[0]; last?.next !== undefined; last = pages.at(-1)) {
            const page = await readPage(target, { cursor: last.next }, options);
            if (page.offset !== last.nextOffset || page.nextOffset <= page.offset)
              expect.unreachable('not strictly on');
            if (last.content.endsWith('\r') && page.content.startsWith('\n')) expect.unreachable('CR and LF parted');
            pages.push(page);
          }
          const page = pages[pick % pages.length] as Page;
          expect(await readPage(target, bytes.length === 0 ? {} : { offset: page.offset }, options)).toEqual(page);
          if (!page.startsMidLine && page.startLine !== undefined) {
            expect(await readPage(target, { startLine: page.startLine }, options)).toEqual(page);
          }
          if (pages.length > 1) overBudget++;
          expect(pages.at(-1)?.nextOffset).toBe(bytes.length);
          const parts = await Promise.all(
            pages.map((page) => target.source.read(page.offset, page.nextOffset - page.offset)),
          );
          expect(Buffer.compare(joinBytes(parts), bytes)).toBe(0);
          if (encoding === 'binary') return;
          const text = pages.map((page) => page.content).join('');
          expect(text).toBe(pictured(wholeText(bytes, encoding)));
        },
      ),
      runs,
    );
    expect(overBudget).toBeGreaterThan(333);
  });

  // Fails when linesOf counts a last newline as a line.
  it('numbers lines as they are', async () => {
    await fc.assert(
      fc.asyncProperty(anyContent, contentBudgets, async ({ bytes, encoding }, maxContentBytes) => {
        if (encoding === 'binary') return;
        const target = memoryTarget(bytes, { encoding });
        const text = wholeText(bytes, encoding);
        const lines = text.split('\n');
        if (lines.at(-1) === '') lines.pop();
        for (let cursor: string | undefined, at = 0; ; ) {
          const page: Page = await readPage(target, cursor === undefined ? {} : { cursor }, { maxContentBytes });
          const before = text.slice(0, at);
          if (page.content !== '') {
            const endLine = (before + page.content).replace(/\n$/, '').split('\n').length;
            expect([page.startLine, page.endLine]).toEqual([before.split('\n').length, endLine]);
          }
          at += page.content.length;
          cursor = page.next;
          if (cursor === undefined) break;
        }
        if (!text.startsWith('\ufeff') && text !== '') {
          expect((await readPage(target, {}, { maxContentBytes })).totalLines).toBe(lines.length);
        }
      }),
      runs,
    );
  });
});

describe('bounded and unforgeable', () => {
  // Fails when fitAnswer returns after its first round whatever the size, when formatFrame takes the first mark without
  // looking for it in the body, or when parseFrame looks for the footer from the start.
  it('keeps every answer within its budget and takes it apart as it was made', async () => {
    let cut = 0;
    await fc.assert(
      fc.asyncProperty(
        anyContent,
        fc.integer({ min: 1024, max: 2600 }),
        fc.boolean(),
        fc.boolean(),
        fc.nat(),
        async ({ bytes, encoding }, maxBytes, hasGutter, withFields, place) => {
          const target = memoryTarget(bytes, { encoding });
          const answer = await answerPage(
            target,
            bytes.length === 0 ? {} : { offset: place % Math.ceil(bytes.length / 4) },
            {
              title: 'r_k7m2q9xd',
              hasGutter,
              maxBytes,
              withFields,
              formatNext: (cursor) => `read_result {"handle":"r_k7m2q9xd","cursor":"${cursor}"}`,
            },
          );
          const { page, text, fields } = answer;
          if (page.next !== undefined) cut++;
          expect(sentBytes(text, fields)).toBeLessThanOrEqual(maxBytes);
          expect(text).not.toMatch(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]/u);
          const parsed = parsePage(text);
          expect(parsed?.title).toBe('r_k7m2q9xd');
          expect(parsed?.next).toEqual(
            page.next === undefined
              ? undefined
              : { tool: 'read_result', arguments: { handle: 'r_k7m2q9xd', cursor: page.next } },
          );
          if (!hasGutter || encoding === 'binary') {
            expect(parsed?.body).toBe(page.content);
            return;
          }
          const rows = parsed?.body === '' ? [] : (parsed?.body.split('\n') ?? []);
          const first = `${page.startLine}${page.startsMidLine ? '+' : '|'} `;
          const lines = page.content.replace(/\n$/, '').split('\n');
          const expected = lines.map(
            (line, index) => (index === 0 ? first : `${(page.startLine ?? 0) + index}| `) + line,
          );
          expect(rows).toEqual(page.content === '' ? [] : expected);
        },
      ),
      runs,
    );
    expect(cut).toBeGreaterThan(333);
  });
});
