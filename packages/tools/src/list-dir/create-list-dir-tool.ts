import {
  type Arguments,
  createPace,
  defineTool,
  formatCount,
  type ParameterRow,
  type ToolAnswer,
  type ToolCall,
  type ToolDefinition,
  toToolAnswer,
} from '@spillway/core';
import type { OpenDirectory } from '../roots/roots.ts';
import type { ToolsContext } from '../tools-context.ts';
import { answerListing } from './answer-listing.ts';
import { directorySource } from './directory-source.ts';
import { linksInRoots } from './entry-facts.ts';
import { rootsSource } from './roots-source.ts';
import { createScanMemory, type ScanMemory } from './scan-memory.ts';

/** Deepest listing. */
export const maxListDepth = 16;

const parameters: readonly ParameterRow[] = [
  {
    name: 'path',
    type: 'string',
    description: 'Directory, as answers show it, such as logs/app. Left out: the folders that may be read.',
  },
  {
    name: 'depth',
    type: 'integer',
    min: 1,
    max: maxListDepth,
    description: 'Levels to list. Default 1: the entries of the directory itself.',
  },
  { name: 'cursor', type: 'string', description: 'Where the last page ended, as that page gave it.' },
];

/** Creates the tool that lists directories, sorted, in pages. */
export function createListDirTool(name: string, context: ToolsContext): ToolDefinition {
  const memory = createScanMemory();
  const { settings } = context.spillway;
  const describe = (): string =>
    `Lists a directory, sorted, with kinds and sizes, hidden entries too, in pages of up to ` +
    `${formatCount(settings.maxResultBytes)} bytes. What stands before " · " is the name, to be put behind the ` +
    `directory's path; "/" at its end marks a directory.`;
  return defineTool(
    {
      name,
      title: 'List a directory',
      describe,
      parameters: () => parameters,
      run: (input, call) => list(name, context, memory, input, call),
    },
    settings,
  );
}

async function list(
  name: string,
  context: ToolsContext,
  memory: ScanMemory,
  input: Arguments,
  call: ToolCall,
): Promise<ToolAnswer> {
  const { roots } = context;
  const path = input.path ?? (roots.all.length === 1 ? roots.all[0]?.name : undefined);
  if (path === undefined) return listRoots(name, context, input, call);
  const opened = await roots.openDirectory(String(path));
  try {
    return await listOpened(name, context, memory, opened, input, call);
  } finally {
    await opened.close();
  }
}

async function listOpened(
  name: string,
  { roots, formatCall }: ToolsContext,
  memory: ScanMemory,
  opened: OpenDirectory,
  { cursor, depth = 1 }: Arguments,
  call: ToolCall,
): Promise<ToolAnswer> {
  const { shown } = opened.found;
  const listing = {
    depth: Number(depth),
    memory,
    linkTarget: linksInRoots(roots, shown),
    pace: createPace(call.signal),
  };
  const kept = { path: shown, ...(depth !== 1 && { depth }) };
  const answer = await answerListing(directorySource(opened, listing), {
    ...call,
    withFields: true,
    title: shown,
    notes: depth === 1 ? [] : [`depth ${String(depth)}`],
    ...(cursor !== undefined && { cursor: String(cursor) }),
    formatNext: (next) => formatCall({ tool: name, arguments: { ...kept, cursor: next } }),
  });
  return toToolAnswer(answer);
}

async function listRoots(
  name: string,
  { roots, formatCall }: ToolsContext,
  { cursor }: Arguments,
  call: ToolCall,
): Promise<ToolAnswer> {
  const answer = await answerListing(rootsSource(roots), {
    ...call,
    withFields: true,
    title: 'folders that may be read',
    ...(cursor !== undefined && { cursor: String(cursor) }),
    formatNext: (next) => formatCall({ tool: name, arguments: { cursor: next } }),
  });
  return toToolAnswer(answer);
}
