import type { JsonObject } from '../../src/recover/wire/json.ts';
import type { ProviderApi } from '../../src/testing/providers/rules/rule.ts';

/** A call that a model made. */
export interface MadeCall {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

/** How a plain loop talks to one API: what it sends beside the messages, where to, and how it reads an answer. */
export interface LoopRow {
  readonly path: string;
  /** All of a request but its messages. */
  base(options: {
    readonly tools: readonly string[];
    readonly maxOutputTokens: number;
    readonly describe?: string;
  }): JsonObject;
  user(text: string): JsonObject;
  /** The messages of the model in an answer, and the calls in them. */
  read(answer: JsonObject): { readonly messages: readonly JsonObject[]; readonly calls: readonly MadeCall[] };
  /** The messages that give results. */
  results(given: readonly { readonly call: MadeCall; readonly text: string }[]): readonly JsonObject[];
}

type Json = Record<string, never> & Record<string, unknown>;
const list = (value: unknown): Json[] => (Array.isArray(value) ? value : []) as Json[];
const object = (value: unknown): Json => value as Json;
const schema = { type: 'object', properties: { path: { type: 'string' } } };

export const loopRows: Readonly<Record<ProviderApi, LoopRow>> = {
  'anthropic-messages': {
    path: '/v1/messages',
    base: ({ tools, maxOutputTokens, describe = '' }) => ({
      model: 'claude-test',
      max_tokens: maxOutputTokens,
      tools: tools.map((name) => ({ name, description: `${name} ${describe}`, input_schema: schema })),
    }),
    user: (content) => ({ role: 'user', content }),
    read: ({ content }) => ({
      messages: [{ role: 'assistant', content: content as JsonObject['x'] }],
      calls: list(content)
        .filter(({ type }) => type === 'tool_use')
        .map(({ id, name, input }) => ({ id: String(id), name: String(name), input })),
    }),
    results: (given) => [
      {
        role: 'user',
        content: given.map(({ call, text }) => ({ type: 'tool_result', tool_use_id: call.id, content: text })),
      },
    ],
  },
  'openai-chat': {
    path: '/v1/chat/completions',
    base: ({ tools, maxOutputTokens, describe = '' }) => ({
      model: 'gpt-test',
      max_completion_tokens: maxOutputTokens,
      tools: tools.map((name) => ({
        type: 'function',
        function: { name, description: `${name} ${describe}`, parameters: schema },
      })),
    }),
    user: (content) => ({ role: 'user', content }),
    read: ({ choices }) => {
      const message = object(list(choices)[0]?.message);
      return {
        messages: [message as JsonObject],
        calls: list(message.tool_calls).map(({ id, function: called }) => ({
          id: String(id),
          name: String(object(called).name),
          input: JSON.parse(String(object(called).arguments)),
        })),
      };
    },
    results: (given) => given.map(({ call, text }) => ({ role: 'tool', tool_call_id: call.id, content: text })),
  },
  'openai-responses': {
    path: '/v1/responses',
    base: ({ tools, maxOutputTokens, describe = '' }) => ({
      model: 'gpt-test',
      max_output_tokens: maxOutputTokens,
      tools: tools.map((name) => ({ type: 'function', name, description: `${name} ${describe}`, parameters: schema })),
    }),
    user: (content) => ({ role: 'user', content }),
    read: ({ output }) => ({
      messages: list(output) as unknown as JsonObject[],
      calls: list(output)
        .filter(({ type }) => type === 'function_call')
        .map(({ call_id: id, name, arguments: text }) => ({
          id: String(id),
          name: String(name),
          input: JSON.parse(String(text)),
        })),
    }),
    results: (given) =>
      given.map(({ call, text }) => ({ type: 'function_call_output', call_id: call.id, output: text })),
  },
  'bedrock-converse': {
    path: '/model/claude-test/converse',
    base: ({ tools, maxOutputTokens, describe = '' }) => ({
      inferenceConfig: { maxTokens: maxOutputTokens },
      toolConfig: {
        tools: tools.map((name) => ({
          toolSpec: { name, description: `${name} ${describe}`, inputSchema: { json: schema } },
        })),
      },
    }),
    user: (text) => ({ role: 'user', content: [{ text }] }),
    read: ({ output }) => {
      const message = object(object(output).message);
      return {
        messages: [message as JsonObject],
        calls: list(message.content).flatMap(({ toolUse }) => {
          const { toolUseId, name, input } = object(toolUse ?? {});
          return toolUseId === undefined ? [] : [{ id: String(toolUseId), name: String(name), input }];
        }),
      };
    },
    results: (given) => [
      {
        role: 'user',
        content: given.map(({ call, text }) => ({ toolResult: { toolUseId: call.id, content: [{ text }] } })),
      },
    ],
  },
  gemini: {
    path: '/v1beta/models/gemini-test:generateContent',
    base: ({ tools, maxOutputTokens, describe = '' }) => ({
      generationConfig: { maxOutputTokens },
      tools: [{ functionDeclarations: tools.map((name) => ({ name, description: `${name} ${describe}` })) }],
    }),
    user: (text) => ({ role: 'user', parts: [{ text }] }),
    read: ({ candidates }) => {
      const content = object(list(candidates)[0]?.content);
      return {
        messages: [content as JsonObject],
        calls: list(content.parts).flatMap(({ functionCall }) => {
          if (functionCall === undefined) return [];
          const { id, name, args } = object(functionCall);
          return [{ id: String(id ?? ''), name: String(name), input: args }];
        }),
      };
    },
    results: (given) => [
      {
        role: 'user',
        parts: given.map(({ call, text }) => ({
          functionResponse: { ...(call.id !== '' && { id: call.id }), name: call.name, response: { output: text } },
        })),
      },
    ],
  },
};

/** Every API that a loop talks to. */
export const loopApis = Object.keys(loopRows) as readonly ProviderApi[];

/** Sends a request as a client without an SDK does. */
export function post(url: string, { path }: LoopRow): (body: JsonObject) => Promise<Response> {
  return (body) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'anthropic-version': '2023-06-01' },
      body: JSON.stringify(body),
    });
}
