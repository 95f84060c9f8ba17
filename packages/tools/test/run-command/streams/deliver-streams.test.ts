import { createMemoryStore, createSpillway, type Spillway } from '@spillway/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CapturedStream, type Delivered, deliveredJson } from '../../../src/run-command/streams/deliver-stream.ts';
import { deliverStreams } from '../../../src/run-command/streams/deliver-streams.ts';
import { anyStream, bothBytes } from '../support/any-stream.ts';

function create(maxResultBytes: number, word = 'spillway'): Spillway {
  return createSpillway({
    budget: { maxResultBytes },
    store: createMemoryStore(),
    scope: 'test',
    formatCall: ({ tool, arguments: input }) => `${word} ${tool} --scope test '${JSON.stringify(input)}'`,
  });
}

async function capture(spillway: Spillway, label: string, bytes: Uint8Array): Promise<CapturedStream> {
  const capture = spillway.capture({ toolName: 'exec', label, keepControls: true });
  for (let at = 0; at < bytes.length; at += 1000) await capture.write(bytes.subarray(at, at + 1000));
  return { capture, captured: await capture.end() };
}

async function stored(spillway: Spillway, delivered: Delivered): Promise<Buffer> {
  const source = await spillway.open(delivered.result.handle?.id ?? '');
  return Buffer.from(await source.read(0, source.byteLength));
}

/** What a stream takes as data when it printed nothing: `{"partial":false,"value":""}`, and what joins the two. */
const EMPTY_BYTES = 2 * 28 + 3;
const printed = (delivered: Delivered | undefined): string =>
  delivered === undefined ? '' : Buffer.from(delivered.exact ?? delivered.result.toText()).toString();

describe('deliverStreams', () => {
  it('leaves out a stream that printed nothing', async () => {
    const spillway = create(1024);
    const streams = {
      stdout: await capture(spillway, 'stdout', Buffer.from('out\n')),
      stderr: await capture(spillway, 'stderr', new Uint8Array(0)),
    };
    const delivered = await deliverStreams(streams, 1024);
    expect(delivered.stderr).toBeUndefined();
    expect(Buffer.from(delivered.stdout?.exact ?? '').toString()).toBe('out\n');
  });

  it('keeps both where not even their notices fit', async () => {
    const spillway = create(1024, 'x'.repeat(600));
    const flood = Buffer.from('flood\n'.repeat(1_000));
    const streams = {
      stdout: await capture(spillway, 'stdout', flood),
      stderr: await capture(spillway, 'stderr', flood),
    };
    const [handle, ...others] = (await spillway.list()).handles;
    expect(others).toEqual([]);
    expect(await deliverStreams(streams, 1024)).toEqual({ keptOnly: [handle?.id] });
  });

  it('BC-125 leaves the short error whole beside a flood on the other stream', async () => {
    const spillway = create(2048);
    const streams = {
      stdout: await capture(spillway, 'stdout', Buffer.from(`${'x'.repeat(9_999)}\n`.repeat(30))),
      stderr: await capture(spillway, 'stderr', Buffer.from('error: X\n')),
    };
    const delivered = await deliverStreams(streams, 2048);
    expect(Buffer.from(delivered.stderr?.exact ?? '').toString()).toBe('error: X\n');
    expect(delivered.stdout?.result.complete).toBe(false);
  });

  // Fails when a stream is presented with the whole budget instead of its share, and when `exact` is the text put back
  // into bytes.
  it('bounded, lossless: both together fit, and each is delivered exactly or kept exactly', async () => {
    let overBudget = 0;
    await fc.assert(
      fc.asyncProperty(anyStream, anyStream, fc.integer({ min: 1200, max: 4000 }), async (stdout, stderr, maxBytes) => {
        const spillway = create(maxBytes);
        const inputs = { stdout, stderr };
        const delivered = await deliverStreams(
          { stdout: await capture(spillway, 'stdout', stdout), stderr: await capture(spillway, 'stderr', stderr) },
          maxBytes,
        );
        const encoded = JSON.stringify([printed(delivered.stdout), printed(delivered.stderr)]);
        expect(Buffer.byteLength(encoded)).toBeLessThanOrEqual(maxBytes);
        const asData = JSON.stringify([deliveredJson(delivered.stdout), deliveredJson(delivered.stderr)]);
        expect(Buffer.byteLength(asData)).toBeLessThanOrEqual(maxBytes + EMPTY_BYTES);
        if (bothBytes(stdout, stderr) > maxBytes) overBudget += 1;
        for (const name of ['stdout', 'stderr'] as const) {
          const one = delivered[name];
          if (one === undefined) expect(inputs[name]).toHaveLength(0);
          else if (one.result.complete && one.exact === undefined) expect(inputs[name].toString().trim()).toBe('');
          else
            expect(one.exact === undefined ? await stored(spillway, one) : Buffer.from(one.exact)).toEqual(
              inputs[name],
            );
        }
      }),
      { numRuns: 150 },
    );
    expect(overBudget).toBeGreaterThan(50);
  });
});
