import { describe, expect, it } from 'vitest';
import { createLiteralReader, type LiteralReaderOptions } from '../../../src/testing/providers/literal-reader.ts';
import type { ListedTool, ProviderRequest, TranscriptItem } from '../../../src/testing/providers/provider-request.ts';
import { startScriptedProvider } from '../../../src/testing/providers/scripted-provider.ts';
import { apiCases, ask, post } from './support/bodies.ts';

const tools: readonly ListedTool[] = [{ name: 'read' }, { name: 'grep' }];

const user = (text: string): TranscriptItem => ({ kind: 'user', text });
const result = (text: string, id = 'c-1'): TranscriptItem => ({ kind: 'tool-result', id, text });
const call = (name: string, input: unknown, id = 'c-1'): TranscriptItem => ({ kind: 'tool-call', id, name, input });

/** What the reader answers to a conversation. */
function answer(
  items: readonly TranscriptItem[],
  options: LiteralReaderOptions & { tools?: readonly ListedTool[] } = {},
): unknown {
  const request: ProviderRequest = {
    api: 'openai-chat',
    path: '/v1/chat/completions',
    body: {},
    byteLength: 0,
    model: 'any',
    isStreamed: false,
    tools: options.tools ?? tools,
    items,
  };
  return createLiteralReader(options)(request);
}

const calls = (name: string, input: object) => ({ toolCalls: [{ name, input }] });

describe('calls', () => {
  it('are made where the message of the user holds one', () => {
    expect(answer([user('Find: k-1\nread {"path":"a.log"}')])).toEqual(calls('read', { path: 'a.log' }));
  });

  it('are made where the last result holds one', () => {
    const items = [user('read {"a":1}'), call('read', { a: 1 }), result('12 lines\ngrep {"pattern":"x y"}\n[END]')];
    expect(answer(items)).toEqual(calls('grep', { pattern: 'x y' }));
  });

  it.each([
    ['a tool that is not listed', 'write {"a":1}'],
    ['text before it', 'Try read {"a":1}'],
    ['text behind it', 'read {"a":1} now'],
    ['no object', 'read [1]'],
    ['no JSON', 'read {a: 1}'],
    ['a gutter', '12  read {"a":1}'],
    ['two spaces', 'read  {"a":1}'],
  ])('are not made for a line with %s', (_, line) => {
    expect(answer([user(line)])).toEqual({ text: 'cannot tell' });
  });

  it('are not made twice, whatever the order of their keys', () => {
    const items = [user('read {"a":1,"b":2}\nread {"a":2}'), call('read', { b: 2, a: 1 }), result('nothing here')];
    expect(answer(items)).toEqual(calls('read', { a: 2 }));
  });

  it('follow the newest result first, then older ones, then the question', () => {
    const items = [user('read {"a":1}\nread {"a":9}'), call('read', { a: 1 }), result('read {"a":2}\nread {"a":3}')];
    const second = [...items, call('read', { a: 2 }, 'c-2'), result('read {"a":4}', 'c-2')];
    const third = [...second, call('read', { a: 4 }, 'c-3'), result('no more', 'c-3')];
    const fourth = [...third, call('read', { a: 3 }, 'c-4'), result('no more', 'c-4')];
    expect([items, second, third, fourth].map((each) => answer(each))).toEqual([
      calls('read', { a: 2 }),
      calls('read', { a: 4 }),
      calls('read', { a: 3 }),
      calls('read', { a: 9 }),
    ]);
  });

  it('are bounded in number', () => {
    const items = [user('read {"a":1}'), call('read', { a: 1 }), result('read {"a":2}')];
    expect(answer(items, { maxCalls: 1 })).toEqual({ text: 'read {"a":2}' });
    expect(answer(items, { maxCalls: 2 })).toEqual(calls('read', { a: 2 }));
  });

  it('name a tool as the request lists it: with the prefix of a client, and with its namespace', () => {
    const listed = [{ name: 'mcp__files__read' }, { name: 'grep', namespace: 'mcp__files' }];
    expect(answer([user('read {"a":1}')], { tools: listed })).toEqual(calls('mcp__files__read', { a: 1 }));
    expect(answer([user('grep {"a":1}')], { tools: listed })).toEqual({
      toolCalls: [{ name: 'grep', input: { a: 1 }, namespace: 'mcp__files' }],
    });
    const made = [user('read {"a":1}'), call('mcp__files__read', { a: 1 }), result('done')];
    expect(answer(made, { tools: listed })).toEqual({ text: 'done' });
  });

  it('are not made where two tools could be meant', () => {
    const listed = [{ name: 'one_read' }, { name: 'two_read' }];
    expect(answer([user('read {"a":1}')], { tools: listed })).toEqual({ text: 'cannot tell' });
  });
});

describe('answers', () => {
  const asked = user('Find: k-1\ngrep {"pattern":"k-1"}');
  const searched = call('grep', { pattern: 'k-1' });

  it('quote the line that shows the string', () => {
    expect(answer([asked, searched, result('2 matches for "k-1"\n 7: key k-1 is here\n 9: k-1')])).toEqual({
      text: 'found:  7: key k-1 is here',
    });
  });

  it('stop looking once it is found, in any result', () => {
    const found = [asked, searched, result('k-1 here'), call('read', { a: 1 }, 'c-2'), result('read {"a":2}', 'c-2')];
    expect(answer(found)).toEqual({ text: 'found: k-1 here' });
  });

  it('say absent only where a search for the string said 0 matches', () => {
    expect(answer([asked, searched, result('app.log searched for "k-1": 0 matches in 12 lines')])).toEqual({
      text: 'absent: app.log searched for "k-1": 0 matches in 12 lines',
    });
    expect(answer([asked, call('grep', { pattern: 'k-1', all: true }), result('0 matches')], { maxCalls: 1 })).toEqual({
      text: 'absent: 0 matches',
    });
  });

  it('know a search for the string where the pattern escapes it', () => {
    const items = [
      user('Find: a.b\ngrep {"pattern":"a\\\\.b"}'),
      call('grep', { pattern: 'a\\.b' }),
      result('0 matches'),
    ];
    expect(answer(items)).toEqual({ text: 'absent: 0 matches' });
  });

  it.each([
    ['the search was for something else', call('grep', { pattern: 'k-2' }), '0 matches'],
    ['no text said so', searched, 'nothing found'],
    ['there were 10 matches of something', searched, '10 matches'],
    ['there were 1,000 matches of something', searched, '1,000 matches'],
    ['a search that was not finished repeats the string', searched, 'searched for "k-1": no match so far'],
    ['a call repeats the string', searched, 'grep {"pattern":"k-1","cursor":"c"}'],
    ['the call is gone from the request', call('grep', { pattern: 'k-1' }, 'other'), '0 matches'],
  ])('cannot tell where %s', (_, made, text) => {
    expect(answer([asked, made, result(text)], { maxCalls: 1 })).toEqual({ text: 'cannot tell' });
  });

  it('cannot tell before anything was called', () => {
    expect(answer([user('Find: k-1')])).toEqual({ text: 'cannot tell' });
  });

  it('quote a long line around what was found in it', () => {
    const line = `${'a'.repeat(5000)}k-1${'b'.repeat(5000)}`;
    const { text } = answer([asked, searched, result(line)]) as { text: string };
    expect(text).toMatch(/^found: a+k-1b+$/);
    expect(text.length).toBeLessThan(450);
  });

  it('give the last text where nothing is looked for', () => {
    expect(answer([user('read {"a":1}'), call('read', { a: 1 }), result('all of it')])).toEqual({ text: 'all of it' });
  });
});

describe('the question', () => {
  const before = [user('Find: k-1\nread {"a":1}'), call('read', { a: 1 }), result('k-1 here')];

  it('is the last one that the user asked', () => {
    const next = [...before, { kind: 'assistant', text: 'found: k-1 here' } as const, user('Find: k-2\nread {"a":1}')];
    expect(answer(next)).toEqual(calls('read', { a: 1 }));
    expect(answer([...next, call('read', { a: 1 }, 'c-2'), result('k-1 here', 'c-2')])).toEqual({
      text: 'cannot tell',
    });
  });

  it('goes on where a client remarks something behind the results', () => {
    expect(answer([...before, user('<reminder>Keep to the plan.</reminder>')])).toEqual({ text: 'found: k-1 here' });
  });

  it('is a new one where the user asks behind results that got no answer', () => {
    expect(answer([...before, user('Find: k-2')])).toEqual({ text: 'cannot tell' });
  });
});

/** A result of a tool, as a body of each API ends with it. */
describe.each(apiCases)('behind $api', ({ api, path, body }) => {
  it.each([false, true])('calls what the message says, and reads the result (streamed: %s)', async (isStreamed) => {
    await using provider = await startScriptedProvider({ script: createLiteralReader() });
    const question = 'Find: k-1\nlookup {"id":"k-1"}';
    const first = await (await ask(provider.url, api, question, isStreamed)).text();
    expect(first).toContain('lookup');
    const response = await post(`${provider.url}${path(isStreamed)}`, {
      ...body(question, isStreamed),
      ...afterCall[api](question),
    });
    const text = await response.text();
    expect(text).toMatch(/found: [\s\S]*k-1/);
    expect(provider.requests.map(({ status }) => status)).toEqual([200, 200]);
  });
});

const input = { id: 'k-1' };
const afterCall: Readonly<Record<ProviderRequest['api'], (question: string) => object>> = {
  'openai-responses': (text) => ({
    input: [
      { role: 'user', content: text },
      { type: 'function_call', call_id: 'c-1', name: 'lookup', arguments: JSON.stringify(input) },
      { type: 'function_call_output', call_id: 'c-1', output: 'k-1' },
    ],
  }),
  'openai-chat': (content) => ({
    messages: [
      { role: 'user', content },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c-1', type: 'function', function: { name: 'lookup', arguments: JSON.stringify(input) } }],
      },
      { role: 'tool', tool_call_id: 'c-1', content: 'k-1' },
    ],
  }),
  'anthropic-messages': (content) => ({
    messages: [
      { role: 'user', content },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'c-1', name: 'lookup', input }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c-1', content: 'k-1' }] },
    ],
  }),
  'bedrock-converse': (text) => ({
    messages: [
      { role: 'user', content: [{ text }] },
      { role: 'assistant', content: [{ toolUse: { toolUseId: 'c-1', name: 'lookup', input } }] },
      { role: 'user', content: [{ toolResult: { toolUseId: 'c-1', content: [{ json: { key: 'k-1' } }] } }] },
    ],
  }),
  gemini: (text) => ({
    contents: [
      { role: 'user', parts: [{ text }] },
      { role: 'model', parts: [{ functionCall: { name: 'lookup', args: input } }] },
      { role: 'user', parts: [{ functionResponse: { name: 'lookup', response: { output: 'k-1' } } }] },
    ],
  }),
};
