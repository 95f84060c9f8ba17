import { anthropicMessages } from './anthropic-messages.ts';
import { bedrockConverse } from './bedrock-converse.ts';
import { gemini } from './gemini.ts';
import type { JsonObject } from './json.ts';
import { openaiChat } from './openai-chat.ts';
import { openaiResponses } from './openai-responses.ts';
import type { WireFormat } from './wire-format.ts';

/** Every API that is known; of two that a body could be of, the first one counts. */
export const wireFormats: readonly WireFormat[] = [
  bedrockConverse,
  anthropicMessages,
  openaiChat,
  openaiResponses,
  gemini,
];

/** Finds the format that a body is of; `undefined` where it is of none. */
export function findFormat(body: JsonObject): WireFormat | undefined {
  return wireFormats.find((format) => format.isBody(body));
}

/** Returns a format, or the one of a name. @throws TypeError for a name that no format has. */
export function resolveFormat(given: WireFormat | string): WireFormat {
  const format = typeof given === 'object' ? given : wireFormats.find(({ name }) => name === given);
  if (format === undefined) throw new TypeError(`no format has the name "${String(given)}"`);
  return format;
}
