import Anthropic from '@anthropic-ai/sdk';
import { BedrockRuntimeClient, ConverseCommand, ConverseStreamCommand } from '@aws-sdk/client-bedrock-runtime';
import { GoogleGenAI } from '@google/genai';
import OpenAI from 'openai';
import type { Send } from '../../../../src/recover/retry/ask.ts';
import { startStream } from '../../../../src/recover/retry/start-stream.ts';
import type { JsonObject } from '../../../../src/recover/wire/json.ts';
import type { ProviderApi } from '../../../../src/testing/providers/rules/rule.ts';

/** How a loop sends with one SDK, its own retries off. */
export interface RecoveringSdk {
  readonly name: string;
  readonly api: ProviderApi;
  /** The names of its own errors. */
  readonly errors: RegExp;
  readonly isStreamed: boolean;
  readonly send: (url: string) => Send<unknown>;
  /** The words of an answer, read to its end. */
  readonly textOf: (answer: never) => Promise<string> | string;
}

type Events = AsyncIterable<never>;

/** Reads a stream to its end, and puts its words together. */
async function join(stream: Events, word: (event: never) => string | null | undefined): Promise<string> {
  let text = '';
  for await (const event of stream) text += word(event) ?? '';
  return text;
}

const openAi = (url: string) => new OpenAI({ baseURL: `${url}/v1`, apiKey: 'none', maxRetries: 0 });
const anthropic = (url: string) => new Anthropic({ baseURL: url, apiKey: 'none', maxRetries: 0 });
const google = (url: string) => new GoogleGenAI({ apiKey: 'none', httpOptions: { baseUrl: url } });
const bedrock = (url: string) =>
  new BedrockRuntimeClient({
    endpoint: url,
    region: 'us-east-1',
    credentials: { accessKeyId: 'none', secretAccessKey: 'none' },
    maxAttempts: 1,
  });

/** The request as Google's SDK takes it. */
const toGoogle = ({ contents, tools, generationConfig }: JsonObject, abortSignal: AbortSignal | undefined) =>
  ({
    model: 'gemini-test',
    contents,
    config: { ...(generationConfig as JsonObject), tools, ...(abortSignal && { abortSignal }) },
  }) as never;

const openAiErrors = /^(?:BadRequest|Overloaded|RateLimit|InternalServer|APIConnection|API)Error$/;
const awsErrors =
  /^(?:Validation|Throttling|ServiceUnavailable|InternalServer|ModelStreamError|Serialization|BedrockRuntimeService)Exception$|^[45]\d\d$|Error$/;

export const recoveringSdks: readonly RecoveringSdk[] = [
  {
    name: 'openai, Responses',
    api: 'openai-responses',
    errors: openAiErrors,
    isStreamed: false,
    send: (url) => (body, attempt) => openAi(url).responses.create(body as never, attempt),
    textOf: ({ output_text }: OpenAI.Responses.Response) => output_text,
  },
  {
    name: 'openai, Responses, streamed',
    api: 'openai-responses',
    errors: openAiErrors,
    isStreamed: true,
    send: (url) => async (body, attempt) =>
      startStream(
        (await openAi(url).responses.create({ ...body, stream: true } as never, attempt)) as unknown as Events,
      ),
    textOf: (stream: Events) =>
      join(stream, (event: { type: string; delta: string }) =>
        event.type === 'response.output_text.delta' ? event.delta : '',
      ),
  },
  {
    name: 'openai, Chat',
    api: 'openai-chat',
    errors: openAiErrors,
    isStreamed: false,
    send: (url) => (body, attempt) => openAi(url).chat.completions.create(body as never, attempt),
    textOf: ({ choices }: OpenAI.ChatCompletion) => choices[0]?.message.content ?? '',
  },
  {
    name: 'openai, Chat, streamed',
    api: 'openai-chat',
    errors: openAiErrors,
    isStreamed: true,
    send: (url) => async (body, attempt) =>
      startStream(
        (await openAi(url).chat.completions.create({ ...body, stream: true } as never, attempt)) as unknown as Events,
      ),
    textOf: (stream: Events) => join(stream, ({ choices }: OpenAI.ChatCompletionChunk) => choices[0]?.delta.content),
  },
  {
    name: '@anthropic-ai/sdk',
    api: 'anthropic-messages',
    errors: openAiErrors,
    isStreamed: false,
    send: (url) => (body, attempt) => anthropic(url).messages.create(body as never, attempt),
    textOf: ({ content }: Anthropic.Message) => content.map((block) => ('text' in block ? block.text : '')).join(''),
  },
  {
    name: '@anthropic-ai/sdk, streamed',
    api: 'anthropic-messages',
    errors: openAiErrors,
    isStreamed: true,
    send: (url) => async (body, attempt) =>
      startStream(
        (await anthropic(url).messages.create({ ...body, stream: true } as never, attempt)) as unknown as Events,
      ),
    textOf: (stream: Events) => join(stream, ({ delta }: { delta?: { text?: string } }) => delta?.text),
  },
  {
    name: '@aws-sdk/client-bedrock-runtime',
    api: 'bedrock-converse',
    errors: awsErrors,
    isStreamed: false,
    send:
      (url) =>
      (body, { signal }) =>
        bedrock(url).send(
          new ConverseCommand({ ...body, modelId: 'claude-test' } as never),
          signal && { abortSignal: signal as never },
        ),
    textOf: ({ output }: { output: { message: { content: { text?: string }[] } } }) =>
      output.message.content.map(({ text = '' }) => text).join(''),
  },
  {
    name: '@aws-sdk/client-bedrock-runtime, streamed',
    api: 'bedrock-converse',
    errors: awsErrors,
    isStreamed: true,
    send:
      (url) =>
      async (body, { signal }) => {
        const answer = await bedrock(url).send(
          new ConverseStreamCommand({ ...body, modelId: 'claude-test' } as never),
          signal && { abortSignal: signal as never },
        );
        return { ...answer, stream: await startStream(answer.stream as unknown as Events) };
      },
    textOf: ({ stream }: { stream: Events }) =>
      join(
        stream,
        (event: { contentBlockDelta?: { delta?: { text?: string } } }) => event.contentBlockDelta?.delta?.text,
      ),
  },
  {
    name: '@google/genai',
    api: 'gemini',
    errors: /^(?:ApiError|TypeError|Error)$/,
    isStreamed: false,
    send:
      (url) =>
      (body, { signal }) =>
        google(url).models.generateContent(toGoogle(body, signal)),
    textOf: ({ text }: { text?: string }) => text ?? '',
  },
  {
    name: '@google/genai, streamed',
    api: 'gemini',
    errors: /^(?:ApiError|TypeError|Error)$/,
    isStreamed: true,
    send:
      (url) =>
      async (body, { signal }) =>
        startStream((await google(url).models.generateContentStream(toGoogle(body, signal))) as unknown as Events),
    textOf: (stream: Events) => join(stream, ({ text }: { text?: string }) => text),
  },
];
