import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Anthropic from '@anthropic-ai/sdk';
import { createFsStore, createSpillway } from '@spillway/core';
import { createLiteralReader, startScriptedProvider } from '@spillway/core/testing/providers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { answer } from '../support/recovery-loop-sample.ts';
import { ask } from '../support/recovery-session-sample.ts';

const page = readFileSync(new URL('../../../../docs/recovery.md', import.meta.url), 'utf8');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'spillway-'));
});
afterEach(() => rmSync(folder, { recursive: true }));
const openSpillway = () =>
  createSpillway({ store: createFsStore({ directory: join(folder, 'store') }), scope: 'page' });

it.each(['recovery-loop-sample.ts', 'recovery-session-sample.ts'])('docs/recovery.md shows %s as it runs', (name) => {
  const blocks = [...page.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code]) => code);
  expect(blocks).toContain(readFileSync(new URL(`../support/${name}`, import.meta.url), 'utf8'));
});

it('the loop of the page lives on after a refusal, and answers from what was kept', async () => {
  await using provider = await startScriptedProvider({ script: createLiteralReader(), maxRequestBytes: 45_000 });
  const client = new Anthropic({ baseURL: provider.url, apiKey: 'none', maxRetries: 0 });
  const lines = Array.from({ length: 900 }, (_, n) => `request ${n} served by shard ${n % 7}, nothing to report`);
  const log = lines.with(700, 'request 700 lost by shard 42').join('\n');
  const tool = { name: 'read_log', description: 'Reads the log.', input_schema: { type: 'object' as const } };
  const question = 'Find: shard 42\nread_log {}';
  const found = await answer(client, 'claude-scripted', openSpillway(), async () => log, [tool], question);
  expect(found).toMatch(/^found:.*request 700 lost by shard 42$/);
  expect(provider.requests.map(({ status }) => status)).toEqual([200, 400, 200]);
});

it('the session of the page goes on where another opened it before', async () => {
  await using provider = await startScriptedProvider({
    script: [{ text: 'Shard 42 lost it.' }, { text: 'At three.' }],
  });
  expect(await ask(provider.url, folder, openSpillway(), 'What happened to request 700?')).toBe('Shard 42 lost it.');
  expect(await ask(provider.url, folder, openSpillway(), 'When?')).toBe('At three.');
  expect(provider.requests[1]?.body).toMatchObject({
    messages: [
      { role: 'user', content: 'What happened to request 700?' },
      { role: 'assistant', content: 'Shard 42 lost it.' },
      { role: 'user', content: 'When?' },
    ],
  });
});
