import OpenAI from 'openai';
import { className, maxTokens, type Parsed, parameters, type Sdk, type Thrown, thrown } from './sdk.ts';

const openAi = (url: string) => new OpenAI({ baseURL: `${url}/v1`, apiKey: 'none', maxRetries: 0 });
const openAiThrown = (error: unknown): Thrown => {
  const { status, message } = error as InstanceType<typeof OpenAI.APIError>;
  return { errorClass: className(error), status, message };
};

const chatBody = (text: string) => ({
  model: 'gpt-4o',
  messages: [{ role: 'user' as const, content: text }],
  max_tokens: maxTokens,
  tools: [{ type: 'function' as const, function: { name: 'lookup', parameters } }],
});

function ofCompletion(completion: OpenAI.ChatCompletion): Parsed {
  const [choice] = completion.choices;
  const toolCalls = (choice?.message.tool_calls ?? []) as OpenAI.ChatCompletionMessageFunctionToolCall[];
  return {
    text: choice?.message.content ?? '',
    calls: toolCalls.map((call) => ({ name: call.function.name, input: JSON.parse(call.function.arguments) })),
    inputTokens: completion.usage?.prompt_tokens ?? 0,
    outputTokens: completion.usage?.completion_tokens ?? 0,
    stop: choice?.finish_reason,
    ids: toolCalls.map(({ id }) => id),
  };
}

const responsesBody = (text: string) => ({
  model: 'gpt-5',
  input: text,
  max_output_tokens: maxTokens,
  tools: [{ type: 'function' as const, name: 'lookup', parameters, strict: false }],
});

function toParsedResponse(response: OpenAI.Responses.Response): Parsed {
  const toolCalls = response.output.filter((item) => item.type === 'function_call');
  const texts = response.output.flatMap((item) => (item.type === 'message' ? item.content : []));
  return {
    text: texts.map((part) => (part.type === 'output_text' ? part.text : '')).join(''),
    calls: toolCalls.map(({ name, arguments: input }) => ({ name, input: JSON.parse(input) })),
    inputTokens: response.usage?.input_tokens ?? 0,
    outputTokens: response.usage?.output_tokens ?? 0,
    stop: response.status,
    ids: toolCalls.map(({ call_id }) => call_id),
  };
}

const responsesWords = 'Your input exceeds the context window of this model. Please adjust your input and try again.';
const chatWords =
  "This model's maximum context length is 1000 tokens. However, your messages resulted in 1057 tokens. Please reduce the length of the messages.";
const nginxPage =
  '413 <html>\r\n<head><title>413 Request Entity Too Large</title></head>\r\n<body>\r\n<center><h1>413 Request Entity Too Large</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n';

export const openAiResponsesSdk: Sdk = {
  name: 'openai, Responses',
  ask: async (url, text) => toParsedResponse(await openAi(url).responses.create(responsesBody(text))),
  stream: async (url, text) =>
    toParsedResponse(await openAi(url).responses.stream(responsesBody(text)).finalResponse()),
  toThrown: openAiThrown,
  stop: 'completed',
  idPattern: /^call_\w{24}$/,
  refusals: {
    prompt: thrown('BadRequestError', 400, `400 ${responsesWords}`),
    sum: thrown(
      'BadRequestError',
      400,
      "400 This model's maximum context length is 1000 tokens. However, you requested 100 output tokens and your prompt contains 950 input tokens, for a total of 1050 tokens (950 + 100 = 1050 > 1000). Please reduce the length of the input prompt or the number of requested output tokens.",
    ),
    bytes: thrown('APIError', 413, nginxPage),
    throttled: thrown(
      'RateLimitError',
      429,
      '429 Rate limit reached for gpt-5 in organization org-scripted on requests per min (RPM): Limit 500, Used 500, Requested 1. Please try again in 7s. Visit https://platform.openai.com/account/rate-limits to learn more.',
    ),
    wrapped: thrown('InternalServerError', 500, `500 litellm.APIError: OpenAIException - ${responsesWords}`),
  },
  // The SDK reports `response.failed` as a response; only an event `error` makes it throw.
  inStreamForm: { wording: 'error-event' },
  inStream: thrown('APIError', undefined, responsesWords),
};

export const openAiChatSdk: Sdk = {
  name: 'openai, Chat Completions',
  ask: async (url, text) => ofCompletion(await openAi(url).chat.completions.create(chatBody(text))),
  stream: async (url, text) => {
    const body = { ...chatBody(text), stream_options: { include_usage: true } };
    return ofCompletion(await openAi(url).chat.completions.stream(body).finalChatCompletion());
  },
  toThrown: openAiThrown,
  stop: 'tool_calls',
  idPattern: /^call_\w{24}$/,
  refusals: {
    prompt: thrown('BadRequestError', 400, `400 ${chatWords}`),
    sum: thrown(
      'BadRequestError',
      400,
      "400 This model's maximum context length is 1000 tokens. However, you requested 1050 tokens (950 in the messages, 100 in the completion). Please reduce the length of the messages or completion.",
    ),
    bytes: thrown('APIError', 413, nginxPage),
    throttled: thrown(
      'RateLimitError',
      429,
      '429 Rate limit reached for gpt-4o in organization org-scripted on requests per min (RPM): Limit 500, Used 500, Requested 1. Please try again in 7s. Visit https://platform.openai.com/account/rate-limits to learn more.',
    ),
    wrapped: thrown('InternalServerError', 500, `500 litellm.APIError: OpenAIException - ${chatWords}`),
  },
  inStream: thrown('APIError', undefined, chatWords),
};
