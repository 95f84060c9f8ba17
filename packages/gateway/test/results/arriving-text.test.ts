import { describe, expect, it } from 'vitest';
import { ArrivingText } from '../../src/results/arriving-text.ts';
import { createTestBoundary, type TestBoundary } from '../support/boundary.ts';

const budget = 1_024;
const head = '{"id":1,"result":{"content":[{"type":"text","text":';
const tail = '}]}}';
const start = head.length + 1;
const context = { toolName: 'tool', toolCallId: '1', input: { a: 1 }, maxResultBytes: budget };

function begin(boundary: TestBoundary, line: Buffer, pieceBytes = 7): ArrivingText {
  const capture = boundary.capture?.({ toolName: '', maxResultBytes: budget });
  if (capture === undefined) throw new TypeError('the boundary of tests has captures');
  return new ArrivingText(capture, line, { start, maxResultBytes: budget, pieceBytes });
}

function toLiteral(line: Buffer): {
  range: { start: number; end: number };
  decoded: (is: boolean) => void;
  heard: boolean[];
} {
  const heard: boolean[] = [];
  const range = { start: head.length, end: line.length - tail.length };
  return { range, heard, decoded: (is) => heard.push(is) };
}

/** Each store has a key of its own, and so ids of its own. */
const withoutId = (notice: string | undefined): string | undefined => notice?.replaceAll(/r_[0-9a-z]+/g, 'r_');

const text = Array.from({ length: 28 }, (_, index) => `line ${index}: é😀 "quoted" \\ \t\u0001 end`).join('\n');

describe('a text that is taken while it arrives', () => {
  it('gives what the boundary gives for the whole text, however far it had arrived', async () => {
    const line = Buffer.from(`${head}${JSON.stringify(text)}${tail}`);
    const whole = await createTestBoundary().bound(text, context);
    for (let length = start; length <= line.length; length++) {
      const boundary = createTestBoundary();
      const arriving = begin(boundary, Buffer.from(line.subarray(0, start)));
      arriving.arrived(Buffer.from(line.subarray(0, length)));
      const literal = toLiteral(line);
      const bounded = await arriving.bound(line, literal, context);
      await arriving.close();
      expect(withoutId(bounded?.toText())).toBe(withoutId(whole.toText()));
      expect(bounded?.handle?.sha256).toBe(whole.handle?.sha256);
      expect(literal.heard).toEqual([true]);
      expect(arriving.isBounded).toBe(true);
      expect(boundary.captures.aborted).toBe(0);
    }
  });

  it('gives the same when it arrives byte by byte', async () => {
    const boundary = createTestBoundary();
    const line = Buffer.from(`${head}${JSON.stringify(text)}${tail}`);
    const arriving = begin(boundary, line.subarray(0, start));
    for (let length = start; length < line.length; length++) {
      arriving.arrived(line.subarray(0, length));
      if (length % 3 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    const bounded = await arriving.bound(line, toLiteral(line), context);
    expect(bounded?.toText()).toBe((await boundary.bound(text, context)).toText());
    const provenance = await boundary.lastProvenance(bounded?.handle?.id as string);
    expect(provenance).toMatchObject({ toolName: 'tool', toolCallId: '1' });
    expect(provenance?.inputDigest).toMatch(/^[0-9a-f]{16}$/);
  });

  it('may be asked again, for a smaller budget', async () => {
    const boundary = createTestBoundary();
    const long = `${text}\n`.repeat(20);
    const line = Buffer.from(`${head}${JSON.stringify(long)}${tail}`);
    const arriving = begin(boundary, line.subarray(0, start + 500));
    await arriving.bound(line, toLiteral(line), context);
    const smaller = { ...context, maxResultBytes: 700 };
    const bounded = await arriving.bound(line, toLiteral(line), smaller);
    expect(bounded?.deliveredBytes).toBeLessThanOrEqual(700);
    expect((await boundary.read(bounded?.handle?.id as string)).toString() === long).toBe(true);
    expect(await boundary.handleCount()).toBe(1);
  });

  it.each([
    ['another literal of the line', (line: Buffer) => ({ ...toLiteral(line), range: { start: 5, end: 9 } }), context],
    ['a larger budget than the one of the capture', toLiteral, { ...context, maxResultBytes: budget + 1 }],
  ])('gives nothing for %s, and keeps nothing', async (_, literal, asked) => {
    const boundary = createTestBoundary();
    const line = Buffer.from(`${head}${JSON.stringify(text)}${tail}`);
    const arriving = begin(boundary, line.subarray(0, 900));
    expect(await arriving.bound(line, literal(line), asked)).toBeUndefined();
    await arriving.close();
    expect(arriving.isBounded).toBe(false);
    expect(await boundary.handleCount()).toBe(0);
    expect(boundary.captures).toEqual({ begun: 1, presented: 0, aborted: 1 });
  });

  it.each([
    ['in what had arrived', 200],
    ['in the rest', start],
  ])('gives nothing where an escape is broken %s', async (_, length) => {
    const boundary = createTestBoundary();
    const line = Buffer.from(`${head}"aaaaaaaaaaaaaaaaaaaaaaaaaa\\q${'b'.repeat(300)}"${tail}`);
    const arriving = begin(boundary, line.subarray(0, length));
    await new Promise((resolve) => setImmediate(resolve));
    expect(await arriving.bound(line, toLiteral(line), context)).toBeUndefined();
    await arriving.close();
    expect(await boundary.handleCount()).toBe(0);
    expect(boundary.captures.aborted).toBeGreaterThan(0);
  });

  it('says that the text is spelled otherwise than JSON.stringify spells it', async () => {
    const boundary = createTestBoundary();
    const line = Buffer.from(`${head}"${'a\\/b'.repeat(500)}"${tail}`);
    const literal = toLiteral(line);
    expect((await begin(boundary, line.subarray(0, 600)).bound(line, literal, context))?.complete).toBe(false);
    expect(literal.heard).toEqual([false]);
  });

  it('keeps nothing of a line that is given up while a piece is being written', async () => {
    const boundary = createTestBoundary();
    const line = Buffer.from(`${head}"${'a'.repeat(100_000)}`);
    const arriving = begin(boundary, line, 64);
    await Promise.all([arriving.close(), arriving.close()]);
    arriving.arrived(line);
    await arriving.close();
    expect(await boundary.handleCount()).toBe(0);
    expect(boundary.captures.presented).toBe(0);
  });
});
