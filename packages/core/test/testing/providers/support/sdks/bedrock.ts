import {
  BedrockRuntimeClient,
  ConverseCommand,
  type ConverseCommandInput,
  ConverseStreamCommand,
} from '@aws-sdk/client-bedrock-runtime';
import { maxTokens, type Parsed, parameters, type Sdk, thrown } from './sdk.ts';

const bedrock = (url: string) =>
  new BedrockRuntimeClient({
    endpoint: url,
    region: 'us-east-1',
    credentials: { accessKeyId: 'none', secretAccessKey: 'none' },
    maxAttempts: 1,
  });
const converseInput = (text: string): ConverseCommandInput => ({
  modelId: 'anthropic.claude-scripted-v1:0',
  messages: [{ role: 'user', content: [{ text }] }],
  inferenceConfig: { maxTokens },
  toolConfig: { tools: [{ toolSpec: { name: 'lookup', inputSchema: { json: parameters } } }] },
});

async function converse(url: string, text: string): Promise<Parsed> {
  const client = bedrock(url);
  try {
    const { output, usage, stopReason } = await client.send(new ConverseCommand(converseInput(text)));
    const blocks = output?.message?.content ?? [];
    const toolCalls = blocks.flatMap(({ toolUse }) => (toolUse === undefined ? [] : [toolUse]));
    return {
      text: blocks.map((block) => block.text ?? '').join(''),
      calls: toolCalls.map(({ name = '', input }) => ({ name, input })),
      inputTokens: usage?.inputTokens ?? 0,
      outputTokens: usage?.outputTokens ?? 0,
      stop: stopReason,
      ids: toolCalls.map(({ toolUseId }) => toolUseId),
    };
  } finally {
    client.destroy();
  }
}

async function converseStream(url: string, text: string): Promise<Parsed> {
  const client = bedrock(url);
  const inputs = new Map<number, { name: string; id: string; json: string }>();
  const seen = { text: '', inputTokens: 0, outputTokens: 0, stop: '' };
  try {
    const { stream = new ReadableStream() } = await client.send(new ConverseStreamCommand(converseInput(text)));
    for await (const event of stream) {
      const { contentBlockStart: start, contentBlockDelta: delta, messageStop, metadata } = event;
      const toolUse = start?.start?.toolUse;
      if (toolUse)
        inputs.set(start.contentBlockIndex ?? -1, { name: toolUse.name ?? '', id: toolUse.toolUseId ?? '', json: '' });
      seen.text += delta?.delta?.text ?? '';
      const piece = delta?.delta?.toolUse?.input;
      const entry = inputs.get(delta?.contentBlockIndex ?? -1);
      if (piece !== undefined && entry !== undefined) entry.json += piece;
      seen.stop = messageStop?.stopReason ?? seen.stop;
      seen.inputTokens = metadata?.usage?.inputTokens ?? seen.inputTokens;
      seen.outputTokens = metadata?.usage?.outputTokens ?? seen.outputTokens;
    }
  } finally {
    client.destroy();
  }
  const toolCalls = [...inputs.values()];
  return {
    ...seen,
    calls: toolCalls.map(({ name, json }) => ({ name, input: JSON.parse(json) })),
    ids: toolCalls.map(({ id }) => id),
  };
}

const tooLong = 'The model returned the following errors: prompt is too long: 1057 tokens > 1000 maximum';

export const bedrockSdk: Sdk = {
  name: '@aws-sdk/client-bedrock-runtime',
  ask: converse,
  stream: converseStream,
  toThrown: (error) => {
    const { name, message, $metadata } = error as Error & { $metadata?: { httpStatusCode?: number } };
    return { errorClass: name, status: $metadata?.httpStatusCode, message };
  },
  stop: 'tool_use',
  idPattern: /^tooluse_\w{24}$/,
  refusals: {
    prompt: thrown('ValidationException', 400, tooLong),
    sum: thrown(
      'ValidationException',
      400,
      'The model returned the following errors: input length and `max_tokens` exceed context limit: 950 + 100 > 1000, decrease input length or `max_tokens` and try again',
    ),
    bytes: thrown('ValidationException', 400, 'The model returned the following errors: too many total text bytes'),
    throttled: thrown('ThrottlingException', 429, 'Too many tokens, please wait before trying again.'),
    wrapped: thrown(
      'InternalServerException',
      500,
      `An error occurred (ValidationException) when calling the Converse operation: ${tooLong}`,
    ),
  },
  inStream: thrown('ValidationException', undefined, tooLong),
};
