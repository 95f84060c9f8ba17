import { describe, expect, it } from 'vitest';
import { answerOf, deliver } from '../support/deliver.ts';

const frameOf = (result: string): string => `{ "id":1, "jsonrpc":"2.0","result":${result}}`;

describe('an empty text part', () => {
  // Fails when a result of more than empty texts passes without a look at each of them.
  it.each([
    [
      'beside an image',
      '{"content":[{"type":"text", "text":""},{"type":"image","data":"aGk=","mimeType":"image/png"}],"_meta":{"n":1.50}}',
      '{"content":[{"type":"text", "text":"(an empty text)"},{"type":"image","data":"aGk=","mimeType":"image/png"}],"_meta":{"n":1.50}}',
    ],
    [
      'beside a text, with annotations',
      '{"content":[{"type":"text","text":"a"},{"text":"","type":"text","annotations":{"priority":1.0}}]}',
      '{"content":[{"type":"text","text":"a"},{"text":"(an empty text)","type":"text","annotations":{"priority":1.0}}]}',
    ],
    [
      'beside a value with a meaning',
      '{"content":[{"type":"text","text":""}],"structuredContent":{"a" : 1.0}}',
      '{"content":[{"type":"text","text":"{\\"a\\" : 1.0}"}],"structuredContent":{"a" : 1.0}}',
    ],
    ...['{"content":""}', '{}', '[]', '{"result":[]}', '{"x":null}', '""'].map((value) => [
      `beside a value without one: ${value}`,
      `{"content":[{"type":"text","text":""}],"structuredContent":${value}}`,
      `{"content":[{"type":"text","text":"(The tool ended without an error and returned no text.)"}],"structuredContent":${value}}`,
    ]),
    [
      'of a failure',
      '{"content":[{"type":"text","text":""}],"structuredContent":{},"isError":true}',
      '{"content":[{"type":"text","text":"(The tool reported a failure without a text.)"}],"structuredContent":{},"isError":true}',
    ],
  ])('is replaced, and every other byte stays: %s', async (_, result, expected) => {
    const { frame, boundary } = await deliver(frameOf(result as string));
    expect(frame.toString()).toBe(frameOf(expected as string));
    expect(await boundary.handleCount()).toBe(0);
  });

  it.each([
    [
      'a large text',
      {
        content: [
          { type: 'text', text: '' },
          { type: 'text', text: 'x y\n'.repeat(9_000) },
        ],
      },
    ],
    ['a large value', { content: [{ type: 'text', text: '' }], structuredContent: { rows: 'x y\n'.repeat(9_000) } }],
    [
      'a value that fits once',
      { content: [{ type: 'text', text: '' }], structuredContent: { rows: 'x y '.repeat(1_700) } },
    ],
    [
      'a NUL',
      {
        content: [
          { type: 'text', text: '' },
          { type: 'text', text: 'a\u0000' },
        ],
      },
    ],
    [
      'a large image',
      {
        content: [
          { type: 'text', text: '' },
          { type: 'image', data: 'A'.repeat(1_200_000), mimeType: 'image/png' },
        ],
      },
    ],
  ])('does not leave beside %s', async (_, result) => {
    for (const outputSchemas of ['remove', 'widen'] as const) {
      const { frame, message } = await deliver(answerOf(result), { choices: { outputSchemas } });
      expect(frame.length).toBeLessThanOrEqual(8_000);
      expect(message.result.content.length).toBeGreaterThan(0);
      for (const block of message.result.content) expect(block.text).not.toBe('');
    }
  });
});
