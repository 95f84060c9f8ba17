import { describe, expect, it } from 'vitest';
import { checkRequest } from '../../../../src/testing/providers/rules/check-request.ts';
import { type BrokenCase, edited, faultsOf } from './support/edited.ts';

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const image = { image: { format: 'png', source: { bytes: png } } };
const document = { document: { format: 'txt', name: 'notes (1)', source: { bytes: 'YWJj' } } };
const use = (toolUseId: string) => ({ toolUse: { toolUseId, name: 'read_file', input: { path: 'a.txt' } } });
const result = (toolUseId: string, content: unknown = [{ text: 'ok' }]) => ({ toolResult: { toolUseId, content } });
const reasoning = { reasoningContent: { reasoningText: { text: 'Two files.', signature: 'c2ln' } } };

const body = {
  inferenceConfig: { maxTokens: 4_096 },
  system: [{ text: 'Be brief.' }, { cachePoint: { type: 'default' } }],
  toolConfig: {
    tools: [
      { toolSpec: { name: 'read_file', inputSchema: { json: { type: 'object' } } } },
      { toolSpec: { name: 'grep', inputSchema: { json: { type: 'object' } } } },
      { cachePoint: { type: 'default' } },
    ],
  },
  messages: [
    { role: 'user', content: [{ text: 'Look.' }, image, document] },
    { role: 'assistant', content: [reasoning, { text: 'Reading.' }, use('a-1'), use('a_2')] },
    { role: 'user', content: [result('a_2', [{ text: 'two' }, image]), result('a-1', [{ json: { lines: 2 } }])] },
    { role: 'assistant', content: [use('a-1')] },
    {
      role: 'user',
      content: [{ toolResult: { toolUseId: 'a-1', status: 'error', content: [{ text: 'no such file' }] } }],
    },
    { role: 'assistant', content: [{ text: 'Done.' }] },
    { role: 'user', content: [{ text: 'Go on.' }, { cachePoint: { type: 'default' } }] },
  ],
};

const valid: readonly (readonly [title: string, body: object])[] = [
  ['a long one', body],
  ['one message without tools', { messages: [{ role: 'user', content: [{ text: 'Hi' }] }] }],
  [
    'a document kept in S3',
    edited(body, { 'messages.0.content.2.document.source': { s3Location: { uri: 's3://b/k' } } }),
  ],
];

const broken: readonly BrokenCase[] = [
  [
    'half a surrogate pair',
    { 'messages.4.content.0.toolResult.content.0.text': '\ud800' },
    ['lone-surrogate $.messages[4].content[0].toolResult.content[0].text'],
  ],
  [
    'NUL in a JSON result',
    { 'messages.2.content.1.toolResult.content.0.json.lines': '\0' },
    ['control-character $.messages[2].content[1].toolResult.content[0].json.lines'],
  ],
  ['no messages', { messages: [] }, ['messages-empty $.messages']],
  ['another role', { 'messages.6.role': 'system' }, ['message-role $.messages[6]']],
  ['an assistant first', { 'messages.0': undefined }, ['first-role $.messages[0]']],
  [
    'two messages of one role',
    { 'messages.5': { role: 'user', content: [{ text: 'x' }] } },
    ['role-order $.messages[5]', 'role-order $.messages[6]'],
  ],
  ['no blocks', { 'messages.6.content': [] }, ['content-empty $.messages[6]']],
  ['a text in place of blocks', { 'messages.6.content': 'Go on.' }, ['content-empty $.messages[6]']],
  ['an unknown block', { 'messages.6.content.0': { type: 'text' } }, ['block-type $.messages[6].content[0]']],
  [
    'a block of two members',
    { 'messages.6.content.0': { text: 'x', cachePoint: { type: 'default' } } },
    ['block-type $.messages[6].content[0]'],
  ],
  [
    'an unknown block in a result',
    { 'messages.4.content.0.toolResult.content.0': { cachePoint: {} } },
    ['result-block-type $.messages[4].content[0].toolResult.content[0]'],
  ],
  ['a picture of the assistant', { 'messages.5.content.0': image }, ['block-role $.messages[5].content[0]']],
  ['a blank text', { 'messages.6.content.0.text': ' \n' }, ['text-blank $.messages[6].content[0]']],
  [
    'an empty result text',
    { 'messages.4.content.0.toolResult.content.0.text': '' },
    ['text-blank $.messages[4].content[0].toolResult.content[0]'],
  ],
  ['an empty system text', { 'system.0.text': '' }, ['text-blank $.system[0]']],
  [
    'reasoning without text',
    { 'messages.1.content.0.reasoningContent': { reasoningText: { text: '' } } },
    ['reasoning $.messages[1].content[0].reasoningContent'],
  ],
  [
    'an id with a dot',
    { 'messages.3.content.0.toolUse.toolUseId': 'a.1', 'messages.4.content.0.toolResult.toolUseId': 'a.1' },
    ['call-id $.messages[3].content[0].toolUse', 'call-id $.messages[4].content[0].toolResult'],
  ],
  [
    'an id twice in one message',
    { 'messages.1.content.4': use('a-1') },
    ['call-id-repeated $.messages[1].content[4].toolUse'],
  ],
  ['a call of no tool', { 'messages.3.content.0.toolUse.name': '' }, ['call-name $.messages[3].content[0].toolUse']],
  [
    'arguments as text',
    { 'messages.3.content.0.toolUse.input': '{}' },
    ['call-input $.messages[3].content[0].toolUse'],
  ],
  [
    'a result of nothing',
    { 'messages.4.content.0.toolResult.content': [] },
    ['result-empty $.messages[4].content[0].toolResult'],
  ],
  [
    'a list as JSON',
    { 'messages.2.content.1.toolResult.content.0.json': [1] },
    ['result-json $.messages[2].content[1].toolResult.content[0].json'],
  ],
  [
    'an odd status',
    { 'messages.4.content.0.toolResult.status': 'failed' },
    ['result-status $.messages[4].content[0].toolResult'],
  ],
  [
    'one of two results missing',
    { 'messages.2.content.0': undefined },
    ['result-missing $.messages[1].content[3].toolUse'],
  ],
  [
    'calls at the end',
    { 'messages.6': undefined, 'messages.5': undefined, 'messages.4': undefined },
    ['result-missing $.messages[3].content[0].toolUse'],
  ],
  [
    'a result without its call',
    { 'messages.1.content.3': undefined },
    ['result-without-call $.messages[2].content[0].toolResult'],
  ],
  [
    'a result twice',
    { 'messages.4.content.1': result('a-1') },
    ['result-repeated $.messages[4].content[1].toolResult'],
  ],
  [
    'a picture of an odd format',
    { 'messages.0.content.1.image.format': 'bmp' },
    ['image-format $.messages[0].content[1].image', 'image-other-format $.messages[0].content[1].image'],
  ],
  [
    'a picture of another format',
    { 'messages.0.content.1.image.format': 'gif' },
    ['image-other-format $.messages[0].content[1].image'],
  ],
  [
    'a document of an odd format',
    { 'messages.0.content.2.document.format': 'zip' },
    ['document-format $.messages[0].content[2].document'],
  ],
  [
    'a picture without bytes',
    { 'messages.0.content.1.image.source': {} },
    ['media-bytes $.messages[0].content[1].image'],
  ],
  [
    'a picture cut in its base64',
    { 'messages.2.content.0.toolResult.content.1.image.source.bytes': png.slice(0, 33) },
    ['media-bytes $.messages[2].content[0].toolResult.content[1].image'],
  ],
  [
    'a picture over 3.75 MB',
    { 'messages.0.content.1.image.source.bytes': png.slice(0, 92) + 'A'.repeat(5_242_792) },
    ['image-size $.messages[0].content[1].image'],
  ],
  [
    'a document over 4.5 MB',
    { 'messages.0.content.2.document.source.bytes': 'A'.repeat(6_291_460) },
    ['document-size $.messages[0].content[2].document'],
  ],
  [
    'twenty-one pictures',
    { 'messages.0.content': [{ text: 'x' }, ...Array(20).fill(image)] },
    ['image-count $.messages[2].content[0].toolResult.content[1].image'],
  ],
  [
    'six documents',
    { 'messages.0.content': [{ text: 'x' }, ...Array(6).fill(document)] },
    ['document-count $.messages[0].content[6].document'],
  ],
  [
    'a document named like a file',
    { 'messages.0.content.2.document.name': 'notes.txt' },
    ['document-name $.messages[0].content[2].document'],
  ],
  [
    'a document name with two spaces',
    { 'messages.0.content.2.document.name': 'a  b' },
    ['document-name $.messages[0].content[2].document'],
  ],
  [
    'a document without a text',
    { 'messages.0.content': [document] },
    ['document-text $.messages[0].content[0].document'],
  ],
  ['no tools next to calls', { toolConfig: undefined }, ['tools-missing $.messages[1].content[2]']],
  [
    'no tools in a list',
    {
      'toolConfig.tools': [],
      'messages.1': { role: 'assistant', content: [{ text: 'x' }] },
      'messages.2.content': [{ text: 'x' }],
      'messages.3.content': [{ text: 'x' }],
      'messages.4.content': [{ text: 'x' }],
    },
    ['tools-empty $.toolConfig.tools'],
  ],
  ['too little reserved', { 'inferenceConfig.maxTokens': 0 }, ['max-tokens $.inferenceConfig.maxTokens']],
  [
    'a tool with a dot in its name',
    { 'toolConfig.tools.1.toolSpec.name': 'a.b' },
    ['tool-name $.toolConfig.tools[1].toolSpec'],
  ],
  [
    'a tool twice',
    { 'toolConfig.tools.1.toolSpec.name': 'read_file' },
    ['tool-name-repeated $.toolConfig.tools[1].toolSpec'],
  ],
  [
    'a tool without a schema',
    { 'toolConfig.tools.1.toolSpec.inputSchema': undefined },
    ['tool-schema $.toolConfig.tools[1].toolSpec.inputSchema.json'],
  ],
];

describe('rules of Bedrock Converse', () => {
  it.each(valid)('take %s', (_, request) => {
    expect(faultsOf('bedrock-converse', request)).toEqual([]);
  });

  it.each(broken)('refuse %s', (_, edits, faults) => {
    expect(faultsOf('bedrock-converse', edited(body, edits))).toEqual(faults);
  });

  it('word faults as the provider does', () => {
    expect(
      checkRequest(
        'bedrock-converse',
        edited(body, { 'messages.2.content.0': undefined, 'messages.6.content.0.text': ' ' }),
      ).map(({ message }) => message),
    ).toEqual([
      'The text field in the ContentBlock object at messages.6.content.0 is blank. Add text to the text field, and try again.',
      'Expected toolResult blocks at messages.2.content for the following Ids: a_2',
    ]);
  });
});
