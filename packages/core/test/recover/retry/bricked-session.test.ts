import { afterEach, expect, it } from 'vitest';
import type { RecordedRequest } from '../../../src/testing/providers/scripted-provider.ts';
import { calledTurn, readLogs } from '../../support/called-turn.ts';
import { type SessionLoop, type SessionLoopOptions, startSessionLoop } from '../../support/session-loop.ts';
import { log } from './support/recovering.ts';

const apis = ['anthropic-messages', 'openai-chat', 'openai-responses', 'bedrock-converse', 'gemini'] as const;

let loop: SessionLoop;
const start = async (api: (typeof apis)[number], options: SessionLoopOptions): Promise<SessionLoop> => {
  loop = await startSessionLoop(api, options);
  return loop;
};
afterEach(() => loop.close());

const statuses = (): (number | undefined)[] => loop.provider.requests.map(({ status }) => status);
const sizes = (): number[] => loop.provider.requests.map(({ bytes }) => bytes.byteLength);
const callLog = { toolCalls: [{ name: 'read_log', input: { path: 'a' } }] };

it.each(apis)('BC-001 a tool gives 1 MB where 300 KB are too much: both prompts are answered, %s', async (api) => {
  await start(api, {
    provider: { maxRequestBytes: 300_000, script: [callLog, { text: 'first' }, callLog, { text: 'second' }] },
    tools: { read_log: () => log(1_000_000) },
  });
  await loop.prompt('A');
  await loop.prompt('B');
  expect(statuses()).toEqual([200, 200, 200, 200]);
  for await (const { event } of loop.record.events()) {
    expect(JSON.stringify(event).length).toBeLessThan(2 * 65_536);
  }
});

it.each(apis)('BC-003 a result over the edge is cut here, without asking the model: %s', async (api) => {
  const nearly = Array.from({ length: 3 }, () => log(40_000));
  await start(api, {
    provider: { maxRequestBytes: 150_000, script: [callLog, { text: 'done' }] },
    tools: { read_log: () => log(60_000) },
    before: () => calledTurn(api, 'Read them.', readLogs(nearly)),
  });
  await loop.prompt('Read one more.');
  expect(loop.toolRuns()).toBe(1);
  expect(statuses()).toEqual([200, expect.any(Number), 200]);
  expect(sizes()[1]).toBeGreaterThan(150_000);
  expect(sizes()[2]).toBeLessThan(sizes()[1] as number);
});

it.each(apis)('BC-005 a stored result of 620 KB, and 413 for every request over 200 KB: %s', async (api) => {
  const before = calledTurn(api, 'Read the sample.', readLogs([log(620_000), ...Array(4).fill(log(60_000))]));
  await start(api, { provider: { maxPayloadBytes: 200_000, script: [{ text: 'done' }] }, before: () => before });
  await loop.prompt('test');
  expect(loop.toolRuns()).toBe(0);
  expect(statuses()).toHaveLength(2);
  expect(sizes()[1]).toBeLessThan(200_000);
  const last = loop.provider.requests.at(-1) as RecordedRequest;
  expect(last.status).toBe(200);
});
