import { describe, expect, it } from 'vitest';
import { checkRequest } from '../../../../src/testing/providers/rules/check-request.ts';
import { type BrokenCase, edited, faultsOf } from './support/edited.ts';

const gif = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const image = { inlineData: { mimeType: 'image/gif', data: gif } };
const call = (name: string, id?: string) => ({
  functionCall: { name, args: { path: 'a.txt' }, ...(id === undefined ? {} : { id }) },
});
const answer = (name: string, id?: string) => ({
  functionResponse: { name, response: { output: 'ok' }, ...(id === undefined ? {} : { id }) },
});

const body = {
  generationConfig: { maxOutputTokens: 4_096 },
  systemInstruction: { parts: [{ text: 'Be brief.' }] },
  tools: [{ functionDeclarations: [{ name: 'read_file', parameters: { type: 'OBJECT' } }, { name: 'now' }] }],
  contents: [
    { role: 'user', parts: [{ text: 'Look.' }, image] },
    { role: 'model', parts: [{ text: 'Reading.' }, call('read_file'), call('read_file'), call('now')] },
    { role: 'user', parts: [answer('now'), answer('read_file'), answer('read_file')] },
    { role: 'model', parts: [{ text: '', thoughtSignature: 'c2ln' }, { text: 'Done.' }] },
    { role: 'user', parts: [{ text: 'Again.' }] },
    { role: 'model', parts: [{ ...call('now', 'c1'), thoughtSignature: 'c2ln' }, call('read_file', 'c2')] },
    {
      role: 'function',
      parts: [
        answer('read_file', 'c2'),
        { functionResponse: { name: 'now', id: 'c1', response: { error: 'no clock' }, parts: [image] } },
      ],
    },
  ],
};

const valid: readonly (readonly [title: string, body: object])[] = [
  ['a long one', body],
  ['one content without a role', { contents: [{ parts: [{ text: 'Hi' }] }] }],
  ['what the user says behind answers', edited(body, { 'contents.7': { role: 'user', parts: [{ text: 'Hurry.' }] } })],
  ['a call without arguments', edited(body, { 'contents.1.parts.3.functionCall.args': undefined })],
  [
    'calls of a model that signs nothing',
    edited(body, { 'contents.3.parts.0': undefined, 'contents.5.parts.0.thoughtSignature': undefined }),
  ],
];

const broken: readonly BrokenCase[] = [
  ['half a surrogate pair', { 'contents.4.parts.0.text': '\ud800' }, ['lone-surrogate $.contents[4].parts[0].text']],
  [
    'NUL in an answer',
    { 'contents.2.parts.0.functionResponse.response.output': '\0' },
    ['control-character $.contents[2].parts[0].functionResponse.response.output'],
  ],
  [
    'a model first',
    { 'contents.0': { role: 'model', parts: [{ text: 'x' }] } },
    ['role-order $.contents[0]', 'role-order $.contents[1]', 'call-order $.contents[1]'],
  ],
  ['no contents', { contents: [] }, ['contents-empty $.contents']],
  [
    'another role',
    { 'contents.4.role': 'assistant' },
    ['content-role $.contents[4]', 'signature-missing $.contents[1].parts[1]'],
  ],
  [
    'two contents of the user',
    { 'contents.3': { role: 'user', parts: [{ text: 'x' }] } },
    ['role-order $.contents[4]'],
  ],
  [
    'two contents of the model',
    { 'contents.4': { role: 'model', parts: [{ text: 'x' }] } },
    [
      'role-order $.contents[4]',
      'role-order $.contents[5]',
      'call-order $.contents[5]',
      'signature-missing $.contents[1].parts[1]',
    ],
  ],
  ['no parts', { 'contents.4.parts': [] }, ['parts-empty $.contents[4]']],
  ['a part of nothing', { 'contents.4.parts.0': {} }, ['part-type $.contents[4].parts[0]']],
  ['a part of two kinds', { 'contents.4.parts.0': { text: 'x', ...image } }, ['part-type $.contents[4].parts[0]']],
  [
    'an answer of the model',
    { 'contents.3.parts.1': answer('now') },
    ['part-role $.contents[3].parts[1]', 'result-without-call $.contents[3].parts[1].functionResponse'],
  ],
  ['an empty text', { 'contents.4.parts.0.text': '' }, ['text-empty $.contents[4].parts[0]']],
  ['an empty system text', { 'systemInstruction.parts.0.text': '' }, ['text-empty $.systemInstruction.parts[0]']],
  [
    'a picture without its type',
    { 'contents.0.parts.1.inlineData.mimeType': undefined },
    ['media-type $.contents[0].parts[1].inlineData'],
  ],
  [
    'a picture cut in its base64',
    { 'contents.6.parts.1.functionResponse.parts.0.inlineData.data': gif.slice(0, 21) },
    ['media-base64 $.contents[6].parts[1].functionResponse.parts[0].inlineData'],
  ],
  [
    'a picture of another type',
    { 'contents.0.parts.1.inlineData.mimeType': 'image/png' },
    ['image-other-type $.contents[0].parts[1].inlineData'],
  ],
  [
    'a name with a space',
    { 'contents.1.parts.3.functionCall.name': 'n w', 'contents.2.parts.0.functionResponse.name': 'n w' },
    ['call-name $.contents[1].parts[3].functionCall', 'call-name $.contents[2].parts[0].functionResponse'],
  ],
  [
    'arguments as text',
    { 'contents.1.parts.3.functionCall.args': '{}' },
    ['call-args $.contents[1].parts[3].functionCall.args'],
  ],
  [
    'an answer as text',
    { 'contents.2.parts.0.functionResponse.response': 'ok' },
    ['result-response $.contents[2].parts[0].functionResponse.response'],
  ],
  [
    'an answer as a list',
    { 'contents.2.parts.0.functionResponse.response': ['ok'] },
    ['result-response $.contents[2].parts[0].functionResponse.response'],
  ],
  [
    'one of two answers of a name missing',
    { 'contents.2.parts.1': undefined },
    ['result-missing $.contents[1].parts[2].functionCall'],
  ],
  [
    'calls at the end',
    { 'contents.6': undefined },
    ['result-missing $.contents[5].parts[0].functionCall', 'result-missing $.contents[5].parts[1].functionCall'],
  ],
  [
    'an answer without its call',
    { 'contents.1.parts.3': undefined },
    ['result-without-call $.contents[2].parts[0].functionResponse'],
  ],
  [
    'an answer twice',
    { 'contents.6.parts.2': answer('now', 'c1') },
    [
      'result-without-call $.contents[6].parts[2].functionResponse',
      'result-repeated $.contents[6].parts[2].functionResponse',
    ],
  ],
  [
    'calls before the user speaks',
    {
      contents: [
        { role: 'model', parts: [call('now')] },
        { role: 'user', parts: [answer('now')] },
      ],
    },
    ['role-order $.contents[0]', 'call-order $.contents[0]'],
  ],
  [
    'a call that lost its signature',
    { 'contents.5.parts.0.thoughtSignature': undefined },
    ['signature-missing $.contents[5].parts[0]'],
  ],
  ['too little reserved', { 'generationConfig.maxOutputTokens': 0 }, ['max-tokens $.generationConfig.maxOutputTokens']],
  [
    'a function that begins with a digit',
    { 'tools.0.functionDeclarations.1.name': '1st' },
    ['tool-name $.tools[0].functionDeclarations[1]'],
  ],
  [
    'a function twice',
    { 'tools.0.functionDeclarations.1.name': 'read_file' },
    ['tool-name-repeated $.tools[0].functionDeclarations[1]'],
  ],
  [
    'a schema of a text',
    { 'tools.0.functionDeclarations.0.parameters.type': 'STRING' },
    ['tool-schema $.tools[0].functionDeclarations[0].parameters'],
  ],
];

describe('rules of Gemini', () => {
  it.each(valid)('take %s', (_, request) => {
    expect(faultsOf('gemini', request)).toEqual([]);
  });

  it.each(broken)('refuse %s', (_, edits, faults) => {
    expect(faultsOf('gemini', edited(body, edits))).toEqual(faults);
  });

  it('word faults as the provider does', () => {
    expect(
      checkRequest('gemini', edited(body, { 'contents.2.parts.1': undefined })).map(({ message }) => message),
    ).toEqual([
      'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.',
    ]);
  });
});
