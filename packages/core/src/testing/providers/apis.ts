import type { ApiRow, Operation } from './api-row.ts';
import { anthropicMessages } from './apis/anthropic-messages.ts';
import { bedrockConverse } from './apis/bedrock-converse.ts';
import { gemini } from './apis/gemini.ts';
import { openaiChat } from './apis/openai-chat.ts';
import { openaiResponses } from './apis/openai-responses.ts';

/** The APIs that a scripted provider speaks, a row each. */
const apis: readonly ApiRow[] = [openaiResponses, openaiChat, anthropicMessages, bedrockConverse, gemini];

/** Finds the API of a path, and what the path asks it for. */
export function findApi(path: string): { readonly api: ApiRow; readonly operation: Operation } | undefined {
  for (const api of apis) {
    const operation = api.match(path);
    if (operation !== undefined) return { api, operation };
  }
  return undefined;
}
