import { createGrepResultTool } from './grep-result-tool.ts';
import { createReadResultTool } from './read-result-tool.ts';
import type { ResultToolOptions } from './result-tool-context.ts';
import type { ToolDefinition } from './tool.ts';

/**
 * Creates the readers of stored results as plain data and functions.
 *
 * Contract: `read_result` first, then `grep_result`, under the names they are listed by. Reading creates no handle. An
 * answer is at most the smaller of `limits.maxResultBytes` and what the call allows, its `page` included.
 */
export function createResultTools(options: ResultToolOptions): readonly ToolDefinition[] {
  const { readResult, grepResult } = options.names;
  return [
    ...(readResult === undefined ? [] : [createReadResultTool(readResult, options)]),
    ...(grepResult === undefined ? [] : [createGrepResultTool(grepResult, options)]),
  ];
}
