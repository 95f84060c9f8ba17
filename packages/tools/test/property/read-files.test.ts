import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { parsePage, type ToolAnswer } from '@spillway/core';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sentBytes } from '../../../../test/support/sent-bytes.ts';
import { createToolDesk, nextInput, type ToolDesk } from '../support/tool-desk.ts';

let desk: ToolDesk;
beforeAll(() => {
  desk = createToolDesk();
});
afterAll(() => desk.remove());

const runs = { numRuns: 100 };
const minBudget = 1_024;
const maxBudget = 1_048_576;

/** The facts of a page that are compared with the file. */
interface Facts {
  readonly offset: number;
  readonly nextOffset: number;
  readonly startLine?: number;
  readonly endLine?: number;
}

const encode = {
  'utf-8': (text: string) => Buffer.from(text),
  'utf-8 marked': (text: string) => Buffer.from(`\ufeff${text}`),
  'utf-16le': (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  'utf-16be': (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
} as const;

/** Lines from one character to megabytes, of characters of every width and of those that cost more when sent. */
const lineText = fc
  .tuple(
    fc.constantFrom('a', 'word ', '"quoted\\" ', 'é', '漢字', '😀', '\t', '{"id":4711},', '\u2028', '\r'),
    fc.oneof(
      { weight: 180, arbitrary: fc.nat({ max: 60 }) },
      { weight: 30, arbitrary: fc.integer({ min: 500, max: 2_000 }) },
      { weight: 1, arbitrary: fc.integer({ min: 100_000, max: 500_000 }) },
    ),
  )
  .map(([piece, times]) => piece.repeat(times));
const lineEnd = fc.constantFrom('\n', '\n', '\r\n', '\n\n', '\r\n\r\n');

const fileText = fc
  .tuple(
    fc.array(fc.tuple(lineText, lineEnd), { maxLength: 16, size: 'max' }),
    fc.constantFrom(1, 1, 4),
    lineText,
    fc.boolean(),
  )
  .map(([lines, times, last, endsInLine]) => lines.flat().join('').repeat(times) + (endsInLine ? last : ''));
const fileBytes = fc
  .tuple(fileText, fc.constantFrom(...(Object.keys(encode) as (keyof typeof encode)[])))
  .map(([text, encoding]) => encode[encoding](text))
  .map((bytes) => Object.assign(bytes, { [fc.toStringMethod]: () => told(bytes) }));

/** A counterexample of megabytes tells nobody anything. */
function told(bytes: Buffer): string {
  return `${bytes.length} bytes: ${bytes.subarray(0, 300).toString('latin1')}`;
}

/** From the minimum up; larger for larger files, so that none takes hundreds of pages. */
function budgetFor(byteLength: number, seed: number): number {
  const least = Math.max(minBudget, Math.floor(byteLength / 12));
  return Math.min(maxBudget, least + (seed % 3 === 0 ? 0 : seed));
}

/** Follows `next` to the end; every answer is within its budget. */
async function follow(tool: string, input: object, maxResultBytes: number): Promise<ToolAnswer[]> {
  const answers: ToolAnswer[] = [];
  for (let next: object | undefined = input; next !== undefined; ) {
    const answer = await desk.call(tool, next, { maxResultBytes });
    if (answer.isError) expect.unreachable(answer.text);
    expect(sentBytes(answer.text, answer.page)).toBeLessThanOrEqual(maxResultBytes);
    answers.push(answer);
    next = nextInput(answer);
  }
  return answers;
}

/** The range of a page as its header says it; the fields are absent at small budgets. */
function rangeOf(answer: ToolAnswer): Facts {
  if (answer.page !== undefined) return answer.page as unknown as Facts;
  const [header = ''] = answer.text.split('\n');
  const range = /· bytes (\d+)–(\d+) of /.exec(header);
  const lines = /· lines? (\d+)(?:–(\d+))?/.exec(header);
  const startLine = lines === null ? undefined : Number(lines[1]);
  return {
    offset: Number(range?.[1] ?? 0),
    nextOffset: Number(range?.[2] ?? 0),
    ...(startLine !== undefined && { startLine, endLine: Number(lines?.[2] ?? startLine) }),
  };
}

const path = 'logs/generated';
const put = (bytes: Uint8Array): void => writeFileSync(join(desk.folder, 'generated'), bytes);
const decoded = (bytes: Buffer): string => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.subarray(2).toString('utf16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return Buffer.from(bytes.subarray(2)).swap16().toString('utf16le');
  return bytes.toString().replace(/^\ufeff/, '');
};
const contentOf = (answers: readonly ToolAnswer[]): string =>
  answers.map((answer) => parsePage(answer.text)?.body ?? expect.unreachable('no frame')).join('');

describe('any file, at any budget', () => {
  // Fails when units of the text are taken for bytes where a long line is cut.
  it('BC-034 BC-036 is rebuilt byte for byte by next', async () => {
    let overBudget = 0;
    await fc.assert(
      fc.asyncProperty(fileBytes, fc.nat({ max: 6_000 }), async (bytes, seed) => {
        put(bytes);
        const answers = await follow('read_file', { path, lineNumbers: false }, budgetFor(bytes.length, seed));
        let at = 0;
        for (const answer of answers) {
          const { offset, nextOffset } = rangeOf(answer);
          if (offset !== at || (bytes.length > 0 && nextOffset <= at)) expect.unreachable(`not strictly on at ${at}`);
          at = nextOffset;
        }
        if (answers.length > 1) overBudget++;
        expect(at).toBe(bytes.length);
        expect(contentOf(answers) === decoded(bytes)).toBe(true);
      }),
      runs,
    );
    expect(overBudget).toBeGreaterThan(33);
  }, 120_000);

  // Fails when units of the text are taken for bytes where the end of a long line begins.
  it('is rebuilt byte for byte backwards, from its end', async () => {
    let overBudget = 0;
    await fc.assert(
      fc.asyncProperty(fileBytes, fc.nat({ max: 6_000 }), async (bytes, seed) => {
        put(bytes);
        const answers = await follow('tail_file', { path, lineNumbers: false }, budgetFor(bytes.length, seed));
        let at = bytes.length;
        for (const answer of answers) {
          const { offset, nextOffset } = rangeOf(answer);
          if (nextOffset !== at || (bytes.length > 0 && offset >= at)) expect.unreachable(`not strictly back at ${at}`);
          at = offset;
        }
        if (answers.length > 1) overBudget++;
        expect(at).toBe(0);
        expect(contentOf(answers.toReversed()) === decoded(bytes)).toBe(true);
      }),
      runs,
    );
    expect(overBudget).toBeGreaterThan(33);
  }, 120_000);

  // Fails when the line feeds after an entry of the index are counted wrongly.
  it('is rebuilt by lines and by offsets alike, where they are asked for anew each time', async () => {
    let overBudget = 0;
    await fc.assert(
      fc.asyncProperty(fileBytes, fc.nat({ max: 6_000 }), fc.boolean(), async (bytes, seed, byLine) => {
        put(bytes);
        const maxResultBytes = budgetFor(bytes.length, seed);
        const parts: Buffer[] = [];
        for (let at = 0, line: number | undefined = 1, isLineStart = true; parts.length === 0 || at < bytes.length; ) {
          const place = byLine && isLineStart && line !== undefined ? { startLine: line } : { offset: at };
          const answer = await desk.call('read_file', { path, ...(bytes.length > 0 && place) }, { maxResultBytes });
          if (answer.isError) expect.unreachable(answer.text);
          const { offset, nextOffset, startLine, endLine } = rangeOf(answer);
          if (offset !== at || startLine !== (bytes.length === 0 ? undefined : line)) {
            if (bytes.length > 3) expect.unreachable(`asked for ${at} in line ${line}, got ${offset} in ${startLine}`);
          }
          parts.push(bytes.subarray(offset, nextOffset));
          at = nextOffset;
          isLineStart = endsLine(bytes, at);
          line = endLine === undefined ? undefined : endLine + (isLineStart ? 1 : 0);
        }
        if (parts.length > 1) overBudget++;
        expect(Buffer.concat(parts).equals(bytes)).toBe(true);
      }),
      runs,
    );
    expect(overBudget).toBeGreaterThan(33);
  }, 120_000);

  // Fails when the pages of a growing file reach into what was appended, or leave out some of it.
  it('is rebuilt while it grows: first as it was, then what came', async () => {
    let grownBetweenPages = 0;
    await fc.assert(
      fc.asyncProperty(fileText, fc.array(lineText, { minLength: 1, maxLength: 6 }), async (text, additions) => {
        put(Buffer.from(`x${text}`));
        const left = [...additions];
        const file = join(desk.folder, 'generated');
        const size = (): number => readFileSync(file).length;
        const added = additions.reduce((sum, addition) => sum + Buffer.byteLength(addition), 0);
        const maxResultBytes = Math.max(2_048, budgetFor(size() + added, 0));
        let at = 0;
        let end = size();
        for (let input: object = { path, lineNumbers: false }; ; ) {
          const answer = await desk.call('read_file', input, { maxResultBytes });
          if (answer.isError) expect.unreachable(answer.text);
          const { offset, nextOffset, next, later } = answer.page as unknown as Facts & {
            later?: string;
            next?: string;
          };
          expect(offset).toBe(at);
          expect(next === undefined).toBe(nextOffset === end);
          at = nextOffset;
          const sizeAtPage = size();
          const addition = left.shift();
          if (addition !== undefined) appendFileSync(file, addition);
          if (next !== undefined && addition !== undefined && addition !== '') grownBetweenPages++;
          if (next === undefined && at === size() && left.length === 0) break;
          if (next === undefined) end = sizeAtPage > at ? sizeAtPage : size();
          input = { path, lineNumbers: false, cursor: next ?? later };
        }
      }),
      runs,
    );
    expect(grownBetweenPages).toBeGreaterThan(33);
  }, 120_000);

  // Fails when positions of the compressed file are taken for positions of its content.
  it('is rebuilt from what gzip made of it', async () => {
    await fc.assert(
      fc.asyncProperty(fileBytes, fc.nat({ max: 6_000 }), async (bytes, seed) => {
        put(gzipSync(bytes));
        const answers = await follow('read_file', { path, lineNumbers: false }, budgetFor(bytes.length, seed));
        expect(rangeOf(answers.at(-1) as ToolAnswer).nextOffset).toBe(bytes.length);
        expect(contentOf(answers) === decoded(bytes)).toBe(true);
      }),
      { numRuns: 40 },
    );
  }, 120_000);
});

function endsLine(bytes: Buffer, at: number): boolean {
  const isLe = bytes[0] === 0xff && bytes[1] === 0xfe;
  const isBe = bytes[0] === 0xfe && bytes[1] === 0xff;
  if (!isLe && !isBe) return bytes[at - 1] === 0x0a;
  const [high, low] = isLe ? [bytes[at - 1], bytes[at - 2]] : [bytes[at - 2], bytes[at - 1]];
  return high === 0 && low === 0x0a;
}
