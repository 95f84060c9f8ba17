import {
  answerPage,
  defineTool,
  formatCount,
  type ParameterRow,
  pageParameters,
  type ToolDefinition,
  toPageRequest,
} from '@spillway/core';
import { answerFile } from '../content/answer-file.ts';
import { encodingParameter, fileParameter } from '../content/content-parameters.ts';
import type { ToolsContext } from '../tools-context.ts';

const parameters: readonly ParameterRow[] = [fileParameter, ...pageParameters, encodingParameter];

/** Creates the tool that reads a file in pages. */
export function createReadFileTool(name: string, context: ToolsContext): ToolDefinition {
  const { settings } = context.spillway;
  const describe = (): string =>
    `Reads a file in pages of up to ${formatCount(settings.maxResultBytes)} bytes: from startLine, offset or the cursor ` +
    'of the last page; only with path, from the start. A file of any size; what gzip or zstd compressed is read as its content.';
  return defineTool(
    {
      name,
      title: 'Read a file',
      describe,
      parameters: () => parameters,
      run: (input, call) =>
        answerFile(name, context, input, call, (target, options) => answerPage(target, toPageRequest(input), options)),
    },
    settings,
  );
}
