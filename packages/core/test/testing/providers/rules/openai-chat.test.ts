import { describe, expect, it } from 'vitest';
import { checkRequest } from '../../../../src/testing/providers/rules/check-request.ts';
import { type BrokenCase, edited, faultsOf } from './support/edited.ts';

const gif = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const call = (id: string) => ({ id, type: 'function', function: { name: 'read_file', arguments: '{"path":"a.txt"}' } });
const result = (id: string, content: unknown = '') => ({ role: 'tool', tool_call_id: id, content });
const text = (value: string) => ({ type: 'text', text: value });

const body = {
  model: 'gpt-test',
  max_completion_tokens: 4_096,
  tools: [
    { type: 'function', function: { name: 'read_file', parameters: { type: 'object', properties: {} } } },
    { type: 'function', function: { name: 'now' } },
  ],
  messages: [
    { role: 'developer', content: 'Be brief.' },
    {
      role: 'user',
      content: [text('What is this?'), { type: 'image_url', image_url: { url: `data:image/gif;base64,${gif}` } }],
    },
    { role: 'assistant', content: null, tool_calls: [call('call_1'), call('call_2')] },
    result('call_2', 'two'),
    result('call_1', [text('one'), text('more')]),
    { role: 'user', content: 'Hurry.' },
    { role: 'assistant', content: 'Again.', tool_calls: [call('call_1')] },
    result('call_1'),
    { role: 'assistant', content: 'Done.' },
    { role: 'user', content: [{ type: 'image_url', image_url: { url: 'https://example.com/a.png' } }] },
  ],
};

const valid: readonly (readonly [title: string, body: object])[] = [
  ['a long one', body],
  [
    'a call that was made by another kind of tool',
    edited(body, {
      'messages.6.tool_calls.0': { id: 'call_1', type: 'custom', custom: { name: 'sql', input: 'select 1' } },
    }),
  ],
  [
    'a refusal of the model',
    {
      messages: [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', refusal: 'No.' },
      ],
    },
  ],
];

const broken: readonly BrokenCase[] = [
  ['half a surrogate pair', { 'messages.3.content': '\udc00' }, ['lone-surrogate $.messages[3].content']],
  [
    'half a pair inside arguments',
    { 'messages.6.tool_calls.0.function.arguments': '{"path":"\\ud83d"}' },
    ['lone-surrogate $.messages[6].tool_calls[0].function.arguments'],
  ],
  [
    'NUL inside arguments',
    { 'messages.6.tool_calls.0.function.arguments': '{"path":"\\u0000"}' },
    ['control-character $.messages[6].tool_calls[0].function.arguments'],
  ],
  ['no messages', { messages: [] }, ['messages-empty $.messages']],
  ['another role', { 'messages.5.role': 'human' }, ['message-role $.messages[5]']],
  ['a null of the user', { 'messages.5.content': null }, ['content-missing $.messages[5]']],
  ['a result without content', { 'messages.3.content': undefined }, ['content-missing $.messages[3]']],
  ['an answer of null', { 'messages.8.content': null }, ['content-missing $.messages[8]']],
  ['no parts', { 'messages.4.content': [] }, ['content-empty $.messages[4].content']],
  [
    'a picture in a result',
    { 'messages.4.content.1': { type: 'image_url', image_url: { url: 'https://example.com/a.png' } } },
    ['part-type $.messages[4].content[1]'],
  ],
  ['a part without its text', { 'messages.4.content.1': { type: 'text' } }, ['part-text $.messages[4].content[1]']],
  [
    'a picture that is no picture',
    { 'messages.1.content.1.image_url.url': 'data:text/plain;base64,YQ==' },
    ['image-url $.messages[1].content[1].image_url.url'],
  ],
  [
    'a picture of another type',
    { 'messages.1.content.1.image_url.url': `data:image/png;base64,${gif}` },
    ['image-url $.messages[1].content[1].image_url.url'],
  ],
  [
    'a picture cut in its base64',
    { 'messages.1.content.1.image_url.url': `data:image/gif;base64,${gif.slice(0, 21)}` },
    ['image-url $.messages[1].content[1].image_url.url'],
  ],
  ['a text over the limit', { 'messages.3.content': 'x'.repeat(10_485_761) }, ['text-length $.messages[3].content']],
  [
    'a part over the limit',
    { 'messages.4.content.0.text': 'x'.repeat(10_485_761) },
    ['text-length $.messages[4].content[0].text'],
  ],
  ['no calls', { 'messages.8.tool_calls': [] }, ['calls-empty $.messages[8].tool_calls']],
  [
    'a call without an id',
    { 'messages.6.tool_calls.0.id': undefined, 'messages.7': undefined },
    ['call-id $.messages[6].tool_calls[0].id', 'result-missing $.messages[6].tool_calls[0]'],
  ],
  [
    'a long id',
    { 'messages.6.tool_calls.0.id': 'c'.repeat(65), 'messages.7.tool_call_id': 'c'.repeat(65) },
    ['call-id $.messages[6].tool_calls[0].id'],
  ],
  [
    'an id twice in one message',
    { 'messages.2.tool_calls.2': call('call_1') },
    ['call-id-repeated $.messages[2].tool_calls[2]'],
  ],
  [
    'a call of no tool',
    { 'messages.6.tool_calls.0.function.name': 'read file' },
    ['call-name $.messages[6].tool_calls[0].function'],
  ],
  [
    'arguments cut short',
    { 'messages.6.tool_calls.0.function.arguments': '{"path":"a' },
    ['call-arguments $.messages[6].tool_calls[0].function'],
  ],
  [
    'arguments as an object',
    { 'messages.6.tool_calls.0.function.arguments': { path: 'a' } },
    ['call-arguments $.messages[6].tool_calls[0].function'],
  ],
  [
    'arguments that are a text',
    { 'messages.6.tool_calls.0.function.arguments': '"a"' },
    ['call-arguments $.messages[6].tool_calls[0].function'],
  ],
  [
    'no arguments',
    { 'messages.6.tool_calls.0.function.arguments': '' },
    ['call-arguments $.messages[6].tool_calls[0].function'],
  ],
  ['one of two results missing', { 'messages.3': undefined }, ['result-missing $.messages[2].tool_calls[1]']],
  [
    'a message between two results',
    { 'messages.4': body.messages[5], 'messages.5': body.messages[4] },
    ['result-missing $.messages[2].tool_calls[0]', 'result-without-call $.messages[5]'],
  ],
  ['a result without its call', { 'messages.2.tool_calls.1': undefined }, ['result-without-call $.messages[3]']],
  ['a result before everything', { 'messages.0': result('call_0') }, ['result-without-call $.messages[0]']],
  ['a result twice', { 'messages.5': result('call_1') }, ['result-repeated $.messages[5]']],
  ['too little reserved', { max_completion_tokens: 0 }, ['max-tokens $.max_completion_tokens']],
  ['no tools in a list', { tools: [] }, ['tools-empty $.tools']],
  [
    'a hundred and twenty-nine tools',
    { tools: Array.from({ length: 129 }, (_, index) => ({ type: 'function', function: { name: `t${index}` } })) },
    ['tool-count $.tools[128].function'],
  ],
  ['a tool with a dot in its name', { 'tools.1.function.name': 'a.b' }, ['tool-name $.tools[1].function']],
  ['a tool twice', { 'tools.1.function.name': 'read_file' }, ['tool-name-repeated $.tools[1].function']],
  [
    'a schema of a text',
    { 'tools.0.function.parameters.type': 'string' },
    ['tool-schema $.tools[0].function.parameters'],
  ],
];

describe('rules of OpenAI Chat Completions', () => {
  it.each(valid)('take %s', (_, request) => {
    expect(faultsOf('openai-chat', request)).toEqual([]);
  });

  it.each(broken)('refuse %s', (_, edits, faults) => {
    expect(faultsOf('openai-chat', edited(body, edits))).toEqual(faults);
  });

  it('word faults as the provider does', () => {
    expect(
      checkRequest('openai-chat', edited(body, { 'messages.3': undefined })).map(({ message }) => message),
    ).toEqual([
      "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: call_2",
    ]);
    expect(
      checkRequest('openai-chat', edited(body, { 'messages.3.content': 'x'.repeat(10_485_761) })).map(
        ({ message }) => message,
      ),
    ).toEqual([
      "Invalid 'messages[3].content': string too long. Expected a string with maximum length 10485760, but got a string with length 10485761 instead.",
    ]);
  });
});
