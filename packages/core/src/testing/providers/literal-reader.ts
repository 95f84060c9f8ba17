import { isDeepStrictEqual } from 'node:util';
import type { ListedTool, ProviderRequest } from './provider-request.ts';
import { findDenial, findEvidence } from './reader/evidence.ts';
import { findTool, type SuggestedCall, suggestedCalls } from './reader/suggested-calls.ts';
import { readTask, type SeenResult, type Task } from './reader/task.ts';
import type { AnswerStep, Responder } from './step.ts';

export interface LiteralReaderOptions {
  /** Calls for one question. Default: 8. */
  readonly maxCalls?: number;
}

const defaultMaxCalls = 8;
/** Characters of the last result that are answered where the question looks for no string. */
const maxShown = 2000;

/**
 * Creates a model that takes what it reads at its word.
 *
 * Contract: knows nothing but the request it is given, and keeps nothing between two. It calls a tool only where a line
 * is exactly the name of a tool of this request, a space and one JSON object: first such a line in the newest tool
 * result, then in older ones, then in the user's message; none twice, and at most `maxCalls` for one question. Where
 * the message holds a line `Find: <string>`, it stops as soon as a result shows the string, and its answer is one of
 * `found: <line>`; `absent: <line>`, where a search for the string said `0 matches`; and `cannot tell`. Otherwise it
 * answers with the text of the last result.
 */
export function createLiteralReader({ maxCalls = defaultMaxCalls }: LiteralReaderOptions = {}): Responder {
  return ({ items, tools }) => {
    const task = readTask(items, tools);
    const evidence = evidenceIn(task, tools);
    if (evidence !== undefined) return { text: `found: ${evidence}` };
    const next = task.calls.length < maxCalls ? nextCall(task, tools) : undefined;
    return next === undefined ? { text: conclusion(task) } : callStep(next);
  };
}

function evidenceIn({ sought, results }: Task, tools: readonly ListedTool[]): string | undefined {
  if (sought === undefined) return undefined;
  for (const { text } of results) {
    const line = findEvidence(text, sought, tools);
    if (line !== undefined) return line;
  }
  return undefined;
}

function nextCall({ question, calls, results }: Task, tools: ProviderRequest['tools']): SuggestedCall | undefined {
  const made = calls.map(({ name, input }) => ({ tool: findTool(name, tools), input }));
  const isMade = (call: SuggestedCall): boolean =>
    made.some(({ tool, input }) => tool === call.tool && isDeepStrictEqual(input, call.input));
  const texts = [...results.map(({ text }) => text), question];
  for (const text of texts) {
    const call = suggestedCalls(text, tools).find((suggested) => !isMade(suggested));
    if (call !== undefined) return call;
  }
  return undefined;
}

function callStep({ tool: { name, namespace }, input }: SuggestedCall): AnswerStep {
  return { toolCalls: [{ name, input, ...(namespace !== undefined && { namespace }) }] };
}

function conclusion({ sought, results }: Task): string {
  if (sought === undefined) return results[0]?.text.slice(0, maxShown).toWellFormed() || 'cannot tell';
  const denial = results.map((result) => denialOf(result, sought)).find((line) => line !== undefined);
  return denial === undefined ? 'cannot tell' : `absent: ${denial}`;
}

/** Only a search for the string itself can say that it is not there; in a pattern it may stand escaped. */
function denialOf({ text, call }: SeenResult, sought: string): string | undefined {
  const plain = (value: string): string => value.replaceAll('\\', '');
  const searched = Object.values(Object(call?.input)).some(
    (value) => typeof value === 'string' && plain(value) === plain(sought),
  );
  return searched ? findDenial(text) : undefined;
}
