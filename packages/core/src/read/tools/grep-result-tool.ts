import { formatCount } from '../../bytes/count-words.ts';
import { formatCall } from '../../content.ts';
import { answerBytes } from '../answer-bytes.ts';
import { answerGrep } from '../grep/grep-answer.ts';
import type { GrepRequest } from '../grep/search-target.ts';
import { handleTarget } from '../source/handle-target.ts';
import { defineTool, type ToolCall } from './define-tool.ts';
import { grepParameters } from './grep-parameters.ts';
import { handleNotes } from './handle-notes.ts';
import type { Arguments, ParameterRow } from './parameters.ts';
import { handleDescription, type ResultToolOptions, reportRefused, withHandle } from './result-tool-context.ts';
import { toToolAnswer } from './to-tool-answer.ts';
import type { ToolAnswer, ToolDefinition } from './tool.ts';

const parameters: readonly ParameterRow[] = [
  { name: 'handle', type: 'string', isRequired: true, description: handleDescription },
  grepParameters.pattern,
  grepParameters.literal,
  grepParameters.ignoreCase,
  grepParameters.contextLines,
  { name: 'countOnly', type: 'boolean', description: 'true: counts alone, no lines.' },
  {
    name: 'cursor',
    type: 'string',
    description: 'Where the last answer ended, as that answer gave it; with the same pattern.',
  },
];

/** Creates the tool that searches a stored result. */
export function createGrepResultTool(name: string, options: ResultToolOptions): ToolDefinition {
  const describe = (): string =>
    `Searches a stored tool result line by line, counts all matches, and shows up to ${formatCount(options.limits.maxResultBytes)} ` +
    'bytes of them: matching lines as "12:", lines beside them as "11-".';
  return defineTool(
    {
      name,
      title: 'Search a stored result',
      describe,
      parameters: () => parameters,
      run: (input, call) => grep(name, options, input, call),
      onRefused: (error) => reportRefused(options, error),
    },
    options.limits,
  );
}

async function grep(name: string, options: ResultToolOptions, input: Arguments, call: ToolCall): Promise<ToolAnswer> {
  return withHandle(options, String(input.handle), async (stored) => {
    const { handle } = stored;
    const { maxScanBytes, maxScanMs } = options.limits;
    const { page, text, fields } = await answerGrep(handleTarget(stored), toRequest(input), {
      ...call,
      ...(maxScanBytes !== undefined && { maxScanBytes }),
      ...(maxScanMs !== undefined && { maxScanMs }),
      title: handle.id,
      withFields: true,
      notesFor: (start, end) => handleNotes(handle, start, end),
      formatNext: (cursor) =>
        (options.formatCall ?? formatCall)({ tool: name, arguments: { ...input, handle: handle.id, cursor } }),
    });
    const deliveredBytes = answerBytes(text);
    options.onEvent?.({ type: 'handle-grepped', handleId: handle.id, matchCount: page.matchCount, deliveredBytes });
    return toToolAnswer({ text, fields });
  });
}

function toRequest({ pattern, literal, ignoreCase, contextLines, countOnly, cursor }: Arguments): GrepRequest {
  return {
    pattern: String(pattern),
    literal: literal === true,
    ignoreCase: ignoreCase === true,
    ...(typeof contextLines === 'number' && { contextLines }),
    countOnly: countOnly === true,
    ...(typeof cursor === 'string' && { cursor }),
  };
}
