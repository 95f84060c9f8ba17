import { describe, expect, it } from 'vitest';
import { toParts } from '../../../src/adapters/ai-sdk/protocol-blocks.ts';

const text = { type: 'text', text: 'seen' };
const image = { type: 'image', data: 'AQID', mimeType: 'image/png' };
const keep = async (bytes: Uint8Array, mediaType: string) => `${bytes.length} bytes of ${mediaType}`;

describe('a result of the Model Context Protocol with media in it', () => {
  it.each<[string, unknown, unknown]>([
    ['texts and pictures', [text, image], [text, { type: 'image-data', data: 'AQID', mediaType: 'image/png' }]],
    [
      'a whole result',
      { content: [image], isError: false },
      [{ type: 'image-data', data: 'AQID', mediaType: 'image/png' }],
    ],
    [
      'what stands beside the content',
      { content: [image], isError: true, structuredContent: { width: 3 } },
      [
        { type: 'image-data', data: 'AQID', mediaType: 'image/png' },
        { type: 'text', text: '{"isError":true,"structuredContent":{"width":3}}' },
      ],
    ],
    [
      'a document, and files that no provider takes',
      [
        { type: 'resource', resource: { uri: 'x', mimeType: 'application/pdf', blob: 'AQID' } },
        { type: 'resource', resource: { uri: 'y', blob: 'AQIDBA==' } },
        { type: 'audio', data: 'AQ==', mimeType: 'audio/wav' },
      ],
      [
        { type: 'file-data', data: 'AQID', mediaType: 'application/pdf' },
        { type: 'text', text: '4 bytes of application/octet-stream' },
        { type: 'text', text: '1 bytes of audio/wav' },
      ],
    ],
    [
      'resources and links',
      [
        image,
        { type: 'resource', resource: { uri: 'x', text: 'read me' } },
        { type: 'resource_link', uri: 'z', name: 'z' },
      ],
      [
        { type: 'image-data', data: 'AQID', mediaType: 'image/png' },
        { type: 'text', text: 'read me' },
        { type: 'text', text: '{"type":"resource_link","uri":"z","name":"z"}' },
      ],
    ],
  ])('is written as parts: %s', async (_, output, parts) => {
    expect(await toParts(output, keep)).toEqual(parts);
  });

  it.each([
    [undefined],
    [null],
    ['text'],
    [7],
    [[text]],
    [{ content: [text] }],
    [{ content: 'text' }],
    [[]],
    [{ data: 'AQID' }],
  ])('is not seen in %j', async (output) => {
    expect(await toParts(output, keep)).toBeUndefined();
  });
});
