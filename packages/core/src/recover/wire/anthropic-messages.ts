import type { ContentBlock } from '../../content.ts';
import { base64Length } from './base64.ts';
import { imageOf, mediaTypeOf, textOf, toResource } from './blocks.ts';
import { isObject, type JsonObject, type JsonPath, objectsIn } from './json.ts';
import type { WireFormat, WirePart } from './wire-format.ts';

/** Anthropic Messages: https://docs.anthropic.com/en/api/messages */
export const anthropicMessages: WireFormat = {
  name: 'anthropic-messages',
  messagesKey: 'messages',
  toolsKey: 'tools',
  instructionsKey: 'system',
  outputPaths: [['max_tokens']],
  isBody: (body) =>
    Array.isArray(body.messages) &&
    'max_tokens' in body &&
    ('system' in body || objectsIn(body.messages).every(({ value }) => isOwnMessage(value))),
  roleOf: (message) => (message.role === 'assistant' ? 'assistant' : message.role === 'user' ? 'user' : 'other'),
  partsOf(message) {
    if (typeof message.content === 'string') return [{ kind: 'text', path: ['content'] }];
    return objectsIn(message.content).flatMap(({ value, index }) => blockParts(value, index));
  },
  toBlock,
  fromBlock,
  writeContent: (text) => text,
  pairing: {
    resultsIn: 'next-message',
    blocksKey: 'content',
    alternates: false,
    beginsWithPerson: true,
    joinsTurns: false,
    uniqueIds: true,
    writeResult: ({ callId, text }) => ({
      type: 'tool_result',
      tool_use_id: callId,
      content: text,
      is_error: true,
    }),
    writeText: (text) => ({ role: 'user', content: text }),
    writeTextBlock: (text) => ({ type: 'text', text }),
  },
};

/** Roles and blocks that OpenAI's Chat does not have, or that both have. */
function isOwnMessage({ role, content, tool_calls: calls }: JsonObject): boolean {
  return (role === 'user' || role === 'assistant') && content !== null && calls === undefined;
}

function blockParts(block: JsonObject, index: number): WirePart[] {
  const path = ['content', index];
  switch (block.type) {
    case 'text':
      return [{ kind: 'text', path: [...path, 'text'] }];
    case 'tool_use':
      return [
        {
          kind: 'call',
          path: [...path, 'input'],
          toolName: String(block.name),
          form: 'object',
          ...(typeof block.id === 'string' && { callId: block.id, idPath: [...path, 'id'] }),
        },
      ];
    case 'tool_result':
      return [
        {
          kind: 'result',
          path: [...path, 'content'],
          isError: block.is_error === true,
          ...(typeof block.tool_use_id === 'string' && {
            callId: block.tool_use_id,
            idPath: [...path, 'tool_use_id'],
          }),
        },
        ...objectsIn(block.content).flatMap(({ value, index: inner }) => mediaPart(value, [...path, 'content', inner])),
      ];
    default:
      return mediaPart(block, path);
  }
}

function mediaPart(block: JsonObject, path: JsonPath): WirePart[] {
  const source = block.source;
  if (!isObject(source) || source.type !== 'base64') return [];
  return [{ kind: 'media', path, mediaType: mediaTypeOf(source.media_type), byteLength: base64Length(source.data) }];
}

function toBlock(block: JsonObject): ContentBlock | undefined {
  if (block.type === 'text' && typeof block.text === 'string') return { type: 'text', text: block.text };
  const source = block.source;
  if (!isObject(source) || typeof source.data !== 'string') return undefined;
  if (block.type === 'document') return toResource(source.data, source.media_type, source.type === 'text');
  if (block.type !== 'image') return undefined;
  return { type: 'image', data: source.data, mimeType: mediaTypeOf(source.media_type) };
}

function fromBlock(block: ContentBlock): JsonObject {
  const image = imageOf(block);
  if (image === undefined) return { type: 'text', text: textOf(block) };
  return { type: 'image', source: { type: 'base64', media_type: image.mediaType, data: image.base64 } };
}
