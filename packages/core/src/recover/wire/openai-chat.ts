import type { ContentBlock } from '../../content.ts';
import { formatDataUrl, imageOf, mediaTypeOf, parseDataUrl, textOf } from './blocks.ts';
import { isObject, type JsonObject, type JsonPath, objectsIn } from './json.ts';
import type { Role, WireFormat, WirePart } from './wire-format.ts';

const roles: Readonly<Record<string, Role>> = {
  system: 'system',
  developer: 'system',
  user: 'user',
  assistant: 'assistant',
  tool: 'tool',
  function: 'tool',
};

/** OpenAI Chat Completions: https://platform.openai.com/docs/api-reference/chat/create */
export const openaiChat: WireFormat = {
  name: 'openai-chat',
  messagesKey: 'messages',
  toolsKey: 'tools',
  outputPaths: [['max_completion_tokens'], ['max_tokens']],
  isBody: (body) => Array.isArray(body.messages),
  roleOf: ({ role }) => roles[String(role)] ?? 'other',
  partsOf: (message) => (hasCalls(message) ? [...contentParts(message), ...callParts(message)] : contentParts(message)),
  toBlock,
  fromBlock,
  writeContent: (text) => text,
  pairing: {
    resultsIn: 'messages',
    blocksKey: 'content',
    alternates: false,
    beginsWithPerson: false,
    joinsTurns: false,
    uniqueIds: false,
    saysElsewhere: ({ refusal, audio }) => typeof refusal === 'string' || isObject(audio),
    writeResult: ({ callId, text }) => ({ role: 'tool', tool_call_id: callId, content: text }),
    writeText: (text) => ({ role: 'user', content: text }),
    writeTextBlock: (text) => ({ type: 'text', text }),
  },
};

function contentParts(message: JsonObject): WirePart[] {
  const isText = typeof message.content === 'string';
  const media = isText
    ? []
    : objectsIn(message.content).flatMap(({ value, index }) => mediaPart(value, ['content', index]));
  if (roles[String(message.role)] === 'tool') {
    const callId = message.tool_call_id;
    const result: WirePart = {
      kind: 'result',
      path: ['content'],
      isError: false,
      ...(typeof callId === 'string' && { callId, idPath: ['tool_call_id'] }),
      ...(typeof message.name === 'string' && { toolName: message.name }),
    };
    return isText ? [result] : [result, ...media];
  }
  if (isText) return [{ kind: 'text', path: ['content'] }];
  const texts = objectsIn(message.content).flatMap(({ value, index }): WirePart[] =>
    value.type === 'text' ? [{ kind: 'text', path: ['content', index, 'text'] }] : [],
  );
  return [...texts, ...media];
}

function hasCalls({ tool_calls: calls, function_call: call }: JsonObject): boolean {
  return calls !== undefined || call !== undefined;
}

/**
 * `function_call` is the one call of a message from before there were more; its result has the function's name alone.
 */
function callParts(message: JsonObject): WirePart[] {
  const before = message.function_call;
  const first: WirePart[] = isObject(before)
    ? [
        {
          kind: 'call',
          path: ['function_call', 'arguments'],
          form: 'object-text',
          toolName: String(before.name),
        },
      ]
    : [];
  const calls = objectsIn(message.tool_calls).map(({ value, index }): WirePart => {
    const key = isObject(value.custom) ? 'custom' : 'function';
    const called = value[key];
    return {
      kind: 'call',
      path: ['tool_calls', index, key, key === 'custom' ? 'input' : 'arguments'],
      form: key === 'custom' ? 'text' : 'object-text',
      toolName: isObject(called) ? String(called.name) : '',
      ...(typeof value.id === 'string' && { callId: value.id, idPath: ['tool_calls', index, 'id'] }),
    };
  });
  return [...first, ...calls];
}

function mediaPart(block: JsonObject, path: JsonPath): WirePart[] {
  const image = isObject(block.image_url) ? parseDataUrl(block.image_url.url) : undefined;
  if (image !== undefined) {
    return [{ kind: 'media', path, mediaType: image.mediaType, byteLength: image.base64.length }];
  }
  const held = isObject(block.input_audio) ? block.input_audio : isObject(block.file) ? block.file : undefined;
  const data = held?.data ?? held?.file_data;
  if (typeof data !== 'string') return [];
  const mediaType = mediaTypeOf(typeof held?.format === 'string' ? `audio/${held.format}` : undefined);
  return [{ kind: 'media', path, mediaType, byteLength: data.length }];
}

function toBlock(block: JsonObject): ContentBlock | undefined {
  if (typeof block.text === 'string') return { type: 'text', text: block.text };
  const image = isObject(block.image_url) ? parseDataUrl(block.image_url.url) : undefined;
  return image && { type: 'image', data: image.base64, mimeType: image.mediaType };
}

function fromBlock(block: ContentBlock): JsonObject {
  const image = imageOf(block);
  if (image === undefined) return { type: 'text', text: textOf(block) };
  return { type: 'image_url', image_url: { url: formatDataUrl(image) } };
}
