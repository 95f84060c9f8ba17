import { fitAnswer, jsonEscapedLength, type ToolAnswer, type ToolCall, toTitle, toToolAnswer } from '@spillway/core';

/**
 * Writes the answer of a tool that has changed a file.
 *
 * Contract: within the budget whatever the path: a long one is cut in the text, and left out with the other fields where
 * there is no room. `describe` says in one sentence what was done to the path.
 */
export async function doneAnswer(
  done: { readonly path: string },
  describe: (path: string) => string,
  { maxBytes, envelopeBytes }: ToolCall,
): Promise<ToolAnswer> {
  const budget = { maxBytes, envelopeBytes, withFields: true };
  const form = { what: 'the answer', toFields: () => ({ ...done }) };
  const answer = await fitAnswer(budget, form, async (maxContentBytes) => {
    const whole = describe(done.path);
    const isShort = jsonEscapedLength(whole) <= maxContentBytes;
    return { page: done, text: isShort ? whole : describe(toTitle(done.path)) };
  });
  return toToolAnswer(answer);
}
