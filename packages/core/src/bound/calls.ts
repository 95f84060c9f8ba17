import { maxNextCalls, type NextCall } from '../content.ts';
import type { Suggestion } from '../shape/shape.ts';
import type { ReaderNames } from './reader-names.ts';

/**
 * Turns what a shape suggests into literal calls on one handle.
 *
 * Contract: names only readers that are there; the first call always reads, where reading is possible at all, so that
 * it is the last to go when room is short.
 */
export function suggestedCalls(handle: string, suggestions: readonly Suggestion[], names: ReaderNames): NextCall[] {
  const calls: NextCall[] = [];
  for (const suggestion of suggestions) {
    const call = suggestedCall(handle, suggestion, names);
    if (call !== undefined) calls.push(call);
  }
  if (names.readResult !== undefined && !calls.some((call) => call.tool === names.readResult)) {
    calls.unshift({ tool: names.readResult, arguments: { handle } });
  }
  return calls.slice(0, maxNextCalls);
}

function suggestedCall(handle: string, suggestion: Suggestion, names: ReaderNames): NextCall | undefined {
  if (suggestion.kind === 'query' && names.readResult !== undefined) {
    return { tool: names.readResult, arguments: { handle, path: suggestion.path } };
  }
  if (suggestion.kind === 'grep' || suggestion.kind === 'query') {
    const { pattern } = suggestion;
    if (names.grepResult === undefined || pattern === undefined) return undefined;
    return { tool: names.grepResult, arguments: { handle, pattern } };
  }
  if (names.readResult === undefined) return undefined;
  const { kind: _, ...position } = suggestion;
  return { tool: names.readResult, arguments: { handle, ...position } };
}
