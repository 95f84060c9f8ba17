import { describe, expect, it } from 'vitest';
import { aiSdkPrompt } from '../../../src/adapters/ai-sdk/prompt-format.ts';
import { toTextResults } from '../../../src/adapters/ai-sdk/text-results.ts';
import { repair } from '../../../src/recover/view/repair/repair.ts';
import { type JsonObject, valueAt } from '../../../src/recover/wire/json.ts';

const bytes = Uint8Array.of(1, 2, 3, 4);

describe('the parts of a prompt', () => {
  const cases: [string, JsonObject, readonly unknown[]][] = [
    ['instructions', { role: 'system', content: 'be brief' }, [['text', 'be brief']]],
    [
      'a question with an image as bytes, of AI SDK 6',
      {
        role: 'user',
        content: [
          { type: 'text', text: 'hi' },
          { type: 'file', mediaType: 'image/png', data: bytes },
        ],
      },
      [
        ['text', 'hi'],
        ['media', 'image/png', 8],
      ],
    ],
    [
      'an image as base64, of AI SDK 7',
      { role: 'user', content: [{ type: 'file', mediaType: 'image/png', data: { type: 'data', data: 'AQIDBA==' } }] },
      [['media', 'image/png', 8]],
    ],
    [
      'an image at an address, which has no bytes',
      {
        role: 'user',
        content: [{ type: 'file', mediaType: 'image/png', data: { type: 'url', url: 'https://x.test' } }],
      },
      [],
    ],
    [
      'calls, but neither those that a provider runs nor their results',
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'hm' },
          { type: 'tool-call', toolCallId: 'a', toolName: 'look', input: { at: 1 } },
          { type: 'tool-call', toolCallId: 'b', toolName: 'web_search', input: {}, providerExecuted: true },
          { type: 'tool-result', toolCallId: 'b', toolName: 'web_search', output: { type: 'json', value: [] } },
          { type: 'tool-result', toolCallId: 'b', toolName: 'web_search', output: { type: 'text', value: 'found' } },
        ],
      },
      [['call', { at: 1 }, 'a', 'look']],
    ],
    [
      'results that are text, errors and parts',
      {
        role: 'tool',
        content: [
          { type: 'tool-result', toolCallId: 'a', toolName: 'look', output: { type: 'text', value: 'seen' } },
          { type: 'tool-result', toolCallId: 'b', toolName: 'look', output: { type: 'error-text', value: 'blind' } },
          {
            type: 'tool-result',
            toolCallId: 'c',
            toolName: 'look',
            output: { type: 'content', value: [{ type: 'image-data', data: 'AQIDBA==', mediaType: 'image/png' }] },
          },
          { type: 'tool-approval-response', approvalId: 'd', approved: true },
          { type: 'tool-result', toolCallId: 'e', toolName: 'look', output: { type: 'execution-denied' } },
        ],
      },
      [
        ['result', 'seen', 'a', 'look', false],
        ['result', 'blind', 'b', 'look', true],
        ['result', [{ type: 'image-data', data: 'AQIDBA==', mediaType: 'image/png' }], 'c', 'look', false],
        ['media', 'image/png', 8],
      ],
    ],
  ];

  it.each(cases)('are found: %s', (_, message, expected) => {
    const found = aiSdkPrompt.partsOf(message).map((part) => {
      const value = valueAt(message, part.path);
      if (part.kind === 'media') return [part.kind, part.mediaType, part.byteLength];
      if (part.kind === 'text') return [part.kind, value];
      if (part.kind === 'call') return [part.kind, value, part.callId, part.toolName];
      return [part.kind, value, part.callId, part.toolName, part.isError];
    });
    expect(found).toEqual(expected);
  });

  it('are read and written as blocks', () => {
    const image = { type: 'image-data', data: 'AQIDBA==', mediaType: 'image/png' };
    const block = { type: 'image', data: 'AQIDBA==', mimeType: 'image/png' };
    expect(aiSdkPrompt.toBlock(image)).toEqual(block);
    expect(aiSdkPrompt.toBlock({ type: 'file', mediaType: 'image/png', data: bytes })).toEqual(block);
    expect(aiSdkPrompt.fromBlock(block)).toEqual(image);
    expect(aiSdkPrompt.toBlock({ type: 'file', mediaType: 'application/pdf', data: bytes })).toMatchObject({
      type: 'resource',
      resource: { blob: 'AQIDBA==' },
    });
    expect(aiSdkPrompt.toBlock({ type: 'custom', kind: 'x.y' })).toBeUndefined();
  });
});

describe('results that are JSON', () => {
  const result = (toolCallId: string, output: JsonObject, toolName = 'look'): JsonObject => ({
    type: 'tool-result',
    toolCallId,
    toolName,
    output,
  });
  const prompt: readonly JsonObject[] = [
    { role: 'user', content: [{ type: 'text', text: 'go' }] },
    {
      role: 'tool',
      content: [
        result('a', { type: 'json', value: { rows: ['"'] }, providerOptions: { x: { y: 1 } } }),
        result('b', { type: 'error-json', value: { code: 5 } }),
        result('c', { type: 'text', value: 'plain' }),
        result('d', { type: 'json', value: { output: 'ok' } }, 'shell'),
      ],
    },
  ];

  it('are the texts that are sent, but of tools that a provider defines', () => {
    const { messages } = toTextResults(prompt, new Set(['shell']));
    expect(messages[1]?.content).toEqual([
      result('a', { type: 'text', value: '{"rows":["\\""]}', providerOptions: { x: { y: 1 } } }),
      result('b', { type: 'error-text', value: '{"code":5}' }),
      result('c', { type: 'text', value: 'plain' }),
      result('d', { type: 'json', value: { output: 'ok' } }, 'shell'),
    ]);
  });

  it('come back as they were where nothing was changed', () => {
    const { messages, restore } = toTextResults(prompt, new Set());
    const restored = restore(messages);
    expect(restored.map((message, index) => message === prompt[index])).toEqual([true, true]);
  });

  it('come back beside one that was changed, and parts of texts alone become one text', () => {
    const { messages, restore } = toTextResults(prompt, new Set());
    const [user, tool] = messages as [JsonObject, JsonObject & { content: JsonObject[] }];
    const texts = [
      { type: 'text', text: 'one' },
      { type: 'text', text: 'two' },
    ];
    const changed = { ...tool, content: tool.content.with(2, result('c', { type: 'content', value: texts })) };
    const [, restored] = restore([user, changed]);
    const given = prompt[1]?.content as readonly JsonObject[];
    expect(restored?.content).toEqual([given[0], given[1], result('c', { type: 'text', value: 'one\ntwo' }), given[3]]);
  });
});

describe('what is mended of a prompt', () => {
  const missing = 'The result of this call was not recorded: the session ended before it came.';
  const stray = '[A tool result whose call is not in this conversation:]';
  const text = (value: string): JsonObject => ({ type: 'text', text: value });
  const says = (role: string, ...content: JsonObject[]): JsonObject => ({ role, content });
  const call = (toolCallId: string): JsonObject => ({ type: 'tool-call', toolCallId, toolName: 'look', input: {} });
  const result = (toolCallId: string, output: JsonObject): JsonObject => ({
    type: 'tool-result',
    toolCallId,
    toolName: 'look',
    output,
  });
  const seen = (id: string, value = 'seen'): JsonObject => result(id, { type: 'text', value });
  const lost = (id: string): JsonObject => result(id, { type: 'error-text', value: missing });
  const picture = { type: 'image-data', data: 'AQIDBA==', mediaType: 'image/png' };
  const cases: [string, JsonObject[], JsonObject[], string[]][] = [
    [
      'a result that never came, before a question',
      [says('user', text('a')), says('assistant', call('1')), says('user', text('b'))],
      [says('user', text('a')), says('assistant', call('1')), says('tool', lost('1')), says('user', text('b'))],
      ['call-without-result 1'],
    ],
    [
      'a result that never came, beside another one and at the end',
      [says('assistant', call('1'), call('2')), says('tool', seen('2')), says('assistant', call('3'))],
      [
        says('assistant', call('1'), call('2')),
        says('tool', seen('2'), lost('1')),
        says('assistant', call('3')),
        says('tool', lost('3')),
      ],
      ['call-without-result 0', 'call-without-result 2'],
    ],
    [
      'a result behind instructions',
      [says('assistant', call('1')), { role: 'system', content: 'be brief' }, says('tool', seen('1'))],
      [says('assistant', call('1')), says('tool', seen('1')), { role: 'system', content: 'be brief' }],
      ['result-out-of-place 2'],
    ],
    [
      'a result without its call, beside one with it',
      [says('assistant', call('1')), says('tool', seen('0', 'x'), seen('1'))],
      [says('assistant', call('1')), says('tool', seen('1')), says('user', text(`${stray}\nx`))],
      ['result-without-call 1'],
    ],
    [
      'a picture in a result without its call',
      [says('user', text('a')), says('tool', result('0', { type: 'content', value: [text('x'), picture] }))],
      [
        says('user', text('a')),
        says('user', text(`${stray}\nx`), { type: 'file', data: 'AQIDBA==', mediaType: 'image/png' }),
      ],
      ['result-without-call 1'],
    ],
    [
      'nothing, where an approval stands beside the result',
      [says('assistant', call('1')), says('tool', { type: 'tool-approval-response', approvalId: 'd' }, seen('1'))],
      [says('assistant', call('1')), says('tool', { type: 'tool-approval-response', approvalId: 'd' }, seen('1'))],
      [],
    ],
  ];
  it.each(cases)('%s', (_name, messages, mended, faults) => {
    const found = repair(messages, aiSdkPrompt);
    expect(found.messages).toEqual(mended);
    expect(found.faults.map(({ kind, index }) => `${kind} ${index}`)).toEqual(faults);
    expect(repair(found.messages, aiSdkPrompt).faults).toEqual([]);
  });
});
