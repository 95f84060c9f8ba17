import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { createMemoryStore, createSpillway, openRecord, openSession, recordPath } from '@spillway/core';
import { startScriptedProvider } from '@spillway/core/testing/providers';
import { expect, it } from 'vitest';

it('keeps a conversation in a record, and tells what each request was', async () => {
  await using provider = await startScriptedProvider({ script: () => ({ text: 'Shard 42 lost one request.' }) });
  const record = await openRecord(recordPath(await mkdtemp(`${tmpdir()}/sessions-`), 'incident-7'));
  const spillway = createSpillway({ store: createMemoryStore(), scope: 'test' });
  const session = await openSession({ record, spillway, format: 'openai-chat' });

  await session.append({ role: 'user', content: 'What happened to request 700?' });
  const response = await session.send({ model: 'gpt-scripted', max_completion_tokens: 1000 }, (body) =>
    fetch(`${provider.url}/v1/chat/completions`, { method: 'POST', body: JSON.stringify(body) }),
  );
  const { choices } = (await response.json()) as { choices: { message: { role: string; content: string } }[] };
  await session.append({ role: 'assistant', content: choices[0]?.message.content });
  await record.sync();

  expect(session.messages.length).toBe(2);
  expect(JSON.stringify(await session.asSent(1))).toBe(provider.requests[0]?.bytes.toString());
  await record.close();
});
