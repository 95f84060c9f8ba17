import { describe, expect, it } from 'vitest';
import { checkRequest } from '../../../../src/testing/providers/rules/check-request.ts';
import { type BrokenCase, edited, faultsOf } from './support/edited.ts';

const gif = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const call = (callId: string) => ({
  type: 'function_call',
  id: `fc_${callId}`,
  call_id: callId,
  name: 'read_file',
  arguments: '{"path":"a.txt"}',
});
const output = (callId: string, value: unknown = 'ok') => ({
  type: 'function_call_output',
  call_id: callId,
  output: value,
});
const text = (value: string) => ({ type: 'input_text', text: value });
const image = { type: 'input_image', image_url: `data:image/gif;base64,${gif}` };
const reasoning = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'eA==' };

const body = {
  model: 'gpt-test',
  max_output_tokens: 4_096,
  tools: [{ type: 'function', name: 'read_file', parameters: { type: 'object' } }, { type: 'web_search' }],
  input: [
    { role: 'user', content: 'Look into a.txt.' },
    { type: 'message', role: 'user', content: [text('And this.'), image] },
    reasoning,
    { type: 'message', id: 'msg_1', role: 'assistant', content: [{ type: 'output_text', text: 'Reading.' }] },
    call('call_1'),
    call('call_2'),
    { role: 'user', content: 'Hurry.' },
    output('call_2', [text('two'), image]),
    output('call_1', ''),
    { role: 'assistant', content: 'Done.' },
    { role: 'user', content: 'Go on.' },
  ],
};

const valid: readonly (readonly [title: string, body: object])[] = [
  ['a long one', body],
  ['a text', { model: 'gpt-test', input: 'Hi' }],
  ['an output whose call the API keeps', { previous_response_id: 'resp_1', input: [output('call_1')] }],
  ['an output whose call a conversation keeps', { conversation: { id: 'conv_1' }, input: [output('call_1')] }],
  ['an output whose call is only referred to', { input: [{ type: 'item_reference', id: 'fc_1' }, output('call_1')] }],
  ['reasoning in two items', edited(body, { 'input.1': { ...reasoning, id: 'rs_0' } })],
];

const broken: readonly BrokenCase[] = [
  ['half a surrogate pair', { 'input.8.output': '\ud800' }, ['lone-surrogate $.input[8].output']],
  ['NUL in a result', { 'input.7.output.0.text': '\0' }, ['control-character $.input[7].output[0].text']],
  ['no input', { input: undefined }, ['input-empty $.input']],
  ['no items', { input: [] }, ['input-empty $.input']],
  ['an unknown item', { 'input.0': { type: 'tool_result' } }, ['item-type $.input[0]']],
  ['another role', { 'input.0.role': 'tool' }, ['message-role $.input[0]']],
  ['a message without content', { 'input.0.content': null }, ['content-missing $.input[0]']],
  ['a part of the other side', { 'input.3.content.0.type': 'input_text' }, ['part-type $.input[3].content[0]']],
  [
    'an unknown part in a result',
    { 'input.7.output.0': { type: 'text', text: 'two' } },
    ['part-type $.input[7].output[0]'],
  ],
  ['a part without its text', { 'input.7.output.0.text': undefined }, ['part-text $.input[7].output[0]']],
  [
    'a picture cut in its base64',
    { 'input.7.output.1.image_url': `data:image/gif;base64,${gif.slice(0, 21)}` },
    ['image-url $.input[7].output[1].image_url'],
  ],
  ['a result over the limit', { 'input.8.output': 'x'.repeat(10_485_761) }, ['text-length $.input[8].output']],
  ['a result without output', { 'input.8.output': undefined }, ['output-missing $.input[8]']],
  ['a result of no parts', { 'input.7.output': [] }, ['output-missing $.input[7]']],
  ['an id with a dot', { 'input.4.id': 'fc_call.1' }, ['item-id $.input[4]']],
  ['a long id', { 'input.2.id': `rs_${'1'.repeat(62)}` }, ['item-id $.input[2]']],
  ['an id of another kind', { 'input.4.id': 'call_1' }, ['item-id $.input[4]']],
  ['an item twice', { 'input.9': body.input[3] }, ['item-id-repeated $.input[9]']],
  [
    'a long call id',
    { 'input.4.call_id': 'c'.repeat(65), 'input.8.call_id': 'c'.repeat(65) },
    ['call-id $.input[4].call_id', 'call-id $.input[8].call_id'],
  ],
  ['a call id twice', { 'input.5.call_id': 'call_1', 'input.7': undefined }, ['call-id-repeated $.input[5]']],
  ['a call of no tool', { 'input.4.name': 'read.file' }, ['call-name $.input[4]']],
  ['arguments cut short', { 'input.4.arguments': '{"path":' }, ['call-arguments $.input[4]']],
  ['arguments as an object', { 'input.4.arguments': {} }, ['call-arguments $.input[4]']],
  ['one of two results missing', { 'input.7': undefined }, ['result-missing $.input[5]']],
  ['a result without its call', { 'input.5': undefined }, ['result-without-call $.input[6]']],
  [
    'a result before its call',
    { 'input.5': output('call_2'), 'input.7': call('call_2') },
    ['result-missing $.input[7]', 'result-without-call $.input[5]'],
  ],
  ['a result twice', { 'input.9': output('call_1') }, ['result-repeated $.input[9]']],
  ['reasoning without a summary', { 'input.2.summary': undefined }, ['reasoning-summary $.input[2]']],
  ['reasoning before the user speaks', { 'input.3': { role: 'user', content: 'x' } }, ['reasoning-alone $.input[2]']],
  ['reasoning last', { 'input.10': { ...reasoning, id: 'rs_2' } }, ['reasoning-alone $.input[10]']],
  ['too little reserved', { max_output_tokens: 15 }, ['max-tokens $.max_output_tokens']],
  [
    'a hundred and twenty-nine tools',
    { tools: Array.from({ length: 129 }, (_, index) => ({ type: 'function', name: `t${index}` })) },
    ['tool-count $.tools[128]'],
  ],
  ['a tool without a name', { 'tools.0.name': undefined }, ['tool-name $.tools[0]']],
  ['a tool twice', { 'tools.1': body.tools[0] }, ['tool-name-repeated $.tools[1]']],
  ['a schema of a list', { 'tools.0.parameters.type': 'array' }, ['tool-schema $.tools[0].parameters']],
];

describe('rules of OpenAI Responses', () => {
  it.each(valid)('take %s', (_, request) => {
    expect(faultsOf('openai-responses', request)).toEqual([]);
  });

  it.each(broken)('refuse %s', (_, edits, faults) => {
    expect(faultsOf('openai-responses', edited(body, edits))).toEqual(faults);
  });

  it('word faults as the provider does', () => {
    expect(
      checkRequest('openai-responses', edited(body, { 'input.7': undefined })).map(({ message }) => message),
    ).toEqual(['No tool output found for function call call_2.']);
  });
});
