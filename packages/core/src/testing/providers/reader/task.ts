import type { ListedTool, ToolCallItem, ToolResultItem, TranscriptItem } from '../provider-request.ts';
import { suggestedCalls } from './suggested-calls.ts';

/** A result, with the call that it belongs to where the request still has it. */
export interface SeenResult {
  readonly text: string;
  readonly call: ToolCallItem | undefined;
}

/** What a request says of the question that is open. */
export interface Task {
  readonly question: string;
  /** The string that the question looks for: a line `Find: <string>`. */
  readonly sought: string | undefined;
  readonly calls: readonly ToolCallItem[];
  /** Newest first. */
  readonly results: readonly SeenResult[];
}

/** Consecutive texts of the user. */
interface Run {
  readonly text: string;
  /** Index of what comes after it. */
  readonly end: number;
  readonly followsTool: boolean;
}

const findLine = /^Find: (.+?)\r?$/m;

/**
 * Reads the open question and what was done for it.
 *
 * Contract: the question is the user's last texts. Texts that stand right behind tool results are remarks of the
 * client, unless they look for a string or suggest a call themselves.
 */
export function readTask(all: readonly TranscriptItem[], tools: readonly ListedTool[]): Task {
  const items = all.filter(({ kind }) => kind !== 'system');
  const asks = ({ text, followsTool }: Run): boolean =>
    !followsTool || findLine.test(text) || suggestedCalls(text, tools).length > 0;
  const { text: question, end } = userRuns(items).findLast(asks) ?? { text: '', end: 0 };
  const later = items.slice(end);
  const calls = later.filter((item) => item.kind === 'tool-call');
  const results = later.filter((item) => item.kind === 'tool-result');
  return {
    question,
    sought: findLine.exec(question)?.[1],
    calls,
    results: results.map((result) => ({ text: result.text, call: callOf(result, calls) })).reverse(),
  };
}

function userRuns(items: readonly TranscriptItem[]): readonly Run[] {
  const runs: Run[] = [];
  for (const [index, item] of items.entries()) {
    if (item.kind !== 'user') continue;
    const before = items[index - 1];
    const last = runs.at(-1);
    if (last?.end === index) runs.push({ ...(runs.pop() as Run), text: `${last.text}\n${item.text}`, end: index + 1 });
    else runs.push({ text: item.text, end: index + 1, followsTool: before?.kind === 'tool-result' });
  }
  return runs;
}

/** By id; where the API has none, the last call of that tool. */
function callOf({ id, name }: ToolResultItem, calls: readonly ToolCallItem[]): ToolCallItem | undefined {
  return id === undefined ? calls.findLast((call) => call.name === name) : calls.find((call) => call.id === id);
}
