import type { ModelMessage } from 'ai';

/** One call of a tool and its result, as messages of the AI SDK. */
export function callWith(
  toolCallId: string,
  output: { type: 'text'; value: string } | { type: 'json'; value: never },
  toolName = 'readLogs',
): ModelMessage[] {
  return [
    { role: 'assistant', content: [{ type: 'tool-call', toolCallId, toolName, input: { host: 'web-1' } }] },
    { role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName, output }] },
  ];
}

/** A conversation that begins with a question and goes on with results of these texts. */
export function conversation(...results: readonly string[]): ModelMessage[] {
  return [
    { role: 'user', content: 'what is wrong with web-1?' },
    ...results.flatMap((value, index) => callWith(`call_${index}`, { type: 'text', value })),
  ];
}
