import type { ContentBlock } from '../../content.ts';
import { base64Length, toBase64 } from '../../recover/wire/base64.ts';
import { imageOf, mediaTypeOf, textOf, toResource } from '../../recover/wire/blocks.ts';
import { isObject, type JsonObject, type JsonPath, type JsonValue, objectsIn } from '../../recover/wire/json.ts';
import type { Role, WireFormat, WirePart } from '../../recover/wire/wire-format.ts';

const roles: Readonly<Record<string, Role>> = { system: 'system', user: 'user', assistant: 'assistant', tool: 'tool' };

/**
 * Call options of a language model of the AI SDK, with the specification v3 (AI SDK 6) or v4 (AI SDK 7):
 * https://github.com/vercel/ai/tree/main/packages/provider/src/language-model
 *
 * Calls and results of tools that a provider runs are not parts: they mean something to that provider alone. So are
 * results that are JSON; `toTextResults` writes them as the texts that providers make of them.
 */
export const aiSdkPrompt: WireFormat = {
  name: 'ai-sdk-prompt',
  messagesKey: 'prompt',
  toolsKey: 'tools',
  outputPaths: [['maxOutputTokens']],
  isBody: (body) => Array.isArray(body.prompt),
  roleOf: ({ role }) => roles[String(role)] ?? 'other',
  partsOf(message) {
    if (typeof message.content === 'string') return [{ kind: 'text', path: ['content'] }];
    const isModels = message.role === 'assistant';
    return objectsIn(message.content).flatMap(({ value, index }) =>
      isModels && value.type === 'tool-result' ? [] : contentParts(value, ['content', index]),
    );
  },
  toBlock,
  fromBlock,
  writeContent: (text) => text,
  pairing: {
    resultsIn: 'next-message',
    blocksKey: 'content',
    alternates: false,
    beginsWithPerson: false,
    joinsTurns: true,
    uniqueIds: false,
    writeResult: ({ callId, toolName, text }) => ({
      type: 'tool-result',
      toolCallId: callId,
      toolName,
      output: { type: 'error-text', value: text },
    }),
    writeResults: (content) => ({ role: 'tool', content }),
    writeText: (text) => ({ role: 'user', content: [{ type: 'text', text }] }),
    writeTextBlock: (text) => ({ type: 'text', text }),
    writeMediaBlock: ({ data, mediaType }) => ({ type: 'file', data, mediaType: mediaTypeOf(mediaType) }),
  },
};

function contentParts(part: JsonObject, path: JsonPath): WirePart[] {
  const callId = typeof part.toolCallId === 'string' && { callId: part.toolCallId };
  switch (part.type) {
    case 'text':
      return [{ kind: 'text', path: [...path, 'text'] }];
    case 'tool-call':
      if (part.providerExecuted === true) return [];
      return [{ kind: 'call', path: [...path, 'input'], toolName: String(part.toolName), form: 'object', ...callId }];
    case 'tool-result':
      return resultParts(part, path);
    default:
      return mediaPart(part, path);
  }
}

function resultParts({ output, toolName, toolCallId }: JsonObject, path: JsonPath): WirePart[] {
  if (!isObject(output) || (typeof output.value !== 'string' && !isContent(output))) return [];
  const at = [...path, 'output', 'value'];
  return [
    {
      kind: 'result',
      path: at,
      toolName: String(toolName),
      isError: output.type === 'error-text',
      ...(typeof toolCallId === 'string' && { callId: toolCallId }),
    },
    ...(isContent(output)
      ? objectsIn(output.value).flatMap(({ value, index }) => mediaPart(value, [...at, index]))
      : []),
  ];
}

function isContent({ type, value }: JsonObject): boolean {
  return type === 'content' && Array.isArray(value);
}

/** Bytes stand in `data`, as they are or in an object that says what they are. */
function dataOf(part: JsonObject): string | Uint8Array | undefined {
  const held = part.data;
  const data: JsonValue | undefined = isObject(held) && held.type === 'data' ? held.data : held;
  return typeof data === 'string' || data instanceof Uint8Array ? data : undefined;
}

function mediaPart(part: JsonObject, path: JsonPath): WirePart[] {
  const data = dataOf(part);
  if (data === undefined) return [];
  return [{ kind: 'media', path, mediaType: mediaTypeOf(part.mediaType), byteLength: base64Length(data) }];
}

function toBlock(part: JsonObject): ContentBlock | undefined {
  if (part.type === 'text' && typeof part.text === 'string') return { type: 'text', text: part.text };
  const base64 = toBase64(dataOf(part));
  if (base64 === undefined) return undefined;
  const mimeType = mediaTypeOf(part.mediaType);
  if (part.type !== 'image-data' && !mimeType.startsWith('image/')) return toResource(base64, mimeType, false);
  return { type: 'image', data: base64, mimeType };
}

function fromBlock(block: ContentBlock): JsonObject {
  const image = imageOf(block);
  if (image === undefined) return { type: 'text', text: textOf(block) };
  return { type: 'image-data', data: image.base64, mediaType: image.mediaType };
}
