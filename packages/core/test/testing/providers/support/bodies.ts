import type { ProviderApi } from '../../../../src/testing/providers/rules/rule.ts';

/** A request of one API, streamed or not, as its documentation has it. */
export interface ApiCase {
  readonly api: ProviderApi;
  readonly path: (isStreamed: boolean) => string;
  /** A body whose question is `text`, with 100 tokens reserved and one tool `lookup`. */
  readonly body: (text: string, isStreamed: boolean) => Record<string, unknown>;
}

const schema = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] };
const description = 'Looks something up.';

export const apiCases: readonly ApiCase[] = [
  {
    api: 'openai-responses',
    path: () => '/v1/responses',
    body: (text, stream) => ({
      model: 'gpt-5',
      input: [{ role: 'user', content: [{ type: 'input_text', text }] }],
      max_output_tokens: 100,
      tools: [{ type: 'function', name: 'lookup', description, parameters: schema, strict: false }],
      stream,
    }),
  },
  {
    api: 'openai-chat',
    path: () => '/v1/chat/completions',
    body: (text, stream) => ({
      model: 'gpt-4o',
      messages: [{ role: 'user', content: text }],
      max_completion_tokens: 100,
      tools: [{ type: 'function', function: { name: 'lookup', description, parameters: schema } }],
      stream,
      ...(stream && { stream_options: { include_usage: true } }),
    }),
  },
  {
    api: 'anthropic-messages',
    path: () => '/v1/messages',
    body: (text, stream) => ({
      model: 'claude-sonnet-4-5',
      max_tokens: 100,
      messages: [{ role: 'user', content: text }],
      tools: [{ name: 'lookup', description, input_schema: schema }],
      stream,
    }),
  },
  {
    api: 'bedrock-converse',
    path: (isStreamed) => `/model/anthropic.claude-v2%3A1/${isStreamed ? 'converse-stream' : 'converse'}`,
    body: (text) => ({
      messages: [{ role: 'user', content: [{ text }] }],
      inferenceConfig: { maxTokens: 100 },
      toolConfig: { tools: [{ toolSpec: { name: 'lookup', description, inputSchema: { json: schema } } }] },
    }),
  },
  {
    api: 'gemini',
    path: (isStreamed) =>
      `/v1beta/models/gemini-2.5-pro:${isStreamed ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
    body: (text) => ({
      contents: [{ role: 'user', parts: [{ text }] }],
      generationConfig: { maxOutputTokens: 100 },
      tools: [{ functionDeclarations: [{ name: 'lookup', description, parameters: { ...schema } }] }],
    }),
  },
];

export function caseOf(api: ProviderApi): ApiCase {
  return apiCases.find((row) => row.api === api) as ApiCase;
}

/** Sends JSON, by POST. */
export function post(url: string, body: unknown): Promise<Response> {
  return fetch(url, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });
}

/** Sends the question to one API of a provider. */
export function ask(url: string, api: ProviderApi, text: string, isStreamed = false): Promise<Response> {
  const { path, body } = caseOf(api);
  return post(`${url}${path(isStreamed)}`, body(text, isStreamed));
}
