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

/** Finds the format of a name, or the one that a body is of; `undefined` where there is none. */
export function findFormat(nameOrBody: string | JsonObject): WireFormat | undefined {
  return wireFormats.find((format) =>
    typeof nameOrBody === 'string' ? format.name === nameOrBody : format.isBody(nameOrBody),
  );
}
