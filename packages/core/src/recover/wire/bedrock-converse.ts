import type { ContentBlock } from '../../content.ts';
import { base64Length, toBase64 } from './base64.ts';
import { imageOf, textOf, toResource } from './blocks.ts';
import { isObject, type JsonObject, type JsonPath, listIn, objectsIn } from './json.ts';
import type { WireFormat, WirePart } from './wire-format.ts';

/** Blocks that hold bytes, by the type that their format is a subtype of. */
const media: Readonly<Record<string, string>> = {
  image: 'image',
  document: 'application',
  video: 'video',
  audio: 'audio',
};

/** Amazon Bedrock Converse: https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html */
export const bedrockConverse: WireFormat = {
  name: 'bedrock-converse',
  messagesKey: 'messages',
  modelKey: 'modelId',
  toolsKey: 'toolConfig',
  instructionsKey: 'system',
  outputPaths: [['inferenceConfig', 'maxTokens']],
  isBody: (body) =>
    Array.isArray(body.messages) &&
    ('inferenceConfig' in body || 'toolConfig' in body || objectsIn(body.messages).some(({ value }) => isOwn(value))),
  toolsIn: (tools) => (isObject(tools) ? listIn(tools.tools) : []),
  roleOf: ({ role }) => (role === 'user' || role === 'assistant' ? role : 'other'),
  partsOf: (message) => objectsIn(message.content).flatMap(({ value, index }) => blockParts(value, ['content', index])),
  toBlock,
  fromBlock,
  writeContent: (text) => [{ text }],
  pairing: {
    resultsIn: 'next-message',
    blocksKey: 'content',
    alternates: true,
    beginsWithPerson: true,
    joinsTurns: false,
    uniqueIds: true,
    writeResult: ({ callId, text }) => ({
      toolResult: { toolUseId: callId, content: [{ text }], status: 'error' },
    }),
    writeText: (text) => ({ role: 'user', content: [{ text }] }),
    writeTextBlock: (text) => ({ text }),
  },
};

/** Blocks of Converse have no `type`: each is named by its only key. */
function isOwn(message: JsonObject): boolean {
  return objectsIn(message.content).some(({ value }) => !('type' in value));
}

function blockParts(block: JsonObject, path: JsonPath): WirePart[] {
  if (typeof block.text === 'string') return [{ kind: 'text', path: [...path, 'text'] }];
  if (isObject(block.toolUse)) {
    const { toolUseId: id, name } = block.toolUse;
    return [
      {
        kind: 'call',
        path: [...path, 'toolUse', 'input'],
        toolName: String(name),
        form: 'object',
        ...(typeof id === 'string' && { callId: id, idPath: [...path, 'toolUse', 'toolUseId'] }),
      },
    ];
  }
  if (!isObject(block.toolResult)) return mediaPart(block, path);
  const { toolUseId: id, content, status } = block.toolResult;
  const at = [...path, 'toolResult', 'content'];
  return [
    {
      kind: 'result',
      path: at,
      isError: status === 'error',
      ...(typeof id === 'string' && { callId: id, idPath: [...path, 'toolResult', 'toolUseId'] }),
    },
    ...objectsIn(content).flatMap(({ value, index }) => mediaPart(value, [...at, index])),
  ];
}

function mediaOf(block: JsonObject): { mediaType: string; data: string | Uint8Array } | undefined {
  for (const [key, type] of Object.entries(media)) {
    const held = block[key];
    const bytes = isObject(held) && isObject(held.source) ? held.source.bytes : undefined;
    if (!isObject(held) || !(typeof bytes === 'string' || bytes instanceof Uint8Array)) continue;
    return { mediaType: `${type}/${String(held.format)}`, data: bytes };
  }
  return undefined;
}

function mediaPart(block: JsonObject, path: JsonPath): WirePart[] {
  const held = mediaOf(block);
  if (held === undefined) return [];
  return [{ kind: 'media', path, mediaType: held.mediaType, byteLength: base64Length(held.data) }];
}

function toBlock(block: JsonObject): ContentBlock | undefined {
  if (typeof block.text === 'string') return { type: 'text', text: block.text };
  if (block.json !== undefined) return { type: 'text', text: JSON.stringify(block.json) };
  const held = mediaOf(block);
  const base64 = held && toBase64(held.data);
  if (held === undefined || base64 === undefined) return undefined;
  if ('image' in block) return { type: 'image', data: base64, mimeType: held.mediaType };
  return toResource(base64, held.mediaType, false);
}

function fromBlock(block: ContentBlock): JsonObject {
  const image = imageOf(block);
  if (image === undefined) return { text: textOf(block) };
  return { image: { format: image.mediaType.replace(/^image\//u, ''), source: { bytes: image.base64 } } };
}
