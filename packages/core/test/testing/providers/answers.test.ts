import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ProviderApi } from '../../../src/testing/providers/rules/rule.ts';
import { type ScriptedProvider, startScriptedProvider } from '../../../src/testing/providers/scripted-provider.ts';
import type { AnswerStep, StopReason } from '../../../src/testing/providers/step.ts';
import { apiCases, ask, caseOf, post } from './support/bodies.ts';
import { decodeFrames, decodeSse } from './support/decode.ts';

const answer: AnswerStep = {
  text: 'Looking up k-1.',
  toolCalls: [{ name: 'lookup', input: { id: 'k-1 and more' }, id: 'call-7' }],
  usage: { inputTokens: 321, outputTokens: 45 },
};

let provider: ScriptedProvider;
let next: AnswerStep = answer;
beforeEach(async () => {
  next = answer;
  provider = await startScriptedProvider({ script: () => next });
});
afterEach(() => provider.close());

const json = async (api: ProviderApi): Promise<unknown> => (await ask(provider.url, api, 'What is k-1?')).json();

async function sse(api: ProviderApi): Promise<{ event: string | undefined; data: unknown }[]> {
  const response = await ask(provider.url, api, 'What is k-1?', true);
  expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
  return decodeSse(await response.text()).map(({ event, data }) => ({
    event,
    data: data === '[DONE]' ? data : JSON.parse(data),
  }));
}

describe('OpenAI Responses', () => {
  it('answers', async () => {
    expect(await json('openai-responses')).toMatchObject({
      id: expect.stringMatching(/^resp_\w{24}$/),
      object: 'response',
      created_at: expect.any(Number),
      status: 'completed',
      error: null,
      incomplete_details: null,
      model: 'gpt-5',
      max_output_tokens: 100,
      output: [
        {
          id: expect.stringMatching(/^msg_\w{24}$/),
          type: 'message',
          status: 'completed',
          role: 'assistant',
          content: [{ type: 'output_text', text: 'Looking up k-1.', annotations: [] }],
        },
        {
          id: expect.stringMatching(/^fc_\w{24}$/),
          type: 'function_call',
          status: 'completed',
          call_id: 'call-7',
          name: 'lookup',
          arguments: '{"id":"k-1 and more"}',
        },
      ],
      usage: {
        input_tokens: 321,
        input_tokens_details: { cached_tokens: 0 },
        output_tokens: 45,
        output_tokens_details: { reasoning_tokens: 0 },
        total_tokens: 366,
      },
    });
  });

  it('streams', async () => {
    const events = await sse('openai-responses');
    expect(events.map(({ event }) => event)).toEqual([
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.content_part.added',
      'response.output_text.delta',
      'response.output_text.delta',
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.output_item.added',
      'response.function_call_arguments.delta',
      'response.function_call_arguments.delta',
      'response.function_call_arguments.done',
      'response.output_item.done',
      'response.completed',
    ]);
    const data = events.map((event) => event.data as Record<string, unknown>);
    expect(data.map(({ type }) => type)).toEqual(events.map(({ event }) => event));
    expect(data.map(({ sequence_number }) => sequence_number)).toEqual([
      0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14,
    ]);
    expect([data[4]?.delta, data[5]?.delta]).toEqual(['Looking up k', '-1.']);
    expect([data[10]?.delta, data[11]?.delta]).toEqual(['{"id":"k-1 a', 'nd more"}']);
    expect(data[9]).toMatchObject({
      output_index: 1,
      item: { type: 'function_call', call_id: 'call-7', arguments: '' },
    });
    expect(data[14]).toMatchObject({ response: { status: 'completed', usage: { total_tokens: 366 } } });
    const ids = data.flatMap(({ response }) => (response === undefined ? [] : [(response as { id: string }).id]));
    expect(ids).toEqual([ids[0], ids[0], ids[0]]);
  });

  it('counts tokens', async () => {
    const body = caseOf('openai-responses').body('What is k-1?', false);
    const response = await post(`${provider.url}/v1/responses/input_tokens`, body);
    const inputTokens = Math.ceil(JSON.stringify(body).length / 4);
    expect(await response.json()).toEqual({ object: 'response.input_tokens', input_tokens: inputTokens });
  });

  it('names the namespace of a tool in the call', async () => {
    next = { toolCalls: [{ name: 'lookup', namespace: 'mcp__files', input: {}, id: 'call-8' }] };
    const expected = { type: 'function_call', name: 'lookup', namespace: 'mcp__files', call_id: 'call-8' };
    expect(await json('openai-responses')).toMatchObject({ output: [expected] });
    const done = (await sse('openai-responses')).find(({ event }) => event === 'response.output_item.done');
    expect(done?.data).toMatchObject({ item: expected });
  });
});

describe('OpenAI Chat Completions', () => {
  it('answers', async () => {
    expect(await json('openai-chat')).toMatchObject({
      id: expect.stringMatching(/^chatcmpl-\w{24}$/),
      object: 'chat.completion',
      created: expect.any(Number),
      model: 'gpt-4o',
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content: 'Looking up k-1.',
            refusal: null,
            tool_calls: [
              { id: 'call-7', type: 'function', function: { name: 'lookup', arguments: '{"id":"k-1 and more"}' } },
            ],
          },
          finish_reason: 'tool_calls',
        },
      ],
      usage: { prompt_tokens: 321, completion_tokens: 45, total_tokens: 366 },
    });
  });

  it('streams', async () => {
    const events = await sse('openai-chat');
    expect(events.at(-1)?.data).toBe('[DONE]');
    const chunks = events.slice(0, -1).map(({ data }) => data as Record<string, unknown>);
    expect(new Set(chunks.map(({ id }) => id)).size).toBe(1);
    expect(chunks.every(({ object }) => object === 'chat.completion.chunk')).toBe(true);
    const choices = chunks.map((chunk) => (chunk.choices as { delta: unknown; finish_reason: unknown }[])[0]);
    expect(choices.map((choice) => choice?.delta)).toEqual([
      { role: 'assistant', content: '', refusal: null },
      { content: 'Looking up k' },
      { content: '-1.' },
      { tool_calls: [{ index: 0, id: 'call-7', type: 'function', function: { name: 'lookup', arguments: '' } }] },
      { tool_calls: [{ index: 0, function: { arguments: '{"id":"k-1 a' } }] },
      { tool_calls: [{ index: 0, function: { arguments: 'nd more"}' } }] },
      {},
      undefined,
    ]);
    expect(choices.map((choice) => choice?.finish_reason)).toEqual([
      null,
      null,
      null,
      null,
      null,
      null,
      'tool_calls',
      undefined,
    ]);
    expect(chunks.map(({ usage }) => usage)).toEqual([
      ...Array(7).fill(null),
      expect.objectContaining({ prompt_tokens: 321, completion_tokens: 45, total_tokens: 366 }),
    ]);
  });

  it('streams no usage that was not asked for', async () => {
    const { stream_options: _, ...body } = caseOf('openai-chat').body('What is k-1?', true);
    const response = await post(`${provider.url}/v1/chat/completions`, body);
    expect(await response.text()).not.toContain('usage');
  });
});

describe('Anthropic Messages', () => {
  it('answers', async () => {
    expect(await json('anthropic-messages')).toEqual({
      id: expect.stringMatching(/^msg_\w{24}$/),
      type: 'message',
      role: 'assistant',
      model: 'claude-sonnet-4-5',
      content: [
        { type: 'text', text: 'Looking up k-1.' },
        { type: 'tool_use', id: 'call-7', name: 'lookup', input: { id: 'k-1 and more' } },
      ],
      stop_reason: 'tool_use',
      stop_sequence: null,
      usage: { input_tokens: 321, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 45 },
    });
  });

  it('streams', async () => {
    const events = await sse('anthropic-messages');
    expect(events.every(({ event, data }) => event === (data as { type: string }).type)).toBe(true);
    expect(events.map(({ data }) => data)).toMatchObject([
      {
        type: 'message_start',
        message: { type: 'message', content: [], stop_reason: null, usage: { input_tokens: 321 } },
      },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'ping' },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Looking up k' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: '-1.' } },
      { type: 'content_block_stop', index: 0 },
      {
        type: 'content_block_start',
        index: 1,
        content_block: { type: 'tool_use', id: 'call-7', name: 'lookup', input: {} },
      },
      { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: '' } },
      { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: '{"id":"k-1 a' } },
      { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: 'nd more"}' } },
      { type: 'content_block_stop', index: 1 },
      { type: 'message_delta', delta: { stop_reason: 'tool_use', stop_sequence: null }, usage: { output_tokens: 45 } },
      { type: 'message_stop' },
    ]);
  });

  it('counts tokens', async () => {
    const body = caseOf('anthropic-messages').body('What is k-1?', false);
    const response = await post(`${provider.url}/v1/messages/count_tokens?beta=true`, body);
    expect(await response.json()).toEqual({ input_tokens: Math.ceil(JSON.stringify(body).length / 4) });
  });
});

describe('Anthropic Messages with thinking enabled', () => {
  const body = {
    ...caseOf('anthropic-messages').body('What is k-1?', false),
    max_tokens: 4000,
    thinking: { type: 'enabled', budget_tokens: 2000 },
  };
  const thinking = {
    type: 'thinking',
    thinking: 'As the script says.',
    signature: expect.stringMatching(/^sig\w{24}$/),
  };

  it('thinks first, and takes its thoughts back', async () => {
    const url = `${provider.url}/v1/messages`;
    const { content } = (await (await post(url, body)).json()) as { content: unknown[] };
    expect(content).toMatchObject([thinking, { type: 'text' }, { type: 'tool_use' }]);
    const results = [{ type: 'tool_result', tool_use_id: 'call-7', content: 'red' }];
    const conversation = (turn: unknown) => ({
      ...body,
      messages: [
        { role: 'user', content: 'What is k-1?' },
        { role: 'assistant', content: turn },
        { role: 'user', content: results },
      ],
    });
    expect((await post(url, conversation(content))).status).toBe(200);
    expect((await post(url, conversation(content.slice(1)))).status).toBe(400);
  });

  it('streams its thoughts and their signature', async () => {
    const response = await post(`${provider.url}/v1/messages`, { ...body, stream: true });
    const events = decodeSse(await response.text()).map(({ data }) => JSON.parse(data));
    expect(events.filter(({ index }) => index === 0)).toEqual([
      { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'As the scrip' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 't says.' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: thinking.signature } },
      { type: 'content_block_stop', index: 0 },
    ]);
    expect(events.filter(({ type }) => type === 'content_block_start')).toHaveLength(3);
  });
});

describe('Bedrock Converse', () => {
  it('answers', async () => {
    expect(await json('bedrock-converse')).toEqual({
      output: {
        message: {
          role: 'assistant',
          content: [
            { text: 'Looking up k-1.' },
            { toolUse: { toolUseId: 'call-7', name: 'lookup', input: { id: 'k-1 and more' } } },
          ],
        },
      },
      stopReason: 'tool_use',
      usage: { inputTokens: 321, outputTokens: 45, totalTokens: 366 },
      metrics: { latencyMs: expect.any(Number) },
    });
  });

  it('streams frames with lengths and checksums', async () => {
    const response = await ask(provider.url, 'bedrock-converse', 'What is k-1?', true);
    expect(response.headers.get('content-type')).toBe('application/vnd.amazon.eventstream');
    const frames = decodeFrames(Buffer.from(await response.arrayBuffer()));
    expect(new Set(frames.map(({ headers }) => headers[':message-type']))).toEqual(new Set(['event']));
    expect(new Set(frames.map(({ headers }) => headers[':content-type']))).toEqual(new Set(['application/json']));
    expect(frames.map(({ headers, payload }) => [headers[':event-type'], payload])).toEqual([
      ['messageStart', { role: 'assistant' }],
      ['contentBlockDelta', { contentBlockIndex: 0, delta: { text: 'Looking up k' } }],
      ['contentBlockDelta', { contentBlockIndex: 0, delta: { text: '-1.' } }],
      ['contentBlockStop', { contentBlockIndex: 0 }],
      ['contentBlockStart', { contentBlockIndex: 1, start: { toolUse: { toolUseId: 'call-7', name: 'lookup' } } }],
      ['contentBlockDelta', { contentBlockIndex: 1, delta: { toolUse: { input: '{"id":"k-1 a' } } }],
      ['contentBlockDelta', { contentBlockIndex: 1, delta: { toolUse: { input: 'nd more"}' } } }],
      ['contentBlockStop', { contentBlockIndex: 1 }],
      ['messageStop', { stopReason: 'tool_use' }],
      ['metadata', { usage: { inputTokens: 321, outputTokens: 45, totalTokens: 366 }, metrics: { latencyMs: 1 } }],
    ]);
  });

  it('counts tokens', async () => {
    const response = await post(`${provider.url}/model/claude/count-tokens`, { input: { converse: {} } });
    expect(await response.json()).toEqual({ inputTokens: 7 });
  });
});

describe('Gemini', () => {
  const last = {
    finishReason: 'STOP',
    usageMetadata: { promptTokenCount: 321, candidatesTokenCount: 45, totalTokenCount: 366 },
  };
  const call = { functionCall: { id: 'call-7', name: 'lookup', args: { id: 'k-1 and more' } } };

  it('answers', async () => {
    expect(await json('gemini')).toMatchObject({
      candidates: [
        {
          content: { role: 'model', parts: [{ text: 'Looking up k-1.' }, call] },
          finishReason: 'STOP',
          index: 0,
        },
      ],
      usageMetadata: last.usageMetadata,
      modelVersion: 'gemini-2.5-pro',
      responseId: expect.stringMatching(/^\w{24}$/),
    });
  });

  it('streams events', async () => {
    const events = await sse('gemini');
    expect(events.map(({ event }) => event)).toEqual([undefined, undefined, undefined]);
    expect(events.map(({ data }) => data)).toMatchObject([
      { candidates: [{ content: { role: 'model', parts: [{ text: 'Looking up k' }] } }] },
      { candidates: [{ content: { role: 'model', parts: [{ text: '-1.' }] } }] },
      { candidates: [{ content: { parts: [call] }, finishReason: 'STOP' }], usageMetadata: last.usageMetadata },
    ]);
  });

  it('streams one JSON array where events were not asked for', async () => {
    const url = `${provider.url}/v1beta/models/gemini-2.5-pro:streamGenerateContent`;
    const response = await post(url, caseOf('gemini').body('What is k-1?', true));
    expect(response.headers.get('content-type')).toBe('application/json');
    const chunks = (await response.json()) as unknown[];
    expect(chunks).toHaveLength(3);
    expect(chunks[2]).toMatchObject({ candidates: [{ finishReason: 'STOP' }], usageMetadata: last.usageMetadata });
  });

  it('counts tokens', async () => {
    const response = await post(`${provider.url}/v1beta/models/gemini-2.5-pro:countTokens`, { contents: [] });
    expect(await response.json()).toEqual({ totalTokens: 4 });
  });
});

/** Where each API says why it stopped, and its word for each reason. */
const stops: Readonly<Record<ProviderApi, readonly [(body: never) => unknown, Readonly<Record<StopReason, string>>]>> =
  {
    'openai-responses': [
      (body: { status: string; incomplete_details: { reason: string } | null }) =>
        body.incomplete_details === null ? body.status : `${body.status}: ${body.incomplete_details.reason}`,
      {
        end: 'completed',
        'tool-calls': 'completed',
        'max-output': 'incomplete: max_output_tokens',
        'context-window': 'incomplete: max_output_tokens',
        filtered: 'incomplete: content_filter',
      },
    ],
    'openai-chat': [
      (body: { choices: [{ finish_reason: string }] }) => body.choices[0].finish_reason,
      {
        end: 'stop',
        'tool-calls': 'tool_calls',
        'max-output': 'length',
        'context-window': 'length',
        filtered: 'content_filter',
      },
    ],
    'anthropic-messages': [
      (body: { stop_reason: string }) => body.stop_reason,
      {
        end: 'end_turn',
        'tool-calls': 'tool_use',
        'max-output': 'max_tokens',
        'context-window': 'model_context_window_exceeded',
        filtered: 'refusal',
      },
    ],
    'bedrock-converse': [
      (body: { stopReason: string }) => body.stopReason,
      {
        end: 'end_turn',
        'tool-calls': 'tool_use',
        'max-output': 'max_tokens',
        'context-window': 'model_context_window_exceeded',
        filtered: 'content_filtered',
      },
    ],
    gemini: [
      (body: { candidates: [{ finishReason: string }] }) => body.candidates[0].finishReason,
      {
        end: 'STOP',
        'tool-calls': 'STOP',
        'max-output': 'MAX_TOKENS',
        'context-window': 'MAX_TOKENS',
        filtered: 'SAFETY',
      },
    ],
  };

describe.each(apiCases)('$api', ({ api }) => {
  const [read, words] = stops[api];

  it.each(Object.entries(words))('says why it stopped: %s is %s', async (stopReason, word) => {
    next = { ...answer, stopReason: stopReason as StopReason };
    expect(read((await json(api)) as never)).toBe(word);
    const response = await ask(provider.url, api, 'What is k-1?', true);
    expect(Buffer.from(await response.arrayBuffer()).toString()).toContain(`"${word.split(': ').pop()}"`);
  });

  it('counts usage by the bytes of the request and of the answer', async () => {
    next = { text: 'a'.repeat(400) };
    const text = JSON.stringify(await json(api));
    const inputTokens = Math.ceil((provider.requests[0]?.bytes.length ?? 0) / 4);
    expect(text).toMatch(new RegExp(`(?:prompt_tokens|input_tokens|inputTokens|promptTokenCount)":${inputTokens}[,}]`));
    expect(text).toMatch(/(?:completion_tokens|output_tokens|outputTokens|candidatesTokenCount)":100[,}]/);
  });

  it('gives every call an id of its own', async () => {
    next = {
      toolCalls: [
        { name: 'lookup', input: {} },
        { name: 'lookup', input: {} },
      ],
    };
    const ids = JSON.stringify([await json(api), await json(api)]).match(/"(?:call_|toolu_|tooluse_)\w{24}"/g) ?? [];
    expect(new Set(ids).size).toBe(api === 'gemini' ? 0 : 4);
  });
});
