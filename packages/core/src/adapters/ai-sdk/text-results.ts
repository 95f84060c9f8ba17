import { isObject, type JsonObject, type JsonValue } from '../../recover/wire/json.ts';

/** A prompt in which results are the texts that providers make of them, and the way back. */
export interface TextResults {
  readonly messages: readonly JsonObject[];
  /** Returns messages that were changed with everything else as it was given. */
  restore(messages: readonly JsonObject[]): readonly JsonObject[];
}

const textTypes: Readonly<Record<string, string>> = { json: 'text', 'error-json': 'error-text' };

/**
 * Writes results that are JSON as texts, so that they are measured as they will be sent and kept as they were.
 *
 * Contract: results of tools that are in `left` are not looked into; nothing given is changed. What comes back from
 * `restore` has the given objects wherever nothing was changed in between; a list of parts of which only texts are left
 * becomes one text.
 */
export function toTextResults(prompt: readonly JsonObject[], left: ReadonlySet<unknown>): TextResults {
  const given = new Map<JsonValue | undefined, JsonValue | undefined>();
  const messages = prompt.map((message) => {
    if (message.role !== 'tool' || !Array.isArray(message.content)) return message;
    const content = (message.content as readonly JsonValue[]).map((part) => {
      const written = isObject(part) && !left.has(part.toolName) ? writePart(part) : part;
      given.set(written, part);
      return written;
    });
    const written = { ...message, content };
    given.set(written, message);
    return written;
  });
  return {
    messages,
    restore: (changed) =>
      changed.map((message) => (given.get(message) as JsonObject) ?? restoreMessage(message, given)),
  };
}

function writePart(part: JsonObject): JsonObject {
  const { output } = part;
  const type = isObject(output) ? textTypes[String(output.type)] : undefined;
  const value = isObject(output) ? JSON.stringify(output.value) : undefined;
  if (type === undefined || value === undefined) return part;
  return { ...part, output: { ...(output as JsonObject), type, value } };
}

function restoreMessage(
  message: JsonObject,
  given: ReadonlyMap<JsonValue | undefined, JsonValue | undefined>,
): JsonObject {
  if (message.role !== 'tool' || !Array.isArray(message.content)) return message;
  const content = (message.content as readonly JsonValue[]).map((part) => given.get(part) ?? settle(part));
  return { ...message, content };
}

function settle(part: JsonValue): JsonValue {
  if (!isObject(part) || !isObject(part.output) || part.output.type !== 'content') return part;
  const parts = part.output.value as readonly JsonObject[];
  if (!parts.every(({ type, text }) => type === 'text' && typeof text === 'string')) return part;
  return { ...part, output: { ...part.output, type: 'text', value: parts.map(({ text }) => text).join('\n') } };
}
