import { createMemoryStore, createSpillway } from '@spillway/core';
import { createLiteralReader, startScriptedProvider } from '@spillway/core/testing/providers';
import { expect, it } from 'vitest';

const lines = Array.from({ length: 20_000 }, (_, n) => `request ${n} served`);
const log = lines.with(12_345, 'request 12345 lost by shard 42').join('\n');
const tool = { name: 'read_log', description: 'Reads the log.', inputSchema: { type: 'object' } };

interface Reply {
  readonly content: { type: string; id: string; name: string; input: unknown; text: string }[];
  readonly error: { message: string };
}

/** The loop under test; yours stands in its place. */
async function answer(url: string, question: string): Promise<string> {
  const spillway = createSpillway({ store: createMemoryStore(), scope: 'test', budget: { maxResultBytes: 4096 } });
  const readers = spillway.tools();
  const tools = [tool, ...readers].map(({ name, description, inputSchema }) => ({
    name,
    description,
    input_schema: inputSchema,
  }));
  const run = async (name: string, input: unknown): Promise<string> =>
    name === tool.name
      ? (await spillway.bound(log, { toolName: name })).toText()
      : ((await readers.find((reader) => reader.name === name)?.execute(input))?.text ?? `no tool ${name}`);
  const messages: object[] = [{ role: 'user', content: question }];
  for (;;) {
    const body = JSON.stringify({ model: 'claude-scripted', max_tokens: 1000, messages, tools });
    const response = await fetch(`${url}/v1/messages`, { method: 'POST', body });
    const { content, error } = (await response.json()) as Reply;
    if (!response.ok) throw new Error(error.message);
    const results: object[] = [];
    for (const block of content) {
      if (block.type !== 'tool_use') continue;
      results.push({ type: 'tool_result', tool_use_id: block.id, content: await run(block.name, block.input) });
    }
    if (results.length === 0) return content[0]?.text ?? '';
    messages.push({ role: 'assistant', content }, { role: 'user', content: results });
  }
}

it('answers as the script says', async () => {
  await using provider = await startScriptedProvider({
    script: [{ toolCalls: [{ name: 'read_log', input: {} }] }, { text: 'Shard 42 lost a request.' }],
  });
  expect(await answer(provider.url, 'What went wrong?')).toBe('Shard 42 lost a request.');
  expect(provider.requests.map(({ status }) => status)).toEqual([200, 200]);
});

it('shows the model enough to find one line of 400 KB, in requests of 16 KB', async () => {
  await using provider = await startScriptedProvider({ script: createLiteralReader(), maxRequestBytes: 16_384 });
  expect(await answer(provider.url, 'Find: shard 42\nread_log {}')).toMatch(/^found: .*lost by shard 42/);
});

it('passes on what the provider says of a request that is too long', async () => {
  await using provider = await startScriptedProvider({ script: [], windowTokens: 1000 });
  const words = /^(?:prompt is too long|input length and `max_tokens` exceed context limit): .*\d+/;
  await expect(answer(provider.url, 'x'.repeat(8000))).rejects.toThrow(words);
});
