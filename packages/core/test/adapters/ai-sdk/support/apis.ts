import type { LanguageModel } from 'ai';
import type { RecordedRequest } from '../../../../src/testing/providers/scripted-provider.ts';
import type { Sdk } from './sdks.ts';

/** An API that a provider of the AI SDK speaks. */
export interface Api {
  readonly name: 'openai-chat' | 'openai-responses' | 'anthropic-messages';
  /** The key of the body that holds the messages. */
  readonly messagesKey: 'messages' | 'input';
  /** Results of tools may have images. */
  readonly takesImages: boolean;
  model(sdk: Sdk, url: string): Exclude<LanguageModel, string>;
  /** Returns everything in a body that carries one tool result, in their order. */
  resultsIn(body: Body): readonly Result[];
}

// biome-ignore lint/suspicious/noExplicitAny: bodies have the form of their API
export type Body = any;

/** A tool result as its message carries it. */
export interface Result {
  readonly callId: string;
  readonly content: Body;
  readonly isError: boolean;
  /** The whole of what carries it. */
  readonly message: Body;
}

const key = { apiKey: 'none' };

export const apis: readonly Api[] = [
  {
    name: 'openai-chat',
    messagesKey: 'messages',
    takesImages: false,
    model: ({ createOpenAICompatible }, url) =>
      createOpenAICompatible({ name: 'local', baseURL: `${url}/v1`, ...key }).chatModel('gpt-4.1'),
    resultsIn: ({ messages }) =>
      messages
        .filter(({ role }: Body) => role === 'tool')
        .map((message: Body) => ({
          callId: message.tool_call_id,
          content: message.content,
          isError: false,
          message,
        })),
  },
  {
    name: 'openai-responses',
    messagesKey: 'input',
    takesImages: true,
    model: ({ createOpenAI }, url) => createOpenAI({ baseURL: `${url}/v1`, ...key }).responses('gpt-4.1'),
    resultsIn: ({ input }) =>
      input
        .filter(({ type }: Body) => type === 'function_call_output')
        .map((message: Body) => ({ callId: message.call_id, content: message.output, isError: false, message })),
  },
  {
    name: 'anthropic-messages',
    messagesKey: 'messages',
    takesImages: true,
    model: ({ createAnthropic }, url) => createAnthropic({ baseURL: `${url}/v1`, ...key })('claude-sonnet-4-5'),
    resultsIn: ({ messages }) =>
      messages
        .flatMap(({ content }: Body) => (Array.isArray(content) ? content : []))
        .filter(({ type }: Body) => type === 'tool_result')
        .map((message: Body) => ({
          callId: message.tool_use_id,
          content: message.content,
          isError: message.is_error === true,
          message,
        })),
  },
];

/** Returns the bytes of a request's messages, as they stand in what was sent. */
export function sentMessages({ bytes, body }: RecordedRequest, { messagesKey }: Api): string {
  const text = JSON.stringify((body as Body)[messagesKey]);
  if (!bytes.toString('utf8').includes(text)) throw new Error('the messages were not sent as they are written here');
  return text;
}

/** Bytes of a value as JSON. */
export function sizeOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
