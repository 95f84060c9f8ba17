import type { ContentBlock } from '../../content.ts';
import { imageOf, mediaTypeOf, textOf, toResource } from './blocks.ts';
import { isObject, type JsonObject, type JsonPath, type JsonValue, listIn, objectsIn } from './json.ts';
import type { WireFormat, WirePart } from './wire-format.ts';

/** A field that holds nearly all of a response is bounded in its place, so that the others stay as they are. */
const mainFieldShare = 0.8;

/** Gemini generateContent: https://ai.google.dev/api/generate-content */
export const gemini: WireFormat = {
  name: 'gemini',
  messagesKey: 'contents',
  toolsKey: 'tools',
  instructionsKey: 'systemInstruction',
  outputPaths: [
    ['generationConfig', 'maxOutputTokens'],
    ['config', 'maxOutputTokens'],
  ],
  isBody: (body) => Array.isArray(body.contents),
  toolsIn: (tools) => listIn(tools).flatMap(toolsOf),
  roleOf: ({ role }) => (role === 'model' ? 'assistant' : role === 'user' || role === undefined ? 'user' : 'tool'),
  partsOf: (message) => objectsIn(message.parts).flatMap(({ value, index }) => parts(value, ['parts', index])),
  toBlock,
  fromBlock,
  writeContent: (text, content) => (content.error === undefined ? { output: text } : { error: text }),
  pairing: {
    resultsIn: 'next-message',
    blocksKey: 'parts',
    alternates: true,
    beginsWithPerson: true,
    joinsTurns: false,
    uniqueIds: false,
    writeResult: ({ callId, toolName, text }) => ({
      functionResponse: { ...(callId !== undefined && { id: callId }), name: toolName, response: { error: text } },
    }),
    writeText: (text) => ({ role: 'user', parts: [{ text }] }),
    writeTextBlock: (text) => ({ text }),
  },
};

/** Functions stand in a list below; tools of the provider's own stand for themselves. */
function toolsOf(tool: JsonValue): readonly JsonValue[] {
  const declared = isObject(tool) ? tool.functionDeclarations : undefined;
  return declared === undefined ? [tool] : listIn(declared);
}

function parts(part: JsonObject, path: JsonPath): WirePart[] {
  if (typeof part.text === 'string') return [{ kind: 'text', path: [...path, 'text'] }];
  const { functionCall: call, functionResponse: result } = part;
  if (isObject(call)) {
    return [
      {
        kind: 'call',
        path: [...path, 'functionCall', 'args'],
        toolName: String(call.name),
        form: 'optional-object',
        ...(typeof call.id === 'string' && { callId: call.id, idPath: [...path, 'functionCall', 'id'] }),
      },
    ];
  }
  if (!isObject(result)) return mediaPart(part, path);
  const at = [...path, 'functionResponse'];
  const response = isObject(result.response) ? result.response : {};
  return [
    {
      kind: 'result',
      path: [...at, 'response', ...mainField(response)],
      isError: response.error !== undefined,
      toolName: String(result.name),
      ...(typeof result.id === 'string' && { callId: result.id, idPath: [...at, 'id'] }),
    },
    ...objectsIn(result.parts).flatMap(({ value, index }) => mediaPart(value, [...at, 'parts', index])),
  ];
}

function mainField(response: JsonObject): string[] {
  const texts = Object.entries(response).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  const [longest] = texts.sort(([, a], [, b]) => b.length - a.length);
  if (longest === undefined) return [];
  const isMain =
    Object.keys(response).length === 1 || longest[1].length >= mainFieldShare * JSON.stringify(response).length;
  return isMain ? [longest[0]] : [];
}

function mediaPart(part: JsonObject, path: JsonPath): WirePart[] {
  const data = part.inlineData;
  if (!isObject(data) || typeof data.data !== 'string') return [];
  return [{ kind: 'media', path, mediaType: mediaTypeOf(data.mimeType), byteLength: data.data.length }];
}

function toBlock(part: JsonObject): ContentBlock | undefined {
  if (typeof part.text === 'string') return { type: 'text', text: part.text };
  const data = part.inlineData;
  if (!isObject(data) || typeof data.data !== 'string') return undefined;
  const mimeType = mediaTypeOf(data.mimeType);
  if (!mimeType.startsWith('image/')) return toResource(data.data, mimeType, false);
  return { type: 'image', data: data.data, mimeType };
}

function fromBlock(block: ContentBlock): JsonObject {
  const image = imageOf(block);
  if (image === undefined) return { text: textOf(block) };
  return { inlineData: { mimeType: image.mediaType, data: image.base64 } };
}
