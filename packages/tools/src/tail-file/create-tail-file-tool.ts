import { answerTail, defineTool, formatCount, type ParameterRow, type ToolDefinition } from '@spillway/core';
import { answerFile } from '../content/answer-file.ts';
import { encodingParameter, fileParameter } from '../content/content-parameters.ts';
import type { ToolsContext } from '../tools-context.ts';

const parameters: readonly ParameterRow[] = [
  fileParameter,
  { name: 'lineCount', type: 'integer', min: 1, description: 'Most lines to read. Left out: as many as fit.' },
  {
    name: 'cursor',
    type: 'string',
    description:
      'As an answer gave it: that of the next call for the lines before, that for later for what is appended.',
  },
  { name: 'lineNumbers', type: 'boolean', description: 'false: the text as it is, without line numbers.' },
  encodingParameter,
];

/** Creates the tool that reads the last lines of a file, those before them, and what is appended. */
export function createTailFileTool(name: string, context: ToolsContext): ToolDefinition {
  const { settings } = context.spillway;
  const describe = (): string =>
    `Reads the last lines of a file, up to ${formatCount(settings.maxResultBytes)} bytes of them, without reading the ` +
    'rest of it; then, by cursor, page by page the lines before them, or what was appended since.';
  return defineTool(
    {
      name,
      title: 'Read the end of a file',
      describe,
      parameters: () => parameters,
      run: (input, call) =>
        answerFile(name, context, input, call, (target, options) => {
          const { cursor, lineCount } = input;
          const request = {
            ...(typeof cursor === 'string' && { cursor }),
            ...(typeof lineCount === 'number' && { lineCount }),
          };
          return answerTail(target, request, options);
        }),
    },
    settings,
  );
}
