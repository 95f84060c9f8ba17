import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { Answer } from '../../src/read/fit-answer.ts';
import { parseFrame } from '../../src/read/frame.ts';
import { createMatcher } from '../../src/read/grep/create-matcher.ts';
import { answerGrep } from '../../src/read/grep/grep-answer.ts';
import type { GrepPage } from '../../src/read/grep/grep-page.ts';
import type { Pattern } from '../../src/read/grep/matcher.ts';
import { scanMatches } from '../../src/read/grep/scan-matches.ts';
import { createPace } from '../../src/read/pace.ts';
import { type AnyContent, anyContent } from '../read/support/contents.ts';
import { memoryTarget } from '../read/support/targets.ts';

const runs = { numRuns: 1000 };
// For a machine that has other things to do.
vi.setConfig({ testTimeout: 180_000 });

/** Patterns that mean the same in RE2 and in JavaScript, with the flags of the latter. */
const patterns: readonly (Pattern & { readonly same: RegExp })[] = [
  { pattern: 'ab', same: /ab/gu },
  { pattern: 'a', literal: true, same: /a/gu },
  { pattern: '\\', literal: true, same: /\\/gu },
  { pattern: 'e|É|b', ignoreCase: true, same: /e|É|b/giu },
  { pattern: '漢|😀|ab|a', same: /漢|😀|ab|a/gu },
  { pattern: 'page', literal: true, ignoreCase: true, same: /page/giu },
  { pattern: '»', same: /»/gu },
  { pattern: 'a+b?', same: /a+b?/gu },
  { pattern: '^.', same: /^./gsu },
  { pattern: '[ab]$', same: /[ab]$/gu },
  { pattern: '(a|E)*b?', same: /(?:a|E)*b?/gu },
  { pattern: '[^ -~]{2,3}', same: /[^ -~]{2,3}/gu },
  { pattern: '.*', same: /.*/gsu },
  { pattern: '\\bread_result\\b', same: /\bread_result\b/gu },
];
const anyPattern = fc.constantFrom(...patterns);
/** Without the one that matches at every character, as each of many answers searches what is left. */
const nonEmpty = fc.constantFrom(...patterns.filter(({ pattern }) => pattern !== '(a|E)*b?'));
const anyText = anyContent.filter((content) => content.encoding !== 'binary');

interface NaiveLine {
  /** As a row shows it. */
  readonly shown: string;
  readonly count: number;
}

/** Colours, and the escape sequences of two characters that the contents can hold by chance. */
const escapes = /\x1b(?:\[[0-9;]*[mK]|[E\\])/g;

/** Lines and their matches, found in the most obvious way. */
function searchNaively(content: AnyContent, pattern: RegExp): NaiveLine[] {
  const lines = new TextDecoder(content.encoding).decode(content.bytes).split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines.map((line) => {
    const text = line.replaceAll(escapes, '').replace(/\r$/, '');
    return { shown: line.replace(/\r$/, '').replaceAll('\u001b', '␛'), count: [...text.matchAll(pattern)].length };
  });
}

const total = (lines: readonly NaiveLine[]): number => lines.reduce((sum, line) => sum + line.count, 0);

async function walk(
  content: AnyContent,
  pattern: Pattern,
  contextLines: number,
  maxBytes: number,
): Promise<Answer<GrepPage>[]> {
  const target = memoryTarget(content.bytes, { encoding: content.encoding });
  const answers: Answer<GrepPage>[] = [];
  for (let cursor: string | undefined; ; ) {
    const request = { ...pattern, contextLines, ...(cursor !== undefined && { cursor }) };
    const answer = await answerGrep(target, request, {
      title: 'r_k7m2q9xd',
      maxBytes,
      withFields: true,
      formatNext: (next) =>
        `grep_result ${JSON.stringify({ handle: 'r_k7m2q9xd', pattern: pattern.pattern, cursor: next })}`,
    });
    answers.push(answer);
    cursor = answer.page.next;
    if (cursor === undefined) return answers;
  }
}

describe('grep', () => {
  // Fails when the next answer begins one byte behind the next match, when the needles are looked for from the match
  // instead of the line's start, when a match behind a colour code is placed before it, or when fitAnswer returns after its first round whatever the size.
  it('counts as a naive search does, shows every match once, and stays within its budget', async () => {
    let manyAnswers = 0;
    await fc.assert(
      fc.asyncProperty(anyText, nonEmpty, fc.integer({ min: 1024, max: 1300 }), async (content, pattern, maxBytes) => {
        const lines = searchNaively(content, pattern.same);
        const answers = await walk(content, pattern, 0, maxBytes);
        if (answers.length > 1) manyAnswers++;
        expect(answers[0]?.page.matchCount).toBe(total(lines));
        expect(answers[0]?.page.matchingLines).toBe(lines.filter((line) => line.count > 0).length);
        let left = total(lines);
        for (const { page, text, fields } of answers) {
          expect(page.isExact).toBe(true);
          expect(page.matchCount).toBe(left);
          if (left > 0) expect(page.shownMatches).toBeGreaterThan(0);
          left -= page.shownMatches;
          expect(page.omittedMatches).toBe(left);
          const sent =
            JSON.stringify([{ type: 'text', text }]) + (fields ? JSON.stringify({ 'spillway/page': fields }) : '');
          expect(Buffer.byteLength(sent)).toBeLessThanOrEqual(maxBytes);
          expect(parseFrame(text)?.body).toBe(page.content);
          expect(parseFrame(text)?.next?.arguments.cursor).toBe(page.next);
        }
        expect(left).toBe(0);
      }),
      runs,
    );
    expect(manyAnswers).toBeGreaterThan(333);
  });

  // Fails when a line beside two matches is printed for each, or when a line that matches is printed as a line beside.
  it('shows each line once, as it is, with the lines beside it', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, anyPattern, fc.nat({ max: 3 }), async (content, pattern, contextLines) => {
        const lines = searchNaively(content, pattern.same);
        const [answer] = await walk(content, pattern, contextLines, 1_000_000);
        const { page } = answer as Answer<GrepPage>;
        const [open, close] = page.marks ?? ['', ''];
        const isNear = (index: number): boolean =>
          lines.some((line, at) => line.count > 0 && Math.abs(at - index) <= contextLines);
        const shown: number[] = [];
        for (const row of page.content === '' ? [] : page.content.split('\n')) {
          if (row === '--') continue;
          const [, digits, kind, body] = /^(\d+)([:-]) (.*)$/su.exec(row) as unknown as [
            string,
            string,
            string,
            string,
          ];
          const line = lines[Number(digits) - 1] as NaiveLine;
          expect(kind).toBe(line.count > 0 ? ':' : '-');
          if (shown.at(-1) !== Number(digits)) shown.push(Number(digits));
          if (kind === ':') expect(body).toContain(open);
          if (body.includes('…') || !/^[ -~»«é漢␛]*$/.test(line.shown)) continue;
          if (body.startsWith('@')) continue;
          expect(body.replaceAll(open, '').replaceAll(close, '')).toBe(line.shown);
          if (kind === ':') expect(body.split(open).length - 1).toBe(line.count);
        }
        expect(shown).toEqual(lines.flatMap((_, index) => (isNear(index) ? [index + 1] : [])));
      }),
      runs,
    );
  });

  // Fails when pieces overlap by less than the longest match, or when a match in the overlap is counted in both pieces.
  it('finds in pieces of a long line what it finds in the whole', async () => {
    const bounded = fc.constantFrom(...patterns.filter(({ pattern }) => !/[*+]/.test(pattern)));
    await fc.assert(
      fc.asyncProperty(anyText, bounded, fc.integer({ min: 40, max: 200 }), async (content, pattern, maxTextLength) => {
        const target = memoryTarget(content.bytes, { encoding: content.encoding });
        const matcher = { ...createMatcher(pattern, content.encoding), maxTextLength };
        const limits = { maxScanBytes: Number.POSITIVE_INFINITY, maxScanMs: Number.POSITIVE_INFINITY };
        const options = { ...limits, maxKept: 100_000, pace: createPace() };
        const scan = await scanMatches(target, matcher, { offset: 0, line: 1 }, options);
        const lines = searchNaively(content, pattern.same);
        expect(scan.isExact).toBe(true);
        expect(scan.matchCount).toBe(total(lines));
        expect(scan.matchingLines).toBe(lines.filter((line) => line.count > 0).length);
        const numbers = new Set(scan.matches.map((match) => match.line));
        expect([...numbers]).toEqual(lines.flatMap((line, index) => (line.count > 0 ? [index + 1] : [])));
      }),
      runs,
    );
  });
});
