import { describe, expect, it } from 'vitest';
import type { Refusal } from '../../../src/testing/providers/refusal.ts';
import type { ProviderApi } from '../../../src/testing/providers/rules/rule.ts';
import { startScriptedProvider } from '../../../src/testing/providers/scripted-provider.ts';
import { ask } from './support/bodies.ts';
import { decodeFrames, decodeSse } from './support/decode.ts';

/** A refusal, and what the provider says: the status and the body. A string stands for the message alone. */
type Row = readonly [Refusal, number, string | object];

const prompt = { kind: 'prompt', inputTokens: 1057, limitTokens: 1000 } as const;
const sum = { kind: 'prompt-plus-output', inputTokens: 950, outputTokens: 100, limitTokens: 1000 } as const;
const outputCap = { kind: 'output-cap', outputTokens: 100, limitTokens: 64 } as const;
const perMinute = {
  kind: 'oversized-rate-limit',
  inputTokens: 41000,
  outputTokens: 100,
  limitTokens: 40000,
} as const;

const nginx =
  '<html>\r\n<head><title>413 Request Entity Too Large</title></head>\r\n<body>\r\n<center><h1>413 Request Entity Too Large</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n';
const responsesWords = 'Your input exceeds the context window of this model. Please adjust your input and try again.';
const openAiInvalid = { type: 'invalid_request_error', param: null, code: null };
const vllm = { type: 'BadRequestError', param: null, code: 400 };
const vllmSum =
  "This model's maximum context length is 1000 tokens. However, you requested 100 output tokens and your prompt contains 950 input tokens, for a total of 1050 tokens (950 + 100 = 1050 > 1000). Please reduce the length of the input prompt or the number of requested output tokens.";
const vllmLowerBound =
  "You passed 901 input tokens and requested 100 output tokens. However, the model's context length is only 1000 tokens, resulting in a maximum input length of 900 tokens. Please reduce the length of the input prompt.";
const split =
  "This model's maximum context length is 1000 tokens. However, you requested 1050 tokens (950 in the messages, 100 in the completion). Please reduce the length of the messages or completion.";
const openRouterEnd =
  'Please reduce the length of either one, or use the context-compression plugin to compress your prompt automatically.';
const tpm = (model: string): string =>
  `Request too large for ${model} in organization org-scripted on tokens per min (TPM): Limit 40000, Requested 41100. The input or output tokens must be reduced in order to run successfully. Visit https://platform.openai.com/account/rate-limits to learn more.`;
const anthropic = (type: string, message: string): object => ({ type: 'error', error: { type, message } });
const google = (code: number, status: string, message: string): object => ({ error: { code, message, status } });
const geminiWords = 'The input token count (1057) exceeds the maximum number of tokens allowed (1000).';
const claudeWords = 'The model returned the following errors: prompt is too long: 1057 tokens > 1000 maximum';

const rows: Readonly<Record<ProviderApi, readonly Row[]>> = {
  'openai-responses': [
    [
      prompt,
      400,
      { error: { ...openAiInvalid, message: responsesWords, param: 'input', code: 'context_length_exceeded' } },
    ],
    [
      { ...prompt, wording: 'no-code' },
      400,
      {
        error: {
          ...openAiInvalid,
          message: 'Your input exceeds the context window of this model. Please reduce the length.',
          code: 'invalid_request_error',
        },
      },
    ],
    [sum, 400, { error: { ...vllm, message: vllmSum, param: 'max_tokens' } }],
    [
      outputCap,
      400,
      {
        error: {
          ...openAiInvalid,
          message:
            'max_output_tokens is too large: 100. This model supports at most 64 output tokens, whereas you provided 100.',
          param: 'max_output_tokens',
          code: 'invalid_value',
        },
      },
    ],
    [perMinute, 429, { error: { message: tpm('gpt-5'), type: 'tokens', param: null, code: 'rate_limit_exceeded' } }],
    [{ kind: 'request-bytes' }, 413, nginx],
    [
      { kind: 'server-error' },
      500,
      {
        error: {
          ...openAiInvalid,
          message: 'The server had an error while processing your request. Sorry about that!',
          type: 'server_error',
        },
      },
    ],
  ],
  'openai-chat': [
    [
      prompt,
      400,
      {
        error: {
          ...openAiInvalid,
          message:
            "This model's maximum context length is 1000 tokens. However, your messages resulted in 1057 tokens. Please reduce the length of the messages.",
          param: 'messages',
          code: 'context_length_exceeded',
        },
      },
    ],
    [
      { ...prompt, wording: 'configured-limit' },
      400,
      {
        error: {
          ...openAiInvalid,
          message:
            'Input tokens exceed the configured limit of 1000 tokens. Your messages resulted in 1057 tokens. Please reduce the length of the messages.',
        },
      },
    ],
    [
      { ...prompt, wording: 'vllm' },
      400,
      {
        error: {
          ...vllm,
          message:
            "This model's maximum context length is 1000 tokens. However, your request has 1057 input tokens. Please reduce the length of the input messages.",
        },
      },
    ],
    [
      { ...prompt, wording: 'vllm-lower-bound' },
      400,
      { error: { ...vllm, message: vllmLowerBound, param: 'input_tokens' } },
    ],
    [
      { ...prompt, outputTokens: 0, wording: 'openrouter' },
      400,
      {
        error: {
          message: `This endpoint's maximum context length is 1000 tokens. However, you requested about 1057 tokens (1057 of text input). ${openRouterEnd}`,
          code: 400,
          metadata: { provider_name: null },
        },
      },
    ],
    [
      { ...prompt, wording: 'llama.cpp' },
      400,
      {
        error: {
          code: 400,
          message: 'request (1057 tokens) exceeds the available context size (1000 tokens), try increasing it',
          type: 'exceed_context_size_error',
          n_prompt_tokens: 1057,
          n_ctx: 1000,
        },
      },
    ],
    [
      { ...prompt, wording: 'xai' },
      400,
      {
        error: {
          ...openAiInvalid,
          message: "This model's maximum prompt length is 1000 but the request contains 1057 tokens.",
        },
      },
    ],
    [
      { ...prompt, wording: 'groq' },
      400,
      {
        error: {
          ...openAiInvalid,
          message: 'Please reduce the length of the messages or completion.',
          param: 'messages',
          code: 'context_length_exceeded',
        },
      },
    ],
    [{ ...prompt, wording: 'no-body' }, 400, ''],
    [sum, 400, { error: { ...openAiInvalid, message: split, param: 'messages', code: 'context_length_exceeded' } }],
    [
      { ...sum, wording: 'deepseek' },
      400,
      { error: { ...openAiInvalid, message: split, code: 'invalid_request_error' } },
    ],
    [{ ...sum, wording: 'vllm' }, 400, { error: { ...vllm, message: vllmSum, param: 'max_tokens' } }],
    [
      { ...sum, wording: 'vllm-lower-bound' },
      400,
      { error: { ...vllm, message: vllmLowerBound, param: 'input_tokens' } },
    ],
    [
      { ...sum, wording: 'vllm-too-large' },
      400,
      {
        error: {
          ...vllm,
          message:
            "'max_tokens' or 'max_completion_tokens' is too large: 100. This model's maximum context length is 1000 tokens and your request has 950 input tokens (100 > 1000 - 950).",
        },
      },
    ],
    [
      { ...sum, wording: 'openrouter' },
      400,
      {
        error: {
          message: `This endpoint's maximum context length is 1000 tokens. However, you requested about 1050 tokens (950 of text input, 100 in the output). ${openRouterEnd}`,
          code: 400,
          metadata: { provider_name: null },
        },
      },
    ],
    [
      outputCap,
      400,
      {
        error: {
          ...openAiInvalid,
          message:
            'max_tokens is too large: 100. This model supports at most 64 completion tokens, whereas you provided 100.',
          param: 'max_tokens',
          code: 'invalid_value',
        },
      },
    ],
    [perMinute, 429, { error: { message: tpm('gpt-4o'), type: 'tokens', param: null, code: 'rate_limit_exceeded' } }],
    [{ kind: 'request-bytes' }, 413, nginx],
    [
      { kind: 'request-bytes', wording: 'json-parse' },
      413,
      { error: { message: 'failed to parse request', code: '' } },
    ],
    [
      { kind: 'overloaded' },
      503,
      {
        error: {
          ...openAiInvalid,
          message: 'The engine is currently overloaded, please try again later',
          type: 'server_error',
        },
      },
    ],
  ],
  'anthropic-messages': [
    [prompt, 400, anthropic('invalid_request_error', 'prompt is too long: 1057 tokens > 1000 maximum')],
    [{ ...prompt, wording: 'vertex' }, 413, anthropic('invalid_request_error', 'Prompt is too long')],
    [
      { ...prompt, wording: 'bedrock' },
      400,
      anthropic('invalid_request_error', 'Input is too long for requested model.'),
    ],
    [
      sum,
      400,
      anthropic(
        'invalid_request_error',
        'input length and `max_tokens` exceed context limit: 950 + 100 > 1000, decrease input length or `max_tokens` and try again',
      ),
    ],
    [
      outputCap,
      400,
      anthropic(
        'invalid_request_error',
        'max_tokens: 100 > 64, which is the maximum allowed number of output tokens for claude-sonnet-4-5',
      ),
    ],
    [
      perMinute,
      429,
      anthropic(
        'rate_limit_error',
        'This request would exceed the rate limit for your organization (org-scripted) of 40,000 input tokens per minute. For details, refer to: https://docs.anthropic.com/en/api/rate-limits. You can see the response headers for current usage. Please reduce the prompt length or the maximum tokens requested, or try again later.',
      ),
    ],
    [{ kind: 'request-bytes' }, 413, anthropic('request_too_large', 'Request exceeds the maximum size')],
    [{ kind: 'overloaded' }, 529, anthropic('overloaded_error', 'Overloaded')],
    [{ kind: 'server-error' }, 500, anthropic('api_error', 'Internal server error')],
  ],
  'bedrock-converse': [
    [prompt, 400, { message: claudeWords }],
    [{ ...prompt, wording: 'no-numbers' }, 400, { message: 'Input is too long for requested model.' }],
    [
      { ...prompt, wording: 'nova' },
      400,
      { message: 'Too many input tokens. Max input tokens: 1000, request input token count: 1057' },
    ],
    [
      { ...prompt, wording: 'llama' },
      400,
      {
        message:
          "This model's maximum context length is 1000 tokens. Please reduce the length of the prompt and try again.",
      },
    ],
    [
      sum,
      400,
      {
        message:
          'The model returned the following errors: input length and `max_tokens` exceed context limit: 950 + 100 > 1000, decrease input length or `max_tokens` and try again',
      },
    ],
    [
      outputCap,
      400,
      {
        message:
          'The maximum tokens you requested exceeds the model limit of 64. Try again with a maximum tokens value that is lower than 64.',
      },
    ],
    [perMinute, 429, { message: 'Too many tokens, please wait before trying again.' }],
    [{ kind: 'request-bytes' }, 400, { message: 'The model returned the following errors: too many total text bytes' }],
    [{ kind: 'overloaded' }, 503, { message: 'Bedrock is unable to process your request.' }],
  ],
  gemini: [
    [prompt, 400, google(400, 'INVALID_ARGUMENT', geminiWords)],
    [
      { ...prompt, wording: 'no-requested' },
      400,
      google(400, 'INVALID_ARGUMENT', 'The input token count exceeds the maximum number of tokens allowed (1000).'),
    ],
    [
      { ...prompt, wording: 'vertex' },
      400,
      google(
        400,
        'INVALID_ARGUMENT',
        'Unable to submit request because the input token count is 1057 but model only supports up to 1000. Reduce the input token count and try again. You can also use the CountTokens API to calculate prompt token count and billable characters.',
      ),
    ],
    [
      { ...prompt, wording: 'array' },
      400,
      [
        {
          error: {
            code: 400,
            message: geminiWords,
            errors: [{ message: geminiWords, domain: 'global', reason: 'badRequest' }],
            status: 'INVALID_ARGUMENT',
          },
        },
      ],
    ],
    [
      { ...prompt, wording: 'nested' },
      400,
      {
        error: {
          message: `{\n  "error": {\n    "code": 400,\n    "message": "${geminiWords}",\n    "status": "INVALID_ARGUMENT"\n  }\n}\n`,
          code: 400,
          status: 'Bad Request',
        },
      },
    ],
    [
      outputCap,
      400,
      google(
        400,
        'INVALID_ARGUMENT',
        'Unable to submit request because it has a maxOutputTokens value of 100 but the supported range is from 1 (inclusive) to 65 (exclusive). Update the value and try again.',
      ),
    ],
    [
      { ...perMinute, retryAfterSeconds: 48 },
      429,
      {
        error: {
          code: 429,
          message:
            'You exceeded your current quota, please check your plan and billing details. For more information on this error, head to: https://ai.google.dev/gemini-api/docs/rate-limits. \n* Quota exceeded for metric: generativelanguage.googleapis.com/generate_content_paid_tier_input_token_count, limit: 40000, model: gemini-2.5-pro\nPlease retry in 48s.',
          status: 'RESOURCE_EXHAUSTED',
          details: [
            {
              '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
              violations: [{ quotaId: 'GenerateContentPaidTierInputTokensPerModelPerMinute', quotaValue: '40000' }],
            },
            { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '48s' },
          ],
        },
      },
    ],
    [
      { kind: 'request-bytes', maxBytes: 20971520 },
      400,
      google(400, 'INVALID_ARGUMENT', 'Request payload size exceeds the limit: 20971520 bytes.'),
    ],
    [{ kind: 'overloaded' }, 503, google(503, 'UNAVAILABLE', 'The model is overloaded. Please try again later.')],
  ],
};

const named = (list: readonly Row[]) =>
  list.map(([refusal, status, body]) => ({ title: refusal.wording ?? 'usual', refusal, status, body }));

async function refused(api: ProviderApi, refuse: Refusal, isStreamed = false): Promise<Response> {
  await using provider = await startScriptedProvider({ script: [{ refuse }] });
  const response = await ask(provider.url, api, 'What is k-1?', isStreamed);
  // The body is read before the provider is gone.
  return new Response(await response.arrayBuffer(), response);
}

describe.each(Object.entries(rows))('%s', (api, list) => {
  it.each(named(list))('$refusal.kind, $title', async ({ refusal, status, body }) => {
    const response = await refused(api as ProviderApi, refusal);
    expect(response.status).toBe(status);
    const text = await response.text();
    expect(typeof body === 'string' ? text : JSON.parse(text)).toEqual(body);
    const type = body === nginx ? 'text/html' : body === '' ? 'text/plain' : 'application/json';
    expect(response.headers.get('content-type')).toBe(type);
  });

  it('is the same where a stream was asked for', async () => {
    const response = await refused(api as ProviderApi, prompt, true);
    expect([response.status, await response.json()]).toEqual([list[0]?.[1], list[0]?.[2]]);
  });

  it('says when to try again', async () => {
    const response = await refused(api as ProviderApi, { kind: 'throttled', retryAfterSeconds: 12 });
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '12']);
  });

  it('lists the wordings it has where one is not known', async () => {
    const response = await refused(api as ProviderApi, { ...prompt, wording: 'nobody' });
    expect(response.status).toBe(400);
    expect(await response.text()).toMatch(/no wording nobody for a refusal of the kind prompt here; known: \w+/);
  });
});

describe('errors of Bedrock', () => {
  it.each([
    ['prompt', 'ValidationException'],
    ['throttled', 'ThrottlingException'],
    ['overloaded', 'ServiceUnavailableException'],
    ['server-error', 'InternalServerException'],
  ] as const)('name their exception in a header: %s is %s', async (kind, exception) => {
    const response = await refused('bedrock-converse', { kind });
    expect(response.headers.get('x-amzn-errortype')).toBe(exception);
  });
});

describe('refusals wrapped by a proxy', () => {
  const chatWords =
    "This model's maximum context length is 1000 tokens. However, your messages resulted in 1057 tokens. Please reduce the length of the messages.";
  const raw = JSON.stringify({
    error: { message: chatWords, type: 'invalid_request_error', param: 'messages', code: 'context_length_exceeded' },
  });
  const bedrockWords = `An error occurred (ValidationException) when calling the Converse operation: ${claudeWords}`;
  const anthropicWords =
    '400 {"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 1057 tokens > 1000 maximum"}}';
  const liteLlm = (name: string, code: string): object => ({
    error: { message: `litellm.${name}: OpenAIException - ${chatWords}`, type: null, param: null, code },
  });
  const openRouter = (message: string, code: number): object => ({
    error: { message, code, metadata: { raw, provider_name: 'Scripted' } },
  });
  const geminiNested = (code: number, status: string): object => ({
    error: {
      message: `{\n  "error": {\n    "code": 400,\n    "message": "${geminiWords}",\n    "status": "INVALID_ARGUMENT"\n  }\n}\n`,
      code,
      status,
    },
  });

  it.each([
    ['openai-chat', 429, openRouter('Provider returned error', 429)],
    ['openai-chat', 500, liteLlm('APIError', '500')],
    ['openai-chat', 502, openRouter(`Upstream error from Scripted: ${chatWords}`, 502)],
    ['openai-chat', 503, liteLlm('ServiceUnavailableError', '503')],
    ['anthropic-messages', 429, anthropic('rate_limit_error', anthropicWords)],
    ['anthropic-messages', 500, anthropic('api_error', anthropicWords)],
    ['anthropic-messages', 502, anthropic('api_error', anthropicWords)],
    ['anthropic-messages', 503, anthropic('overloaded_error', anthropicWords)],
    ['bedrock-converse', 429, { message: bedrockWords }],
    ['bedrock-converse', 500, { message: bedrockWords }],
    ['bedrock-converse', 502, { message: bedrockWords }],
    ['bedrock-converse', 503, { message: bedrockWords }],
    ['gemini', 429, geminiNested(429, 'Too Many Requests')],
    ['gemini', 500, geminiNested(500, 'Internal Server Error')],
    ['gemini', 502, geminiNested(502, 'Bad Gateway')],
    ['gemini', 503, geminiNested(503, 'Service Unavailable')],
  ] as const)('%s, %i', async (api, wrappedStatus, body) => {
    const response = await refused(api, { ...prompt, wrappedStatus });
    expect([response.status, await response.json()]).toEqual([wrappedStatus, body]);
  });
});

describe('refusals inside a stream', () => {
  async function events(api: ProviderApi, refusal: Partial<Refusal> = {}) {
    const response = await refused(api, { ...prompt, ...refusal, isInStream: true }, true);
    expect(response.status).toBe(200);
    return decodeSse(await response.text());
  }

  it('end a stream of Responses with response.failed', async () => {
    const [created, failed, ...rest] = await events('openai-responses');
    expect([created?.event, failed?.event, rest]).toEqual(['response.created', 'response.failed', []]);
    expect(JSON.parse(failed?.data ?? '')).toMatchObject({
      type: 'response.failed',
      response: { status: 'failed', error: { code: 'context_length_exceeded', message: responsesWords } },
    });
  });

  it('end a stream of Responses with an event error', async () => {
    const [, error] = await events('openai-responses', { wording: 'error-event' });
    expect(error?.event).toBe('error');
    expect(JSON.parse(error?.data ?? '')).toMatchObject({
      type: 'error',
      error: {
        type: 'invalid_request_error',
        code: 'context_length_exceeded',
        message: responsesWords,
        param: 'input',
      },
    });
  });

  it('are a chunk of Chat Completions', async () => {
    const [error, done] = await events('openai-chat', { wording: 'vllm' });
    expect(JSON.parse(error?.data ?? '')).toMatchObject({ error: { type: 'BadRequestError', code: 400 } });
    expect(done?.data).toBe('[DONE]');
  });

  it('are a line error: of llama.cpp', async () => {
    const response = await refused('openai-chat', { ...prompt, wording: 'llama.cpp', isInStream: true }, true);
    expect(await response.text()).toBe(
      'error: {"code":400,"message":"request (1057 tokens) exceeds the available context size (1000 tokens), try increasing it","type":"exceed_context_size_error","n_prompt_tokens":1057,"n_ctx":1000}\n\n',
    );
  });

  it('are an event error of Anthropic', async () => {
    const [error] = await events('anthropic-messages');
    expect(error?.event).toBe('error');
    expect(JSON.parse(error?.data ?? '')).toEqual(
      anthropic('invalid_request_error', 'prompt is too long: 1057 tokens > 1000 maximum'),
    );
  });

  it('are an exception frame of Bedrock', async () => {
    const response = await refused('bedrock-converse', { ...prompt, isInStream: true }, true);
    expect(response.status).toBe(200);
    expect(decodeFrames(Buffer.from(await response.arrayBuffer()))).toEqual([
      {
        headers: {
          ':exception-type': 'validationException',
          ':content-type': 'application/json',
          ':message-type': 'exception',
        },
        payload: { message: claudeWords },
      },
    ]);
  });

  it('are an event of Gemini', async () => {
    const [error] = await events('gemini');
    expect(JSON.parse(error?.data ?? '')).toEqual(google(400, 'INVALID_ARGUMENT', geminiWords));
  });

  describe('come after half an answer', () => {
    const script = [
      { refuse: { ...prompt, isInStream: true }, after: { text: 'The first words. And the last.' } },
    ] as const;
    const overloaded = [
      { refuse: { kind: 'overloaded', isInStream: true }, after: { text: 'The first words. And the last.' } },
    ] as const;

    it('of Responses, with the same response and the next number', async () => {
      await using provider = await startScriptedProvider({ script });
      const events = decodeSse(await (await ask(provider.url, 'openai-responses', 'x', true)).text());
      const data = events.map((event) => JSON.parse(event.data));
      expect(data.map(({ sequence_number }) => sequence_number)).toEqual(data.map((_, index) => index));
      expect(data.filter(({ type }) => type === 'response.output_text.delta').length).toBeGreaterThan(0);
      expect(data.filter(({ type }) => type === 'response.created')).toHaveLength(1);
      expect(data.at(-1)).toMatchObject({ type: 'response.failed', response: { id: data[0].response.id } });
    });

    it('of Anthropic', async () => {
      await using provider = await startScriptedProvider({ script: overloaded });
      const response = await ask(provider.url, 'anthropic-messages', 'x', true);
      const names = decodeSse(await response.text()).map(({ event }) => event);
      expect(response.status).toBe(200);
      expect(names).toEqual([
        'message_start',
        'content_block_start',
        'ping',
        'content_block_delta',
        'content_block_delta',
        'error',
      ]);
    });

    it('of Bedrock', async () => {
      await using provider = await startScriptedProvider({ script });
      const response = await ask(provider.url, 'bedrock-converse', 'x', true);
      const frames = decodeFrames(Buffer.from(await response.arrayBuffer()));
      expect(frames.map(({ headers }) => headers[':event-type'] ?? headers[':exception-type'])).toEqual([
        'messageStart',
        'contentBlockDelta',
        'contentBlockDelta',
        'contentBlockDelta',
        'validationException',
      ]);
    });

    it('of nothing that is not streamed', async () => {
      await using provider = await startScriptedProvider({ script });
      const response = await ask(provider.url, 'anthropic-messages', 'x');
      expect([response.status, await response.json()]).toEqual([
        400,
        anthropic('invalid_request_error', 'prompt is too long: 1057 tokens > 1000 maximum'),
      ]);
    });
  });

  it('are plain where no stream was asked for', async () => {
    expect((await refused('anthropic-messages', { ...prompt, isInStream: true })).status).toBe(400);
  });
});

it('Gemini refuses with an array where its stream would be one', async () => {
  await using provider = await startScriptedProvider({ script: [{ refuse: prompt }] });
  const url = `${provider.url}/v1beta/models/gemini-2.5-pro:streamGenerateContent`;
  const body = JSON.stringify({ contents: [{ role: 'user', parts: [{ text: 'What is k-1?' }] }] });
  const response = await fetch(url, { method: 'POST', body });
  expect([response.status, await response.json()]).toEqual([400, [google(400, 'INVALID_ARGUMENT', geminiWords)]]);
});
