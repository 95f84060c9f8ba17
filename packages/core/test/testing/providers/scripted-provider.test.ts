import { connect } from 'node:http2';
import { describe, expect, it } from 'vitest';
import type { ProviderRequest } from '../../../src/testing/providers/provider-request.ts';
import { startScriptedProvider } from '../../../src/testing/providers/scripted-provider.ts';
import { apiCases, ask, caseOf, post } from './support/bodies.ts';

describe('the script', () => {
  it('is taken step by step, in the order of the requests', async () => {
    await using provider = await startScriptedProvider({
      script: [{ text: 'one' }, { text: 'two' }, () => ({ text: 'three' })],
    });
    const texts: unknown[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      texts.push(await (await ask(provider.url, 'anthropic-messages', 'x')).json());
    }
    expect(texts).toMatchObject(['one', 'two', 'three'].map((text) => ({ content: [{ type: 'text', text }] })));
  });

  it('that has no step left is answered with 400, so that no client tries again', async () => {
    await using provider = await startScriptedProvider({ script: [{ text: 'one' }] });
    await ask(provider.url, 'openai-chat', 'x');
    const response = await ask(provider.url, 'openai-chat', 'x');
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { message: 'scripted provider: the script has 1 steps, and this is request 2' },
    });
  });

  it('that throws is answered with 400 and its words', async () => {
    await using provider = await startScriptedProvider({
      script: async () => {
        throw new Error('no such order');
      },
    });
    const response = await ask(provider.url, 'gemini', 'x');
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('no such order')]);
  });

  it('sends a raw reply as it is', async () => {
    const raw = { status: 418, headers: { 'content-type': 'text/plain', 'x-own': 'yes' }, body: 'short and stout' };
    const bytes = Uint8Array.of(0, 255, 10);
    await using provider = await startScriptedProvider({
      script: [{ raw }, { raw: { status: 502, body: { detail: [1] } } }, { raw: { status: 200, body: bytes } }],
    });
    const [text, json, binary] = [
      await ask(provider.url, 'openai-chat', 'x'),
      await ask(provider.url, 'openai-chat', 'x'),
      await ask(provider.url, 'openai-chat', 'x'),
    ];
    expect([text.status, text.headers.get('x-own'), await text.text()]).toEqual([418, 'yes', 'short and stout']);
    expect([json.status, json.headers.get('content-type'), await json.json()]).toEqual([
      502,
      'application/json',
      { detail: [1] },
    ]);
    expect(new Uint8Array(await binary.arrayBuffer())).toEqual(bytes);
  });

  it('drops the connection before an answer, and within one', async () => {
    const script = [
      { drop: 'before-answer' },
      { drop: 'during-answer', answer: { text: 'a'.repeat(1000) } },
      { text: 'still here' },
    ] as const;
    await using provider = await startScriptedProvider({ script });
    await expect(ask(provider.url, 'anthropic-messages', 'x')).rejects.toThrow('fetch failed');
    const cut = await ask(provider.url, 'anthropic-messages', 'x', true);
    expect(cut.status).toBe(200);
    const seen: Uint8Array[] = [];
    await expect(
      (async () => {
        for await (const chunk of cut.body as ReadableStream<Uint8Array>) seen.push(chunk);
      })(),
    ).rejects.toThrow('terminated');
    const text = Buffer.concat(seen).toString();
    expect(text).toContain('event: message_start');
    expect(text).not.toContain('message_stop');
    expect((await ask(provider.url, 'anthropic-messages', 'x')).status).toBe(200);
    expect(provider.requests.map(({ status }) => status)).toEqual([undefined, 200, 200]);
  });
});

describe('requests', () => {
  it.each(apiCases)('are recorded byte for byte: $api', async ({ api, path, body }) => {
    await using provider = await startScriptedProvider({ script: () => ({ text: 'ok' }) });
    const sent = `${JSON.stringify(body('„Größe“ 😀', true), null, 3)}\n`;
    const headers = { 'content-type': 'application/json', 'x-own': 'a, b' };
    await (await fetch(`${provider.url}${path(true)}`, { method: 'POST', body: sent, headers })).arrayBuffer();
    await (await ask(provider.url, api, 'x')).arrayBuffer();
    expect(provider.requests).toMatchObject([
      { api, method: 'POST', path: path(true), body: body('„Größe“ 😀', true), status: 200, isStreamed: true },
      { api, method: 'POST', path: path(false), body: body('x', false), status: 200, isStreamed: false },
    ]);
    expect(provider.requests[0]?.bytes.equals(Buffer.from(sent))).toBe(true);
    expect(provider.requests[0]?.headers).toMatchObject(headers);
  });

  it('are recorded where they are refused, are no JSON, or are at no API', async () => {
    await using provider = await startScriptedProvider({ script: [] });
    const broken = await fetch(`${provider.url}/v1/messages`, { method: 'POST', body: '{"model": ' });
    const elsewhere = await fetch(`${provider.url}/v1/models?limit=5`);
    expect([broken.status, elsewhere.status]).toEqual([400, 404]);
    expect(await broken.json()).toMatchObject({ type: 'error', error: { type: 'invalid_request_error' } });
    expect(provider.requests).toMatchObject([
      { api: 'anthropic-messages', path: '/v1/messages', body: undefined, status: 400 },
      { api: undefined, method: 'GET', path: '/v1/models?limit=5', status: 404, isStreamed: false },
    ]);
    expect(provider.requests[0]?.bytes.toString()).toBe('{"model": ');
  });

  it('are checked against the rules of their API', async () => {
    await using provider = await startScriptedProvider({ script: [] });
    const orphan = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'x' }] };
    const body = {
      model: 'claude',
      max_tokens: 10,
      messages: [{ role: 'user', content: 'x' }, { role: 'assistant', content: 'y' }, orphan],
    };
    const response = await post(`${provider.url}/v1/messages`, body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      type: 'error',
      error: {
        type: 'invalid_request_error',
        message: expect.stringContaining('unexpected `tool_use_id` found in `tool_result` blocks: toolu_1'),
      },
    });
  });

  it('are checked against rules of the caller', async () => {
    const rules = () => [{ rule: 'own', where: '$.messages[0].content', message: 'Say please.' }];
    await using provider = await startScriptedProvider({ script: [], rules });
    const response = await ask(provider.url, 'openai-chat', 'x');
    expect([response.status, await response.json()]).toEqual([
      400,
      {
        error: { message: 'Say please.', type: 'invalid_request_error', param: 'messages[0].content', code: null },
      },
    ]);
  });

  it('that come at once get their own answers', async () => {
    await using provider = await startScriptedProvider({
      script: ({ items }) => ({
        text: `answer to ${items.map((item) => (item.kind === 'user' ? item.text : '')).join()}`,
      }),
    });
    const names = Array.from({ length: 40 }, (_, index) => `question ${index}`);
    const answers = await Promise.all(
      names.map(async (name) => (await ask(provider.url, 'openai-chat', name)).json() as Promise<unknown>),
    );
    expect(answers).toMatchObject(names.map((name) => ({ choices: [{ message: { content: `answer to ${name}` } }] })));
    expect(provider.requests).toHaveLength(40);
  });

  it('of a megabyte are answered with a megabyte, streamed', async () => {
    const text = 'ü😀'.repeat(200_000);
    await using provider = await startScriptedProvider({ script: [{ text }] });
    const response = await ask(provider.url, 'openai-chat', text, true);
    const chunks = (await response.text()).split('\n\n').filter((block) => block.startsWith('data: {'));
    const deltas = chunks.map((block) => JSON.parse(block.slice(6)).choices[0]?.delta.content ?? '');
    expect(deltas.join('')).toBe(text);
    expect(chunks.length).toBeLessThan(300);
  });
});

describe('what a request holds', () => {
  const call = { id: 'c-1', name: 'lookup', input: { id: 'k-1' } };
  const conversation: Readonly<Record<string, object>> = {
    'openai-responses': {
      input: [
        { type: 'message', role: 'developer', content: 'Be brief.' },
        { role: 'user', content: 'What is k-1?' },
        { type: 'reasoning', id: 'rs_1', summary: [] },
        { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Looking.' }] },
        { type: 'function_call', call_id: 'c-1', name: 'lookup', arguments: '{"id":"k-1"}' },
        { type: 'function_call_output', call_id: 'c-1', output: [{ type: 'input_text', text: 'a key' }] },
      ],
    },
    'openai-chat': {
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: [{ type: 'text', text: 'What is k-1?' }] },
        {
          role: 'assistant',
          content: 'Looking.',
          tool_calls: [{ id: 'c-1', type: 'function', function: { name: 'lookup', arguments: '{"id":"k-1"}' } }],
        },
        { role: 'tool', tool_call_id: 'c-1', content: 'a key' },
      ],
    },
    'anthropic-messages': {
      system: [{ type: 'text', text: 'Be brief.' }],
      messages: [
        { role: 'user', content: 'What is k-1?' },
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'Looking.' },
            { type: 'tool_use', ...call },
          ],
        },
        {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: 'c-1', content: [{ type: 'text', text: 'a key' }] }],
        },
      ],
    },
    'bedrock-converse': {
      system: [{ text: 'Be brief.' }],
      messages: [
        { role: 'user', content: [{ text: 'What is k-1?' }] },
        {
          role: 'assistant',
          content: [{ text: 'Looking.' }, { toolUse: { toolUseId: 'c-1', name: 'lookup', input: { id: 'k-1' } } }],
        },
        { role: 'user', content: [{ toolResult: { toolUseId: 'c-1', content: [{ text: 'a key' }] } }] },
      ],
    },
    gemini: {
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
      contents: [
        { role: 'user', parts: [{ text: 'What is k-1?' }] },
        {
          role: 'model',
          parts: [{ text: 'Looking.' }, { functionCall: { id: 'c-1', name: 'lookup', args: { id: 'k-1' } } }],
        },
        {
          role: 'user',
          parts: [{ functionResponse: { id: 'c-1', name: 'lookup', response: { output: 'a key' } } }],
        },
      ],
    },
  };
  const models: Readonly<Record<string, string>> = {
    'openai-responses': 'gpt-5',
    'openai-chat': 'gpt-4o',
    'anthropic-messages': 'claude-sonnet-4-5',
    'bedrock-converse': 'anthropic.claude-v2:1',
    gemini: 'gemini-2.5-pro',
  };

  it.each(apiCases)('is read alike for every API: $api', async ({ api, path, body }) => {
    const seen: ProviderRequest[] = [];
    await using provider = await startScriptedProvider({
      script: (request) => {
        seen.push(request);
        return { text: 'ok' };
      },
    });
    const response = await post(`${provider.url}${path(false)}`, { ...body('', false), ...conversation[api] });
    expect(await response.text()).toContain('ok');
    const [request] = seen;
    expect(request).toMatchObject({
      api,
      model: models[api],
      isStreamed: false,
      maxOutputTokens: 100,
      tools: [{ name: 'lookup' }],
    });
    expect(request?.items).toEqual([
      { kind: 'system', text: 'Be brief.' },
      { kind: 'user', text: 'What is k-1?' },
      { kind: 'assistant', text: 'Looking.' },
      { kind: 'tool-call', ...call },
      { kind: 'tool-result', id: 'c-1', text: 'a key', ...(api === 'gemini' && { name: 'lookup' }) },
    ]);
  });

  it('is read with the namespaces of tools', async () => {
    const seen: ProviderRequest[] = [];
    const tool = (name: string): object => ({ type: 'function', name, parameters: { type: 'object' } });
    await using provider = await startScriptedProvider({
      rules: () => [],
      script: (request) => {
        seen.push(request);
        return { text: 'ok' };
      },
    });
    const tools = [
      tool('shell'),
      { type: 'namespace', name: 'mcp__files', tools: [tool('read')] },
      { type: 'web_search' },
    ];
    await post(`${provider.url}/v1/responses`, { model: 'gpt-5', input: 'x', tools });
    expect(seen[0]?.tools).toEqual([{ name: 'shell' }, { name: 'read', namespace: 'mcp__files' }]);
  });
});

it.each([
  ['/v1/projects/p-1/locations/eu/publishers/google/models/gemini-2.5-pro:generateContent', 'gemini', 'gemini-2.5-pro'],
  ['/v1beta/models/%E0%A4:generateContent', 'gemini', '%E0%A4'],
  ['/model/arn%3Aaws%3Abedrock%3Aeu%3A1%3Aprofile%2Fx/converse', 'bedrock-converse', 'arn:aws:bedrock:eu:1:profile/x'],
])('reads the model of %s', async (path, api, model) => {
  const seen: ProviderRequest[] = [];
  await using provider = await startScriptedProvider({
    rules: () => [],
    script: (request) => {
      seen.push(request);
      return { text: 'ok' };
    },
  });
  expect((await post(`${provider.url}${path}`, {})).status).toBe(200);
  expect(seen).toMatchObject([{ api, model }]);
});

it('speaks HTTP/2 without TLS to a client that begins with it', async () => {
  await using provider = await startScriptedProvider({ script: [{ text: 'over two' }] });
  const session = connect(provider.url);
  try {
    const { path, body } = caseOf('bedrock-converse');
    const stream = session.request({ ':method': 'POST', ':path': path(false) });
    stream.end(JSON.stringify(body('x', false)));
    stream.setEncoding('utf8');
    let text = '';
    for await (const chunk of stream) text += chunk;
    expect(text).toContain('over two');
  } finally {
    session.destroy();
  }
  expect(provider.requests).toMatchObject([{ api: 'bedrock-converse', status: 200 }]);
});

it('ends open connections when it is closed', async () => {
  const provider = await startScriptedProvider({ script: () => new Promise(() => {}) });
  const waiting = ask(provider.url, 'openai-chat', 'x');
  const outcome = expect(waiting).rejects.toThrow('fetch failed');
  await provider.close();
  await outcome;
  await provider.close();
});
