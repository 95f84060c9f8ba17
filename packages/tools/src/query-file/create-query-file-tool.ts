import {
  answerQuery,
  defineTool,
  formatCount,
  type ParameterRow,
  queryParameters,
  type ToolDefinition,
  toQueryRequest,
  toToolAnswer,
} from '@spillway/core';
import { fileParameter } from '../content/content-parameters.ts';
import { withContent } from '../content/with-content.ts';
import type { ToolsContext } from '../tools-context.ts';
import { toFileState } from '../writing/file-state.ts';

const parameters: readonly ParameterRow[] = [
  fileParameter,
  ...queryParameters('query', true),
  { name: 'cursor', type: 'string', description: 'Where the last answer ended, as it gave it; with the same query.' },
];

/** Creates the tool that finds values in a JSON file. */
export function createQueryFileTool(name: string, context: ToolsContext): ToolDefinition {
  const { settings } = context.spillway;
  const describe = (): string =>
    `Finds values in a JSON or JSON Lines file by a JSONPath, counts them all, and shows up to ` +
    `${formatCount(settings.maxResultBytes)} bytes of them exactly as they stand there, a match a line with its path. ` +
    'What gzip or zstd compressed is read as its content.';
  return defineTool(
    {
      name,
      title: 'Find values in a JSON file',
      describe,
      parameters: () => parameters,
      run: (input, call) =>
        withContent(context, input, call, async ({ file, found, content }) => {
          const request = toQueryRequest(input, 'query');
          const kept = { path: found.shown, query: request.path };
          const answer = await answerQuery(content.target, request, {
            ...call,
            title: found.shown,
            withFields: true,
            notesFor: content.notesFor,
            formatNext: (cursor) => context.formatCall({ tool: name, arguments: { ...kept, cursor } }),
          });
          if (answer.page.matches.length > 0) {
            const unlike = content.compression === undefined ? undefined : 'decompressed';
            // Values alone never show how the whole file stands.
            context.readLog.record(toFileState(found.shown, file.facts, file.byteLength), 0, 0, unlike);
          }
          return toToolAnswer(answer);
        }),
    },
    settings,
  );
}
