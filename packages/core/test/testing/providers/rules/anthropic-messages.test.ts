import { describe, expect, it } from 'vitest';
import { checkRequest } from '../../../../src/testing/providers/rules/check-request.ts';
import { type BrokenCase, edited, faultsOf } from './support/edited.ts';

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } };
const result = (id: string, content: unknown = 'ok') => ({ type: 'tool_result', tool_use_id: id, content });
const use = (id: string) => ({ type: 'tool_use', id, name: 'read_file', input: { path: 'a.txt' } });
const text = (value: string) => ({ type: 'text', text: value });
const thinking = { type: 'thinking', thinking: 'Two files.', signature: 'c2ln' };

const body = {
  model: 'claude-test',
  max_tokens: 8_192,
  thinking: { type: 'enabled', budget_tokens: 4_096 },
  system: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }],
  tools: [
    { name: 'read_file', description: 'Reads.', input_schema: { type: 'object', properties: {} } },
    { name: 'grep', input_schema: { type: 'object' } },
    { type: 'web_search_20250305', name: 'web_search' },
  ],
  messages: [
    { role: 'user', content: 'Look into a.txt and b.txt.' },
    { role: 'user', content: [image, text('And this.')] },
    { role: 'assistant', content: [thinking, text('Reading.'), use('toolu_1'), use('toolu_2')] },
    { role: 'user', content: [result('toolu_2', [text('two'), image]), result('toolu_1', '')] },
    { role: 'user', content: 'Hurry.' },
    { role: 'assistant', content: [{ type: 'redacted_thinking', data: 'eA==' }, use('toolu_3')] },
    { role: 'user', content: [{ ...result('toolu_3', 'no such file'), is_error: true }, text('Go on.')] },
  ],
};

const valid: readonly (readonly [title: string, body: object])[] = [
  ['a long one', body],
  ['one message', { max_tokens: 1, messages: [{ role: 'user', content: 'Hi' }] }],
  [
    'results of one step in messages of their own',
    edited(body, { 'messages.3.content': [result('toolu_1')], 'messages.4.content': [result('toolu_2')] }),
  ],
  [
    'calls of one step in messages of their own',
    {
      max_tokens: 1,
      messages: [
        body.messages[0],
        { role: 'assistant', content: [use('a')] },
        { role: 'assistant', content: [use('b')] },
        { role: 'user', content: [result('b'), result('a')] },
      ],
    },
  ],
  ['an answer that is begun', { max_tokens: 1, messages: [body.messages[0], { role: 'assistant', content: 'It is' }] }],
  ['an answer that is empty', { max_tokens: 1, messages: [body.messages[0], { role: 'assistant', content: [] }] }],
  [
    'a result without content',
    {
      max_tokens: 1,
      messages: [
        body.messages[0],
        { role: 'assistant', content: [use('a')] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a' }] },
      ],
    },
  ],
  ['thinking that is no longer wanted', edited(body, { thinking: undefined, 'messages.5.content': [use('toolu_3')] })],
  ['letters of every plane', edited(body, { 'messages.0.content': 'é漢😀\t\r\n\u2028\u007f' })],
];

const broken: readonly BrokenCase[] = [
  ['half a surrogate pair', { 'messages.0.content': 'cut \ud83d' }, ['lone-surrogate $.messages[0].content']],
  [
    'half a pair in a name',
    { 'messages.2.content.2.input': { '\udc00': 1 } },
    ['lone-surrogate $.messages[2].content[2].input["\\udc00"]'],
  ],
  [
    'NUL in a result',
    { 'messages.3.content.1.content': 'a\0b' },
    ['control-character $.messages[3].content[1].content'],
  ],
  [
    'ESC in an argument',
    { 'messages.2.content.2.input.path': '\u001b[0m' },
    ['control-character $.messages[2].content[2].input.path'],
  ],
  ['nothing reserved', { max_tokens: undefined, thinking: undefined }, ['max-tokens $.max_tokens']],
  ['too little reserved', { max_tokens: 0, thinking: undefined }, ['max-tokens $.max_tokens']],
  ['no messages', { messages: [] }, ['messages-empty $.messages']],
  ['another role', { 'messages.0.role': 'system' }, ['message-role $.messages[0]']],
  ['an assistant first', { 'messages.0': { role: 'assistant', content: 'Hi' } }, ['first-role $.messages[0]']],
  ['an empty text as message', { 'messages.0.content': '' }, ['content-empty $.messages[0]']],
  ['no blocks', { 'messages.4.content': [] }, ['content-empty $.messages[4]']],
  ['an unknown block', { 'messages.1.content.0': { type: 'picture' } }, ['block-type $.messages[1].content[0]']],
  ['a call by the user', { 'messages.1.content.0': use('toolu_9') }, ['block-role $.messages[1].content[0]']],
  [
    'an unknown block in a result',
    { 'messages.3.content.0.content.0': { type: 'audio' } },
    ['result-block-type $.messages[3].content[0].content[0]'],
  ],
  ['an empty text block', { 'messages.2.content.1.text': '' }, ['text-empty $.messages[2].content[1]']],
  [
    'an empty text in a result',
    { 'messages.3.content.0.content.0.text': '' },
    ['text-empty $.messages[3].content[0].content[0]'],
  ],
  ['an empty system text', { 'system.0.text': '' }, ['text-empty $.system[0]']],
  ['a blank text', { 'messages.1.content.1.text': ' \n' }, ['text-blank $.messages[1].content[1]']],
  ['a blank message', { 'messages.4.content': '  ' }, ['text-blank $.messages[4].content']],
  ['a blank result', { 'messages.3.content.1.content': '\n' }, ['text-blank $.messages[3].content[1].content']],
  ['an empty system prompt', { system: '' }, ['system-empty $.system']],
  [
    'a begun answer with a space behind',
    { 'messages.7': { role: 'assistant', content: 'It is ' }, thinking: undefined },
    ['final-whitespace $.messages[7].content'],
  ],
  [
    'five cache marks',
    {
      'tools.0.cache_control': {},
      'tools.1.cache_control': {},
      'messages.1.content.0.cache_control': {},
      'messages.3.content.0.cache_control': {},
    },
    ['cache-mark-count $.messages[3].content[0]'],
  ],
  [
    'a cache mark on thinking',
    { 'messages.2.content.0.cache_control': {} },
    ['cache-mark-thinking $.messages[2].content[0]'],
  ],
  [
    'an id with a dot',
    { 'messages.2.content.2.id': 'a.1', 'messages.3.content.1.tool_use_id': 'a.1' },
    ['call-id $.messages[2].content[2]'],
  ],
  [
    'an id used twice',
    { 'messages.5.content.1.id': 'toolu_1', 'messages.6.content.0.tool_use_id': 'toolu_1' },
    ['call-id-repeated $.messages[5].content[1]'],
  ],
  ['a call of no tool', { 'messages.2.content.2.name': '' }, ['call-name $.messages[2].content[2]']],
  ['arguments as text', { 'messages.2.content.2.input': '{}' }, ['call-input $.messages[2].content[2]']],
  ['arguments as a list', { 'messages.2.content.2.input': [] }, ['call-input $.messages[2].content[2]']],
  ['one of two results missing', { 'messages.3.content.0': undefined }, ['result-missing $.messages[2].content[3]']],
  ['a call without its answer at the end', { 'messages.6': undefined }, ['result-missing $.messages[5].content[1]']],
  [
    'a result without its call',
    { 'messages.2.content.3': undefined },
    ['result-without-call $.messages[3].content[0]'],
  ],
  [
    'a result before everything',
    { 'messages.0.content': [result('toolu_0')] },
    ['result-without-call $.messages[0].content[0]'],
  ],
  [
    'a result a step late',
    { 'messages.3.content.0': undefined, 'messages.6.content.1': result('toolu_2') },
    ['result-missing $.messages[2].content[3]', 'result-without-call $.messages[6].content[1]'],
  ],
  ['a result twice', { 'messages.3.content.2': result('toolu_1') }, ['result-repeated $.messages[3].content[2]']],
  [
    'words between calls and results',
    { 'messages.3.content': [text('Wait.'), result('toolu_1'), result('toolu_2')] },
    ['result-order $.messages[3].content[1]', 'result-order $.messages[3].content[2]'],
  ],
  [
    'a message between calls and results',
    {
      'messages.3': { role: 'user', content: 'Summary.' },
      'messages.4': { role: 'user', content: [result('toolu_1'), result('toolu_2')] },
    },
    ['result-order $.messages[4].content[0]', 'result-order $.messages[4].content[1]'],
  ],
  [
    'an error without content',
    { 'messages.6.content.0.content': '' },
    ['result-error-content $.messages[6].content[0]'],
  ],
  [
    'an error with a picture',
    { 'messages.6.content.0.content': [text('no'), image] },
    ['result-error-content $.messages[6].content[0]'],
  ],
  [
    'thinking without a signature',
    { 'messages.2.content.0.signature': undefined },
    ['thinking-signature $.messages[2].content[0]'],
  ],
  [
    'thinking behind calls',
    { 'messages.2.content': [thinking, use('toolu_1'), thinking, use('toolu_2')] },
    ['thinking-order $.messages[2].content[2]'],
  ],
  [
    'thinking last',
    { 'messages.5.content': [thinking], 'messages.6.content': 'Well?' },
    ['thinking-last $.messages[5].content[0]'],
  ],
  ['a step without its thinking', { 'messages.5.content.0': undefined }, ['thinking-missing $.messages[5].content[0]']],
  [
    'a begun answer that thinks without leave',
    { 'thinking.type': 'disabled', 'messages.7': { role: 'assistant', content: [thinking, text('It')] } },
    ['thinking-disabled $.messages[7].content[0]'],
  ],
  ['a small budget of thinking', { 'thinking.budget_tokens': 1_023 }, ['thinking-budget $.thinking.budget_tokens']],
  ['a reservation as small as the thinking', { max_tokens: 4_096 }, ['thinking-reservation $.max_tokens']],
  [
    'a picture without source',
    { 'messages.1.content.0.source': undefined },
    ['media-source $.messages[1].content[0].source'],
  ],
  [
    'a picture of an odd type',
    { 'messages.1.content.0.source.media_type': 'image/tiff' },
    ['image-type $.messages[1].content[0].source', 'image-other-type $.messages[1].content[0].source'],
  ],
  [
    'a picture of another type',
    { 'messages.1.content.0.source.media_type': 'image/jpeg' },
    ['image-other-type $.messages[1].content[0].source'],
  ],
  [
    'a picture cut in its base64',
    { 'messages.3.content.0.content.1.source.data': png.slice(0, 33) },
    ['media-base64 $.messages[3].content[0].content[1].source'],
  ],
  [
    'a picture that is a notice',
    { 'messages.1.content.0.source.data': '[PARTIAL] 4 KB' },
    ['media-base64 $.messages[1].content[0].source'],
  ],
  [
    'a picture over 5 MB',
    { 'messages.1.content.0.source.data': png.slice(0, 92) + 'A'.repeat(5_242_792) },
    ['image-size $.messages[1].content[0].source'],
  ],
  [
    'a hundred and one pictures',
    { 'messages.1.content': Array(100).fill(image) },
    ['image-count $.messages[3].content[0].content[1]'],
  ],
  ['a tool with a space in its name', { 'tools.1.name': 'grep files' }, ['tool-name $.tools[1]']],
  ['a tool twice', { 'tools.1.name': 'read_file' }, ['tool-name-repeated $.tools[1]']],
  ['a tool without a schema', { 'tools.1.input_schema': undefined }, ['tool-schema $.tools[1].input_schema']],
  ['a schema of a text', { 'tools.1.input_schema.type': 'string' }, ['tool-schema $.tools[1].input_schema']],
];

describe('rules of Anthropic Messages', () => {
  it.each(valid)('take %s', (_, request) => {
    expect(faultsOf('anthropic-messages', request)).toEqual([]);
  });

  it.each(broken)('refuse %s', (_, edits, faults) => {
    expect(faultsOf('anthropic-messages', edited(body, edits))).toEqual(faults);
  });

  it('word faults as the provider does', () => {
    expect(checkRequest('anthropic-messages', edited(body, { 'messages.3.content.0': undefined }))).toEqual([
      {
        rule: 'result-missing',
        where: '$.messages[2].content[3]',
        message:
          'messages.2.content.3: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_2. Each `tool_use` block must have a corresponding `tool_result` block in the next message.',
      },
    ]);
  });
});
