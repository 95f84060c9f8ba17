import type { Bounder } from '../../recover/view/bounder.ts';
import { isObject, type JsonObject, type JsonValue } from '../../recover/wire/json.ts';
import { boundOutput } from './bound-output.ts';
import type { ModelOutput, OutputPart } from './model-output.ts';
import type { OutputMemory } from './output-memory.ts';
import { isNoText } from './output-parts.ts';

/**
 * How the names of providers end whose APIs take text alone as tool results: they write a list of parts as JSON text.
 */
const textOnlyEnds = ['.chat'];

export function takesTextOnly(providerName: string): boolean {
  return textOnlyEnds.some((end) => providerName.endsWith(end));
}

/**
 * Puts lines with handles in the place of media in tool results.
 *
 * Contract: messages without any are the same objects; the same part has the same bytes again, as long as the memory
 * keeps it.
 */
export async function withoutMedia(
  prompt: readonly JsonObject[],
  bounder: Bounder,
  memory: OutputMemory,
): Promise<readonly JsonObject[]> {
  const messages: JsonObject[] = [];
  for (const message of prompt) {
    const content = message.role === 'tool' && Array.isArray(message.content) ? message.content : [];
    messages.push(content.some(hasMedia) ? { ...message, content: await textsOf(content, bounder, memory) } : message);
  }
  return messages;
}

function hasMedia(part: JsonValue): boolean {
  if (!isObject(part) || !isObject(part.output) || part.output.type !== 'content') return false;
  return Array.isArray(part.output.value) && (part.output.value as readonly OutputPart[]).some(isNoText);
}

async function textsOf(
  content: readonly JsonValue[],
  bounder: Bounder,
  memory: OutputMemory,
): Promise<readonly JsonValue[]> {
  const parts: JsonValue[] = [];
  for (const part of content) parts.push(hasMedia(part) ? await textOf(part as JsonObject, bounder, memory) : part);
  return parts;
}

async function textOf(part: JsonObject, bounder: Bounder, memory: OutputMemory): Promise<JsonValue> {
  const [toolName, toolCallId] = [String(part.toolName), String(part.toolCallId)];
  const { maxResultBytes } = bounder.settings;
  const given = part.output as unknown as ModelOutput;
  const output = await memory.recall(toolName, toolCallId, given, async () => {
    const call = { bounder, toolName, toolCallId, input: undefined };
    const made = await boundOutput(given, { ...call, maxResultBytes, maxMediaBytes: 0 });
    return { output: made, keptBytes: made === given ? 0 : JSON.stringify(made).length };
  });
  return { ...part, output: output as unknown as JsonObject };
}
