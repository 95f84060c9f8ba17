import type { JsonObject } from '../../src/recover/wire/json.ts';
import type { ProviderApi } from '../../src/testing/providers/rules/rule.ts';
import { loopRows } from './provider-loop.ts';

/** A call of a model and what its tool gave. */
export interface CalledTool {
  readonly id: string;
  readonly name: string;
  readonly input: JsonObject;
  readonly text: string;
}

/** Writes an answer with calls as each API gives it. */
const answers: Readonly<Record<ProviderApi, (calls: readonly CalledTool[]) => JsonObject>> = {
  'anthropic-messages': (calls) => ({
    content: calls.map(({ id, name, input }) => ({ type: 'tool_use', id, name, input })),
  }),
  'openai-chat': (calls) => ({
    choices: [{ message: { role: 'assistant', content: null, tool_calls: calls.map(toChatCall) } }],
  }),
  'openai-responses': (calls) => ({
    output: calls.map(({ id, name, input }) => ({
      type: 'function_call',
      call_id: id,
      name,
      arguments: JSON.stringify(input),
    })),
  }),
  'bedrock-converse': (calls) => ({
    output: {
      message: {
        role: 'assistant',
        content: calls.map(({ id, name, input }) => ({ toolUse: { toolUseId: id, name, input } })),
      },
    },
  }),
  gemini: (calls) => ({
    candidates: [
      {
        content: {
          role: 'model',
          parts: calls.map(({ id, name, input }) => ({ functionCall: { id, name, args: input } })),
        },
      },
    ],
  }),
};

const toChatCall = ({ id, name, input }: CalledTool): JsonObject => ({
  id,
  type: 'function',
  function: { name, arguments: JSON.stringify(input) },
});

/** The messages of a turn: what a person asks, the calls of the model, and what the tools gave. */
export function calledTurn(api: ProviderApi, ask: string, calls: readonly CalledTool[]): readonly JsonObject[] {
  const row = loopRows[api];
  const given = calls.map((call) => ({ call, text: call.text }));
  return [row.user(ask), ...row.read(answers[api](calls)).messages, ...row.results(given)];
}

/** A call of `read_log` for each text that it gave. */
export function readLogs(texts: readonly string[], firstId = 1): CalledTool[] {
  return texts.map((text, index) => ({ id: `call_${firstId + index}`, name: 'read_log', input: {}, text }));
}
