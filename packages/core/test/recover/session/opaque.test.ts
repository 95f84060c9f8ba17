import { expect, it } from 'vitest';
import type { JsonObject } from '../../../src/recover/wire/json.ts';
import { toJsonText } from '../../../src/recover/wire/json.ts';
import { temporarySession } from '../../support/temporary-session.ts';

const user = { role: 'user', content: 'go on' };
const encrypted = 'RW5jcnlwdGVk'.repeat(20_000);

it.each<[string, string, JsonObject[]]>([
  [
    'thoughts with signatures, searches of the server, citations and marks of the cache',
    'anthropic-messages',
    [
      { role: 'user', content: [{ type: 'text', text: 'hello', cache_control: { type: 'ephemeral' } }] },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'a \u0007 thought', signature: encrypted },
          { type: 'redacted_thinking', data: encrypted },
          { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'x'.repeat(40_000) } },
          {
            type: 'web_search_tool_result',
            tool_use_id: 'srvtoolu_1',
            content: [
              { type: 'web_search_result', url: 'https://example.org', title: 'a', encrypted_content: encrypted },
            ],
          },
          {
            type: 'text',
            text: 'found',
            citations: [{ type: 'web_search_result_location', encrypted_index: encrypted }],
          },
        ],
      },
      {
        role: 'user',
        content: [{ type: 'search_result', source: 'a', title: 'b', content: [{ type: 'text', text: 'c' }] }],
      },
    ],
  ],
  [
    'encrypted reasoning and the calls of the provider',
    'openai-responses',
    [
      user,
      { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: encrypted },
      { type: 'web_search_call', id: 'ws_1', status: 'completed', action: { type: 'search', query: 'x' } },
      { type: 'code_interpreter_call', id: 'ci_1', code: 'x'.repeat(40_000), container_id: 'c', outputs: null },
      { type: 'compaction', id: 'cmp_1', encrypted_content: encrypted },
      {
        role: 'assistant',
        id: 'msg_1',
        type: 'message',
        content: [{ type: 'output_text', text: 'a', annotations: [] }],
      },
      { role: 'user', content: [{ type: 'input_text', text: 'go on' }] },
    ],
  ],
  [
    'media as bytes, cache points and reasoning',
    'bedrock-converse',
    [
      {
        role: 'user',
        content: [
          { text: 'look' },
          { image: { format: 'png', source: { bytes: new Uint8Array([0, 1, 2, 255]) } } },
          { cachePoint: { type: 'default' } },
        ],
      },
      {
        role: 'assistant',
        content: [{ reasoningContent: { reasoningText: { text: 'hm', signature: encrypted } } }, { text: 'a' }],
      },
      { role: 'user', content: [{ text: 'go on' }] },
    ],
  ],
  [
    'signatures of thoughts, code that ran and files',
    'gemini',
    [
      { role: 'user', parts: [{ text: 'look' }, { fileData: { mimeType: 'text/plain', fileUri: 'gs://a/b' } }] },
      {
        role: 'model',
        parts: [
          { text: 'hm', thought: true, thoughtSignature: encrypted },
          { executableCode: { language: 'PYTHON', code: 'print(1)' } },
          { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } },
        ],
      },
      { role: 'user', parts: [{ text: 'go on' }] },
    ],
  ],
  [
    'sounds, refusals and names',
    'openai-chat',
    [
      { role: 'developer', content: 'be brief', name: 'a' },
      { role: 'user', content: [{ type: 'input_audio', input_audio: { data: encrypted, format: 'wav' } }] },
      { role: 'assistant', content: null, refusal: 'no', audio: { id: 'audio_1' } },
      { ...user, name: 'alice' },
    ],
  ],
])('%s keep their bytes with %s, from the record too', async (_name, format, messages) => {
  const first = await temporarySession({ format });
  for (const message of messages) await first.session.append(message);
  const base = { model: 'm' };
  expect(toJsonText(Object.values(await first.session.build(base)).at(-1))).toBe(toJsonText(messages));
  let body: JsonObject = {};
  await first.session.send(base, async (sent) => {
    body = sent;
    return {};
  });
  expect(body[Object.keys(body).at(-1) ?? '']).toEqual(messages);
  await first.close();
  const again = await temporarySession({ format, path: first.path });
  expect(again.session.messages).toEqual(messages);
  expect(await again.session.asSent(1)).toEqual(body);
});
