import {
  type Arguments,
  defineTool,
  formatCount,
  grepParameters,
  type ParameterRow,
  type ToolAnswer,
  type ToolCall,
  type ToolDefinition,
  toToolAnswer,
} from '@spillway/core';
import type { ToolsContext } from '../tools-context.ts';
import { answerFilesGrep } from './answer/answer-files.ts';
import { type FilesRequest, leftOutFolders } from './files-request.ts';

const maxGlobs = 32;

const parameters: readonly ParameterRow[] = [
  grepParameters.pattern,
  { name: 'path', type: 'string', description: 'Folder or file to search. Without it, all there is.' },
  grepParameters.literal,
  grepParameters.ignoreCase,
  {
    name: 'include',
    type: 'list',
    max: maxGlobs,
    description: 'Globs of the files to search, as in .gitignore: "*.log", "src/**/*.ts".',
  },
  { name: 'exclude', type: 'list', max: maxGlobs, description: 'Globs of files and folders to leave out.' },
  grepParameters.contextLines,
  { name: 'countOnly', type: 'boolean', description: 'true: counts for each file, no lines.' },
  { name: 'compressed', type: 'boolean', description: 'true: search what gzip and zstd files hold, too.' },
  { name: 'skipHidden', type: 'boolean', description: 'true: leave out names that begin with a dot.' },
  { name: 'respectGitignore', type: 'boolean', description: 'true: leave out what .gitignore files name.' },
  { name: 'allFolders', type: 'boolean', description: `true: go into ${leftOutFolders.join(' and ')} too.` },
  {
    name: 'cursor',
    type: 'string',
    description: 'Where the last answer ended, as that answer gave it; with the same arguments.',
  },
];

/** Creates the tool that searches files. */
export function createGrepFilesTool(name: string, context: ToolsContext): ToolDefinition {
  const { settings } = context.spillway;
  const describe = (): string =>
    `Searches files line by line, counts all matches, and shows up to ${formatCount(settings.maxResultBytes)} bytes of ` +
    'them: the path of each file, matching lines as "12:", lines beside them as "11-". Hidden and git-ignored files are ' +
    `searched, ${leftOutFolders.join(' and ')} are not.`;
  return defineTool(
    {
      name,
      title: 'Search files',
      describe,
      parameters: () => parameters,
      run: (input, call) => grepFiles(name, context, input, call),
    },
    settings,
  );
}

async function grepFiles(name: string, context: ToolsContext, input: Arguments, call: ToolCall): Promise<ToolAnswer> {
  const answer = await answerFilesGrep(context, toRequest(input), {
    ...call,
    withFields: true,
    formatNext: (cursor) => context.formatCall({ tool: name, arguments: { ...input, cursor } }),
  });
  return toToolAnswer(answer);
}

function toRequest(input: Arguments): FilesRequest {
  const { pattern, ...rest } = input;
  return { ...rest, pattern: String(pattern) } as FilesRequest;
}
