import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { Boundary } from '../../src/boundary.ts';
import type { GatewayLimits } from '../../src/limits.ts';
import { Relay } from '../../src/relay/relay.ts';
import { Session } from '../../src/relay/session.ts';
import { createTestBoundary } from '../support/boundary.ts';
import { LIMITS } from '../support/limits.ts';

const rows = (count: number): string =>
  Array.from(
    { length: count },
    (_, index) => `2026-11-30T03:39:17Z INFO [w${index % 9}] \\"served\\" é id=${index}\\n`,
  ).join('');
/** 2 MB as they stand in a line. */
const long = rows(37_000);
const other = 'x'.repeat(1_500_000);
const call = (id: number): string =>
  `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"t","arguments":{"a":1}}}\n`;
const answer = (result: string, id = 1): string => `{"jsonrpc":"2.0","id":${id},"result":${result}}`;
const part = (text: string): string => `{"type":"text","text":"${text}"}`;

interface Passed {
  readonly down: string;
  readonly reports: readonly string[];
  /** The handles of the notices, in order; left out of `down`, since each store has ids of its own. */
  readonly handles: readonly string[];
}

/** Opens a relay between two ends of the test's own. */
function openRelay(boundary: Boundary, limits: GatewayLimits = LIMITS) {
  const reports: string[] = [];
  const session = new Session({ boundary, limits, choices: {}, report: (line) => reports.push(line) });
  const streams = {
    fromClient: new PassThrough(),
    toClient: new PassThrough(),
    fromServer: new PassThrough(),
    toServer: new PassThrough().resume(),
  };
  const chunks: Buffer[] = [];
  streams.toClient.on('data', (chunk: Buffer) => chunks.push(chunk));
  const between = new Relay(session, streams, { onClientGone: () => {} });
  return { streams, between, down: () => Buffer.concat(chunks).toString(), reports };
}

/** Relays what a server writes, cut into chunks, while three tool calls are open. */
async function relay(
  boundary: Boundary,
  written: string,
  options: { cancel?: boolean; chunkBytes?: number } = {},
): Promise<Passed> {
  const { streams, between, down, reports } = openRelay(boundary);
  for (const id of [1, 2, 3]) streams.fromClient.write(call(id));
  const cancel = '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}\n';
  const bytes = Buffer.from(written);
  const { chunkBytes = 65_536 } = options;
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    if (!streams.fromServer.write(bytes.subarray(at, at + chunkBytes))) {
      await new Promise((resolve) => streams.fromServer.once('drain', resolve));
    }
    if (at === 0) await new Promise((resolve) => setImmediate(resolve));
    if (options.cancel === true && at > 1_700_000 && at <= 1_700_000 + chunkBytes) streams.fromClient.write(cancel);
  }
  streams.fromServer.end();
  await between.server.done;
  await between.finish({ ownCallsMs: 1_000 });
  const text = down();
  const handles = [...text.matchAll(/\[PARTIAL\].*?(r_[0-9a-z]+)/g)].map(([, id]) => id as string);
  return { down: text.replaceAll(/r_[0-9a-z]{8,}/g, 'r_'), reports, handles };
}

/** A boundary that can only bound what is whole. */
const wholeOnly = ({ bound, tools }: Boundary): Boundary => ({ bound, tools });

describe('a tool result that is taken while its line arrives', () => {
  it.each([
    ['one text', answer(`{"content":[${part(long)}]}`)],
    ['the result before the id', `{"result":{"content":[${part(long)}]},"jsonrpc":"2.0","id":1}`],
    [
      'a value beside it that repeats it',
      answer(`{"content":[${part(long)}],"structuredContent":{"result":"${long}"}}`),
    ],
    ['an error of the tool', answer(`{"isError":true,"content":[${part(long)}]}`)],
    ['escapes that are spelled otherwise', answer(`{"content":[${part(`${long}\\/\\u00e9`)}]}`)],
    ['bare control characters', answer(`{"content":[${part(`${long}\u0001`)}]}`)],
  ])('comes down as one that was whole first: %s', async (_, line) => {
    const reference = createTestBoundary();
    const expected = await relay(wholeOnly(reference), `${line}\n`);
    for (const chunkBytes of [65_536, 10_007, 3_000_000]) {
      const boundary = createTestBoundary();
      expect(await relay(boundary, `${line}\n`, { chunkBytes })).toMatchObject({
        down: expected.down,
        reports: expected.reports,
      });
      expect(await boundary.handleCount()).toBe(await reference.handleCount());
      const begun = chunkBytes > 2_000_000 ? 0 : 1;
      expect(boundary.captures).toEqual({ begun, presented: begun, aborted: 0 });
    }
    expect(expected.down).toContain('[PARTIAL]');
  });

  it.each([
    ['another text after it', answer(`{"content":[${part(long)},${part(other)}]}`)],
    ['a second text of the same part', answer(`{"content":[{"type":"text","text":"${long}","text":"${other}"}]}`)],
    ['a second content', answer(`{"content":[${part(long)}],"content":[${part(other)}]}`)],
    ['a second result', `{"id":1,"result":{"content":[${part(long)}]},"result":{"content":[]}}`],
    ['a part of another type', answer(`{"content":[{"text":"${long}","type":"other"}]}`)],
    ['a value that differs', answer(`{"content":[${part(long)}],"structuredContent":{"a":1}}`)],
    ['an escape that JSON does not know', answer(`{"content":[${part(`${long}\\q`)}]}`)],
    ['an id that nobody asked for', `{"result":{"content":[${part(long)}]},"id":99}`],
    ['a request of the server', `{"id":1,"result":{"content":[${part(long)}]},"method":"sampling/createMessage"}`],
    ['no end of the object', `{"id":1,"result":{"content":[${part(long)}]}`],
    ['a task', answer(`{"content":[${part(long)}],"task":{"taskId":"t"}}`)],
  ])('turns out to be something else, and nothing of it is kept: %s', async (_, line) => {
    const reference = createTestBoundary();
    const expected = await relay(wholeOnly(reference), `${line}\n`);
    const boundary = createTestBoundary();
    expect(await relay(boundary, `${line}\n`)).toMatchObject({ down: expected.down, reports: expected.reports });
    expect(await boundary.handleCount()).toBe(await reference.handleCount());
    expect(boundary.captures).toMatchObject({ begun: 1, presented: 0 });
    expect(boundary.captures.aborted).toBeGreaterThan(0);
  });

  it('is dropped when its call is cancelled on the way', async () => {
    const boundary = createTestBoundary();
    const { down, reports } = await relay(boundary, `${answer(`{"content":[${part(long)}]}`)}\n`, { cancel: true });
    expect(down).toBe('');
    expect(reports).toEqual(['dropped the answer of a cancelled call, id 1']);
    expect(await boundary.handleCount()).toBe(0);
    expect(boundary.captures).toEqual({ begun: 1, presented: 0, aborted: 1 });
  });

  it('is dropped when the server dies in the middle of it', async () => {
    const boundary = createTestBoundary();
    const { down, reports } = await relay(
      boundary,
      answer(`{"content":[${part('x'.repeat(2_000_000))}]}`).slice(0, 1_800_000),
    );
    expect(down).toBe('');
    expect(reports).toEqual(['the server ended in the middle of a message, after 1800000 bytes of it']);
    expect(await boundary.handleCount()).toBe(0);
    expect(boundary.captures).toEqual({ begun: 1, presented: 0, aborted: 1 });
  });

  it('counts where the server died right before its line feed', async () => {
    const boundary = createTestBoundary();
    const { down } = await relay(boundary, answer(`{"content":[${part(long)}]}`));
    expect(JSON.parse(down).result.content[0].text).toContain('[PARTIAL]');
    expect(boundary.captures).toEqual({ begun: 1, presented: 1, aborted: 0 });
  });

  it('is given up once the line is larger than any may be', async () => {
    const boundary = createTestBoundary();
    const { streams, between, down } = openRelay(boundary, { ...LIMITS, maxFrameBytes: 1_500_000 });
    streams.fromClient.write(call(1));
    await new Promise((resolve) => setImmediate(resolve));
    const bytes = Buffer.from(`${answer(`{"content":[${part(long)}]}`)}\n`);
    for (let at = 0; at < 1_700_000; at += 65_536) streams.fromServer.write(bytes.subarray(at, at + 65_536));
    for (let turn = 0; turn < 100 && boundary.captures.aborted === 0; turn++) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(boundary.captures).toEqual({ begun: 1, presented: 0, aborted: 1 });
    streams.fromServer.end(bytes.subarray(Math.ceil(1_700_000 / 65_536) * 65_536));
    await between.server.done;
    expect(JSON.parse(down())).toMatchObject({ id: 1, error: { code: -32_603 } });
    expect(await boundary.handleCount()).toBe(0);
  });

  it('is left alone where it is short, or no tool result', async () => {
    for (const line of [
      answer(`{"content":[${part(rows(15_000))}]}`),
      answer(`{"contents":[{"uri":"a","text":"${long}"}]}`),
      answer(`{"content":[{"type":"image","data":"${other}"}]}`),
      `{"jsonrpc":"2.0","method":"notifications/message","params":{"content":[${part(long)}]}}`,
    ]) {
      const boundary = createTestBoundary();
      await relay(boundary, `${line}\n`);
      expect(boundary.captures.begun).toBe(0);
    }
  });

  // Fails when a buffer is used again that is still read, or shorter than the line in it.
  it('leaves the memory of one line to the next', async () => {
    const boundary = createTestBoundary();
    const texts = [`first ${rows(100_000)}`, `second ${rows(90_000)}`, `third ${rows(100_001)}`];
    const lines = texts.map((text, index) => `${answer(`{"content":[${part(text)}]}`, index + 1)}\n`);
    const { handles } = await relay(boundary, lines.join(''));
    expect(boundary.captures).toEqual({ begun: 3, presented: 3, aborted: 0 });
    expect(handles).toHaveLength(3);
    for (const [index, text] of texts.entries()) {
      const kept = await boundary.read(handles[index] as string);
      expect(kept.toString() === JSON.parse(`"${text}"`)).toBe(true);
      const origin = await boundary.readOrigin(handles[index] as string);
      expect(origin.toString() === `{"content":[${part(text)}]}`).toBe(true);
    }
  });
});
