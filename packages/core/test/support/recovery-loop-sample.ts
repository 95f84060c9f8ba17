import type Anthropic from '@anthropic-ai/sdk';
import { createRecovery, type Spillway } from '@spillway/core';

/** A plain agent loop. The marked lines are what recovery adds to it. */
export async function answer(
  client: Anthropic, // with maxRetries: 0
  model: string,
  spillway: Spillway, // createSpillway()
  runTool: (name: string, input: unknown) => Promise<string>,
  tools: readonly Anthropic.Tool[],
  question: string,
): Promise<string> {
  const recovery = createRecovery({ spillway }); // (1) one for the whole conversation
  const readers = spillway.tools(); // (2) read_result and grep_result, which read what was shortened
  const readerTools = readers.map(({ name, description, inputSchema }) => ({
    name,
    description,
    input_schema: inputSchema as Anthropic.Tool.InputSchema,
  }));
  const run = async (name: string, input: unknown): Promise<string> => {
    const reader = readers.find((tool) => tool.name === name);
    return reader === undefined ? runTool(name, input) : (await reader.execute(input)).text;
  };
  const messages: Anthropic.MessageParam[] = [{ role: 'user', content: question }];
  for (;;) {
    const request = { model, max_tokens: 4_000, tools: [...tools, ...readerTools], messages };
    const { content } = await recovery.send(request, (body, { signal }) => client.messages.create(body, { signal })); // (3)
    messages.push({ role: 'assistant', content });
    const results: Anthropic.ToolResultBlockParam[] = [];
    for (const block of content) {
      if (block.type !== 'tool_use') continue;
      results.push({ type: 'tool_result', tool_use_id: block.id, content: await run(block.name, block.input) });
    }
    if (results.length === 0) return content.map((block) => (block.type === 'text' ? block.text : '')).join('');
    messages.push({ role: 'user', content: results });
  }
}
