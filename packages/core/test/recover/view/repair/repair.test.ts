import { describe, expect, it } from 'vitest';
import { repair } from '../../../../src/recover/view/repair/repair.ts';
import { resolveFormat } from '../../../../src/recover/wire/formats.ts';
import type { JsonObject } from '../../../../src/recover/wire/json.ts';
import { chat } from '../../../support/temporary-session.ts';

const missing = 'The result of this call was not recorded: the session ended before it came.';
const stray = '[A tool result whose call is not in this conversation:]';
const nothing = '(The tool ended without an error and returned no text.)';

function repaired(api: string, messages: readonly JsonObject[]): { messages: readonly JsonObject[]; faults: string[] } {
  const { messages: mended, faults } = repair(messages, resolveFormat(api));
  expect(repair(mended, resolveFormat(api)).faults).toEqual([]);
  return { messages: mended, faults: faults.map(({ kind, index }) => `${kind} ${index}`) };
}

const { user, answer, call, result } = chat;

describe('repair of OpenAI Chat', () => {
  const calls = (...ids: string[]): JsonObject => ({
    role: 'assistant',
    content: null,
    tool_calls: ids.map((id) => ({ id, type: 'function', function: { name: 'read_log', arguments: '{}' } })),
  });
  it.each<[string, JsonObject[], JsonObject[], string[]]>([
    ['no message', [], [], []],
    [
      'ids that a server counts anew in each turn',
      [user('a'), call('0'), result('0', 'x'), answer('b'), user('c'), call('0'), result('0', 'x')],
      [user('a'), call('0'), result('0', 'x'), answer('b'), user('c'), call('0'), result('0', 'x')],
      [],
    ],
    [
      'a lost result of an id that is used again',
      [user('a'), call('0'), user('c'), call('0'), result('0', 'second')],
      [user('a'), call('0'), result('0', missing), user('c'), call('0'), result('0', 'second')],
      ['call-without-result 1'],
    ],
    [
      'calls of one turn with the same id',
      [user('a'), calls('', ''), result('', 'first'), result('', 'second')],
      [user('a'), calls('', '_2'), result('', 'first'), result('_2', 'second')],
      ['call-id-repeated 1'],
    ],
    [
      'a result that is recorded twice',
      [user('a'), call('1'), result('1', 'x'), result('1', 'x'), answer('b')],
      [user('a'), call('1'), result('1', 'x'), answer('b')],
      ['message-repeated 3'],
    ],
    [
      'two different results of one call',
      [user('a'), call('1'), result('1', 'x'), result('1', 'y')],
      [user('a'), call('1'), result('1', 'x'), user(`${stray}\ny`)],
      ['result-without-call 3'],
    ],
    [
      'a result before its call',
      [user('a'), result('1', 'x'), call('1')],
      [user('a'), user(`${stray}\nx`), call('1'), result('1', missing)],
      ['result-without-call 1', 'call-without-result 2'],
    ],
    [
      'a call that is recorded twice',
      [user('a'), call('1'), call('1'), result('1', 'x')],
      [user('a'), call('1'), result('1', missing), call('1'), result('1', 'x')],
      ['call-without-result 1'],
    ],
    [
      'results in another order, with a text between them',
      [user('a'), calls('1', '2'), result('2', 'y'), user('b'), result('1', 'x')],
      [user('a'), calls('1', '2'), result('2', 'y'), result('1', 'x'), user('b')],
      ['result-out-of-place 4'],
    ],
    [
      'messages that say nothing',
      [
        user(''),
        { role: 'assistant', content: null },
        { role: 'user', content: [] },
        { role: 'assistant', content: [{ type: 'text', text: ' ' }] },
      ],
      [
        user('(empty message)'),
        { role: 'assistant', content: [{ type: 'text', text: '(empty message)' }] },
        { role: 'user', content: [{ type: 'text', text: '(empty message)' }] },
        { role: 'assistant', content: [{ type: 'text', text: '(empty message)' }] },
      ],
      ['text-empty 0', 'text-empty 1', 'text-empty 2', 'text-empty 3'],
    ],
    [
      'a refusal, which is no empty message',
      [user('a'), { role: 'assistant', content: null, refusal: 'no' }],
      [user('a'), { role: 'assistant', content: null, refusal: 'no' }],
      [],
    ],
    [
      'an answer that was heard, which is no empty message',
      [user('a'), { role: 'assistant', content: null, audio: { id: 'audio_1' } }],
      [user('a'), { role: 'assistant', content: null, audio: { id: 'audio_1' } }],
      [],
    ],
    [
      'an answer of nothing, as the API writes it',
      [user('a'), { role: 'assistant', content: null, refusal: null, annotations: [] }],
      [
        user('a'),
        {
          role: 'assistant',
          content: [{ type: 'text', text: '(empty message)' }],
          refusal: null,
          annotations: [],
        },
      ],
      ['text-empty 1'],
    ],
    [
      'empty results',
      [user('a'), calls('1', '2'), result('1', ''), { role: 'tool', tool_call_id: '2', content: [] }],
      [user('a'), calls('1', '2'), result('1', nothing), result('2', nothing)],
      ['text-empty 2', 'text-empty 3'],
    ],
    [
      'arguments that were cut short, are no object, or are none',
      [
        user('a'),
        call('1', '{"path": "/home/al'),
        result('1', 'x'),
        call('2', '[1]'),
        result('2', 'x'),
        call('3', ''),
        result('3', 'x'),
      ],
      [
        user('a'),
        call('1', '{"invalidArguments":"{\\"path\\": \\"/home/al"}'),
        result('1', 'x'),
        call('2', '{"invalidArguments":"[1]"}'),
        result('2', 'x'),
        call('3', '{}'),
        result('3', 'x'),
      ],
      ['arguments-invalid 1', 'arguments-invalid 3', 'arguments-invalid 5'],
    ],
    [
      'functions, as they were called before there were tools',
      [
        user('a'),
        { role: 'assistant', content: null, function_call: { name: 'f', arguments: '{}' } },
        { role: 'function', name: 'f', content: 'x' },
      ],
      [
        user('a'),
        { role: 'assistant', content: null, function_call: { name: 'f', arguments: '{}' } },
        { role: 'function', name: 'f', content: 'x' },
      ],
      [],
    ],
  ])('%s', (_name, messages, mended, faults) => {
    expect(repaired('openai-chat', messages)).toEqual({ messages: mended, faults });
  });
});

describe('repair of Anthropic Messages', () => {
  const use = (...ids: string[]): JsonObject => ({
    role: 'assistant',
    content: ids.map((id) => ({ type: 'tool_use', id, name: 'read_log', input: {} })),
  });
  const given = (id: string, content: string): JsonObject => ({ type: 'tool_result', tool_use_id: id, content });
  const results = (...blocks: JsonObject[]): JsonObject => ({ role: 'user', content: blocks });
  const lost = (id: string): JsonObject => ({ ...given(id, missing), is_error: true });
  const text = (value: string): JsonObject => ({ type: 'text', text: value });
  it.each<[string, JsonObject[], JsonObject[], string[]]>([
    [
      'ids that are used again get numbers, with their results',
      [
        user('a'),
        use('0'),
        results(given('0', 'x')),
        use('0'),
        results(given('0', 'y')),
        use('0'),
        results(given('0', 'z')),
      ],
      [
        user('a'),
        use('0'),
        results(given('0', 'x')),
        use('0_2'),
        results(given('0_2', 'y')),
        use('0_3'),
        results(given('0_3', 'z')),
      ],
      ['call-id-repeated 3', 'call-id-repeated 5'],
    ],
    [
      'a result that is lost while another call of the turn has one',
      [user('a'), use('1', '2'), results(given('2', 'y')), user('b')],
      [user('a'), use('1', '2'), results(given('2', 'y'), lost('1')), user('b')],
      ['call-without-result 1'],
    ],
    [
      'results behind other blocks of their message',
      [user('a'), use('1'), results(text('see'), given('1', 'x'))],
      [user('a'), use('1'), results(given('1', 'x'), text('see'))],
      ['result-out-of-place 2'],
    ],
    [
      'a call before an answer, and its result behind it',
      [user('a'), use('1'), answer('b'), results(given('1', 'x'), text('c'))],
      [user('a'), use('1'), results(given('1', 'x')), answer('b'), results(text('c'))],
      ['result-out-of-place 3'],
    ],
    [
      'an answer of no blocks, as the API gives it now and then',
      [user('a'), { role: 'assistant', content: [] }, user('b')],
      [user('a'), { role: 'assistant', content: [text('(empty message)')] }, user('b')],
      ['text-empty 1'],
    ],
    [
      'results of nothing but blank texts, and of some',
      [
        user('a'),
        use('1', '2'),
        results({ ...given('1', ''), content: [text('')] }, { ...given('2', ''), content: [text(' '), text('y')] }),
      ],
      [user('a'), use('1', '2'), results(given('1', nothing), { ...given('2', ''), content: [text('y')] })],
      ['text-empty 2', 'text-empty 2'],
    ],
    [
      'two results of one call in a message',
      [user('a'), use('1'), results(given('1', 'x'), given('1', 'y'))],
      [user('a'), use('1'), results(given('1', 'x'), text(`${stray}\ny`))],
      ['result-without-call 2'],
    ],
    [
      'a call that was recorded twice, before and behind its result',
      [user('a'), use('1'), use('1'), results(given('1', 'x')), use('1')],
      [user('a'), use('1'), results(given('1', 'x'))],
      ['message-repeated 1', 'message-repeated 4'],
    ],
    [
      'input that is missing',
      [
        user('a'),
        { role: 'assistant', content: [{ type: 'tool_use', id: '1', name: 'read_log' }] },
        results(given('1', 'x')),
      ],
      [user('a'), use('1'), results(given('1', 'x'))],
      ['arguments-invalid 1'],
    ],
  ])('%s', (_name, messages, mended, faults) => {
    const found = repaired('anthropic-messages', messages);
    expect(found.faults).toEqual(faults);
    expect(found.messages.map((message) => JSON.parse(JSON.stringify(message)))).toEqual(
      mended.map((message) => JSON.parse(JSON.stringify(message))),
    );
  });
});

describe('repair of Gemini', () => {
  const person = (value: string): JsonObject => ({ role: 'user', parts: [{ text: value }] });
  const asks = (...names: string[]): JsonObject => ({
    role: 'model',
    parts: names.map((name) => ({ functionCall: { name, args: {} } })),
  });
  const gives = (...given: [string, string][]): JsonObject => ({
    role: 'user',
    parts: given.map(([name, output]) => ({ functionResponse: { name, response: { output } } })),
  });
  it.each<[string, JsonObject[], JsonObject[], string[]]>([
    [
      'calls of one tool without ids, in their order',
      [person('a'), asks('f', 'f', 'g'), gives(['f', '1'], ['f', '2'], ['g', '3'])],
      [person('a'), asks('f', 'f', 'g'), gives(['f', '1'], ['f', '2'], ['g', '3'])],
      [],
    ],
    [
      'a lost result without an id is not taken from a later turn',
      [person('a'), asks('f'), person('b'), asks('f'), gives(['f', 'second'])],
      [
        person('a'),
        asks('f'),
        { role: 'user', parts: [{ functionResponse: { name: 'f', response: { error: missing } } }, { text: 'b' }] },
        asks('f'),
        gives(['f', 'second']),
      ],
      ['call-without-result 1'],
    ],
    [
      'calls with ids whose results have none',
      [person('a'), { role: 'model', parts: [{ functionCall: { id: '1', name: 'f', args: {} } }] }, gives(['f', 'x'])],
      [person('a'), { role: 'model', parts: [{ functionCall: { id: '1', name: 'f', args: {} } }] }, gives(['f', 'x'])],
      [],
    ],
    [
      'contents without parts',
      [person('a'), { role: 'model', parts: [] }, { role: 'user' }],
      [
        person('a'),
        { role: 'model', parts: [{ text: '(empty message)' }] },
        { role: 'user', parts: [{ text: '(empty message)' }] },
      ],
      ['text-empty 1', 'text-empty 2'],
    ],
  ])('%s', (_name, messages, mended, faults) => {
    expect(repaired('gemini', messages)).toEqual({ messages: mended, faults });
  });
});

describe('repair of OpenAI Responses', () => {
  const item = (id: string, name = 'f'): JsonObject => ({ type: 'function_call', call_id: id, name, arguments: '{}' });
  const output = (id: string, value: string): JsonObject => ({
    type: 'function_call_output',
    call_id: id,
    output: value,
  });
  const thought: JsonObject = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'gAAAA' };
  const shell: JsonObject = { type: 'shell_call', call_id: 's', action: { commands: ['ls'] } };
  const wrote: JsonObject = {
    type: 'shell_call_output',
    call_id: 's',
    output: [{ stdout: 'a', stderr: '', outcome: { type: 'exit', exit_code: 0 } }],
  };
  it.each<[string, JsonObject[], JsonObject[], string[]]>([
    ['a shell whose commands wrote nothing', [user('a'), shell, wrote], [user('a'), shell, wrote], []],
    [
      'parallel calls as items, with their thought',
      [user('a'), thought, item('1'), item('2'), output('2', 'y'), output('1', 'x')],
      [user('a'), thought, item('1'), item('2'), output('2', 'y'), output('1', 'x')],
      [],
    ],
    [
      'a thought that was recorded twice, and one with nothing behind it',
      [user('a'), thought, thought, item('1'), output('1', 'x'), { ...thought, id: 'rs_2' }],
      [user('a'), thought, item('1'), output('1', 'x')],
      ['message-repeated 2', 'message-alone 5'],
    ],
    [
      'a call id that is used again',
      [user('a'), item('1'), output('1', 'x'), item('1', 'g'), output('1', 'y')],
      [user('a'), item('1'), output('1', 'x'), item('1_2', 'g'), output('1_2', 'y')],
      ['call-id-repeated 3'],
    ],
    [
      'searches of the provider, which have no result',
      [user('a'), { type: 'web_search_call', id: 'ws_1', status: 'completed' }, answer('b')],
      [user('a'), { type: 'web_search_call', id: 'ws_1', status: 'completed' }, answer('b')],
      [],
    ],
  ])('%s', (_name, messages, mended, faults) => {
    expect(repaired('openai-responses', messages)).toEqual({ messages: mended, faults });
  });
});
