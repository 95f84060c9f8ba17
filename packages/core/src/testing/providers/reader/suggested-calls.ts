import { isObject, type JsonObject, parseJson } from '../parts/json.ts';
import type { ListedTool } from '../provider-request.ts';

/** A call as a text writes it. */
export interface SuggestedCall {
  readonly tool: ListedTool;
  readonly input: JsonObject;
}

/** Finds every line of a text that is exactly the name of a listed tool, a space, and one JSON object. */
export function suggestedCalls(text: string, tools: readonly ListedTool[]): readonly SuggestedCall[] {
  return text.split(/\r?\n/).flatMap((line) => readCall(line, tools) ?? []);
}

/** Reads a line as a call; `undefined` where it is none. */
export function readCall(line: string, tools: readonly ListedTool[]): SuggestedCall | undefined {
  const [, name, json] = /^(\S+) (\{.*\})$/.exec(line) ?? [];
  if (name === undefined || json === undefined) return undefined;
  const tool = findTool(name, tools);
  const input = parseJson(json);
  return tool !== undefined && isObject(input) ? { tool, input } : undefined;
}

/**
 * Finds the tool that a name means: the one of that name, or the only one whose name ends in it after an underscore,
 * because clients put the name of a server before the names of its tools.
 */
export function findTool(name: string, tools: readonly ListedTool[]): ListedTool | undefined {
  const exact = tools.find((tool) => tool.name === name);
  if (exact !== undefined) return exact;
  const [prefixed, other] = tools.filter((tool) => tool.name.endsWith(`_${name}`));
  return other === undefined ? prefixed : undefined;
}
