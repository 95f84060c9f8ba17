import { formatCount } from '../../bytes/count-words.ts';
import { formatCall } from '../../content.ts';
import { answerBytes } from '../answer-bytes.ts';
import { answerPage } from '../page/page-answer.ts';
import { answerQuery } from '../query/query-answer.ts';
import { handleTarget } from '../source/handle-target.ts';
import { defineTool, type ToolCall } from './define-tool.ts';
import { handleNotes } from './handle-notes.ts';
import { answerList } from './list-answer.ts';
import { keptForNextPage, pageParameters, toPageRequest } from './page-parameters.ts';
import type { Arguments, ParameterRow } from './parameters.ts';
import { queryParameters, toQueryRequest } from './query-parameters.ts';
import { handleDescription, type ResultToolOptions, reportRefused, withHandle } from './result-tool-context.ts';
import { toToolAnswer } from './to-tool-answer.ts';
import type { ToolAnswer, ToolDefinition } from './tool.ts';

const parameters: readonly ParameterRow[] = [
  { name: 'handle', type: 'string', description: `${handleDescription} Left out: lists what is stored, newest first.` },
  ...pageParameters,
  ...queryParameters('path'),
];

/** Parameters that say which bytes to read, and so make no sense beside a path. */
const placeParameters = ['startLine', 'lineCount', 'offset', 'byteCount'];

/** Creates the tool that reads a stored result in pages, and lists what is stored. */
export function createReadResultTool(name: string, options: ResultToolOptions): ToolDefinition {
  const describe = (): string =>
    `Reads a stored tool result in pages of up to ${formatCount(options.limits.maxResultBytes)} bytes: from startLine, ` +
    'offset or the cursor of the last page; only with handle, from the start. With path, finds values in JSON instead. ' +
    'Without handle, lists what is stored.';
  return defineTool(
    {
      name,
      title: 'Read a stored result',
      describe,
      parameters: () => parameters,
      run: (input, call) => chooseReader(input)(name, options, input, call),
      onRefused: (error) => reportRefused(options, error),
    },
    options.limits,
  );
}

type Reader = (name: string, options: ResultToolOptions, input: Arguments, call: ToolCall) => Promise<ToolAnswer>;

function chooseReader(input: Arguments): Reader {
  if (input.handle === undefined) return list;
  return input.path === undefined ? read : query;
}

async function read(name: string, options: ResultToolOptions, input: Arguments, call: ToolCall): Promise<ToolAnswer> {
  return withHandle(options, String(input.handle), async (stored) => {
    const { handle } = stored;
    const kept = { handle: handle.id, ...keptForNextPage(input) };
    const { page, text, fields } = await answerPage(handleTarget(stored), toPageRequest(input), {
      ...call,
      title: handle.id,
      hasGutter: input.lineNumbers !== false,
      withFields: true,
      notesFor: (start, end) => handleNotes(handle, start, end),
      formatNext: (cursor) => callText(options, name, { ...kept, cursor }),
    });
    const deliveredBytes = answerBytes(text);
    options.onEvent?.({ type: 'handle-read', handleId: handle.id, offset: page.offset, deliveredBytes });
    const { withheldBytes: byteLength } = page;
    if (byteLength !== undefined) options.onEvent?.({ type: 'bytes-withheld', handleId: handle.id, byteLength });
    return toToolAnswer({ text, fields });
  });
}

async function query(name: string, options: ResultToolOptions, input: Arguments, call: ToolCall): Promise<ToolAnswer> {
  const request = toQueryRequest(input, 'path', placeParameters);
  return withHandle(options, String(input.handle), async (stored) => {
    const { handle } = stored;
    const { page, text, fields } = await answerQuery(handleTarget(stored), request, {
      ...options.limits,
      ...call,
      title: handle.id,
      withFields: true,
      notesFor: (start, end) => handleNotes(handle, start, end),
      formatNext: (cursor) => callText(options, name, { handle: handle.id, path: request.path, cursor }),
    });
    const deliveredBytes = answerBytes(text);
    options.onEvent?.({ type: 'handle-queried', handleId: handle.id, matchCount: page.matchCount, deliveredBytes });
    return toToolAnswer({ text, fields });
  });
}

async function list(name: string, options: ResultToolOptions, input: Arguments, call: ToolCall): Promise<ToolAnswer> {
  const answer = await answerList(options.listHandles, {
    ...call,
    withFields: true,
    ...(input.cursor !== undefined && { cursor: String(input.cursor) }),
    formatNext: (cursor) => callText(options, name, { cursor }),
  });
  return toToolAnswer(answer);
}

function callText(options: ResultToolOptions, tool: string, input: Readonly<Record<string, unknown>>): string {
  return (options.formatCall ?? formatCall)({ tool, arguments: input });
}
