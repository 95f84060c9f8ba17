import { createMemoryStore, createRecovery, createSpillway } from '@spillway/core';
import { createLiteralReader, startScriptedProvider } from '@spillway/core/testing/providers';
import { expect, it } from 'vitest';

const lines = Array.from({ length: 900 }, (_, n) => `request ${n} served by shard ${n % 7}, nothing to report`);
const log = lines.with(700, 'request 700 lost by shard 42').join('\n');
const tool = { name: 'read_log', description: 'Reads the log.', input_schema: { type: 'object' } };

interface Reply {
  readonly content: { type: string; id: string; name: string; input: unknown; text: string }[];
}

/** A plain loop over Anthropic Messages. What recovery adds to it is two lines. */
async function answer(url: string, question: string): Promise<string> {
  const spillway = createSpillway({ store: createMemoryStore(), scope: 'test' });
  const recovery = createRecovery({ spillway, format: 'anthropic-messages' });
  const readers = spillway.tools();
  const tools = readers.map(({ name, description, inputSchema }) => ({ name, description, input_schema: inputSchema }));
  const run = async (name: string, input: unknown): Promise<string> =>
    name === tool.name ? log : ((await readers.find((reader) => reader.name === name)?.execute(input))?.text ?? '');
  const messages: object[] = [{ role: 'user', content: question }];
  for (;;) {
    const request = { model: 'claude-scripted', max_tokens: 1000, tools: [tool, ...tools], messages };
    const response = await recovery.send(request, (body) =>
      fetch(`${url}/v1/messages`, { method: 'POST', body: JSON.stringify(body) }),
    );
    const { content } = (await response.json()) as Reply;
    const calls = content.filter(({ type }) => type === 'tool_use');
    if (calls.length === 0) return content[0]?.text ?? '';
    const results = await Promise.all(
      calls.map(async ({ id, name, input }) => ({
        type: 'tool_result',
        tool_use_id: id,
        content: await run(name, input),
      })),
    );
    messages.push({ role: 'assistant', content }, { role: 'user', content: results });
  }
}

it('lives on after a refusal, and answers from what was kept', async () => {
  await using provider = await startScriptedProvider({ script: createLiteralReader(), maxRequestBytes: 45_000 });
  const question = 'Find: shard 42\nread_log {}';
  expect(await answer(provider.url, question)).toMatch(/^found:.*request 700 lost by shard 42$/);
  expect(provider.requests.map(({ status }) => status)).toEqual([200, 400, 200]);
});
