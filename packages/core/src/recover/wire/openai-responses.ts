import type { ContentBlock } from '../../content.ts';
import { formatDataUrl, imageOf, parseDataUrl, textOf, toResource } from './blocks.ts';
import { type JsonObject, type JsonPath, objectsIn } from './json.ts';
import type { CallPart, Role, WireFormat, WirePart } from './wire-format.ts';

/** Items that are calls, by the key of what the model asked for. */
const calls: Readonly<Record<string, string>> = { function_call: 'arguments', custom_tool_call: 'input' };
const results: ReadonlySet<unknown> = new Set([
  'function_call_output',
  'custom_tool_call_output',
  'local_shell_call_output',
  'shell_call_output',
]);
/** Calls whose result says what they were; the arguments of these are not read. */
const opaqueCalls: Readonly<Record<string, string>> = { local_shell_call: 'local_shell', shell_call: 'shell' };

/** OpenAI Responses: https://platform.openai.com/docs/api-reference/responses/create */
export const openaiResponses: WireFormat = {
  name: 'openai-responses',
  messagesKey: 'input',
  toolsKey: 'tools',
  instructionsKey: 'instructions',
  outputPaths: [['max_output_tokens']],
  isBody: (body) => Array.isArray(body.input),
  roleOf,
  partsOf,
  toBlock,
  fromBlock,
  writeContent: (text) => text,
  pairing: {
    resultsIn: 'messages',
    blocksKey: 'content',
    alternates: false,
    beginsWithPerson: false,
    joinsTurns: true,
    uniqueIds: true,
    needsNext: ({ type }) => type === 'reasoning',
    writeResult: ({ callId, text }) => ({ type: 'function_call_output', call_id: callId, output: text }),
    writeText: (text) => ({ role: 'user', content: text }),
    writeTextBlock: (text) => ({ type: 'input_text', text }),
  },
};

function roleOf(item: JsonObject): Role {
  if (results.has(item.type)) return 'tool';
  if (item.role === 'user') return 'user';
  if (item.role === 'system' || item.role === 'developer') return 'system';
  return item.role === 'assistant' || typeof item.type === 'string' ? 'assistant' : 'other';
}

function partsOf(item: JsonObject): WirePart[] {
  const id = typeof item.call_id === 'string' && { callId: item.call_id, idPath: ['call_id'] };
  const callPart = (path: string, toolName: string, form: CallPart['form']): CallPart => ({
    kind: 'call',
    path: [path],
    toolName,
    form,
    ...id,
  });
  const key = calls[String(item.type)];
  if (key !== undefined) return [callPart(key, String(item.name), key === 'input' ? 'text' : 'object-text')];
  const tool = opaqueCalls[String(item.type)];
  if (tool !== undefined) return [callPart('action', tool, 'object')];
  if (results.has(item.type)) {
    const result = (path: JsonPath): WirePart => ({ kind: 'result', path, isError: false, mayBeEmpty, ...id });
    const mayBeEmpty = item.type === 'shell_call_output';
    const streams = mayBeEmpty ? streamPaths(item.output).map(result) : [];
    return [...(streams.length > 0 ? streams : [result(['output'])]), ...mediaParts(item.output, ['output'])];
  }
  if (typeof item.content === 'string') return [{ kind: 'text', path: ['content'] }];
  const texts = objectsIn(item.content).flatMap(({ value, index }): WirePart[] =>
    typeof value.text === 'string' ? [{ kind: 'text', path: ['content', index, 'text'] }] : [],
  );
  return [...texts, ...mediaParts(item.content, ['content'])];
}

/** The output of a shell is a list of what its commands wrote, in the two streams of each. */
function streamPaths(output: unknown): JsonPath[] {
  return objectsIn(output).flatMap(({ value, index }) =>
    ['stdout', 'stderr'].filter((key) => typeof value[key] === 'string').map((key) => ['output', index, key]),
  );
}

function mediaParts(blocks: unknown, path: JsonPath): WirePart[] {
  return objectsIn(blocks).flatMap(({ value, index }): WirePart[] => {
    const media = parseDataUrl(value.image_url) ?? parseDataUrl(value.file_data);
    if (media === undefined) return [];
    return [{ kind: 'media', path: [...path, index], mediaType: media.mediaType, byteLength: media.base64.length }];
  });
}

function toBlock(block: JsonObject): ContentBlock | undefined {
  if (typeof block.text === 'string') return { type: 'text', text: block.text };
  const image = parseDataUrl(block.image_url);
  if (image !== undefined) return { type: 'image', data: image.base64, mimeType: image.mediaType };
  const file = parseDataUrl(block.file_data);
  return file && toResource(file.base64, file.mediaType, false);
}

function fromBlock(block: ContentBlock): JsonObject {
  const image = imageOf(block);
  if (image === undefined) return { type: 'input_text', text: textOf(block) };
  return { type: 'input_image', image_url: formatDataUrl(image) };
}
