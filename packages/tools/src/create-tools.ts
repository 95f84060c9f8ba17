import { formatCall, type ToolDefinition } from '@spillway/core';
import { createEditFileTool } from './edit-file/create-edit-file-tool.ts';
import { createGrepFilesTool } from './grep-files/create-grep-files-tool.ts';
import { createListDirTool } from './list-dir/create-list-dir-tool.ts';
import { createQueryFileTool } from './query-file/create-query-file-tool.ts';
import { createReadFileTool } from './read-file/create-read-file-tool.ts';
import { createReadSkillTool } from './read-skill/create-read-skill-tool.ts';
import { createRunCommandTool } from './run-command/create-run-command-tool.ts';
import { createTailFileTool } from './tail-file/create-tail-file-tool.ts';
import type { ToolsContext } from './tools-context.ts';
import { createWriteFileTool } from './write-file/create-write-file-tool.ts';
import { createReadLog } from './writing/read-log.ts';

/** One tool: the name that it is listed by, and what makes it. */
export interface ToolRow {
  readonly name: string;
  /** `write` changes files; `run` starts programs. */
  readonly does: 'read' | 'write' | 'run';
  /** What it cannot be made without. */
  readonly needs?: 'skills';
  readonly create: (name: string, context: ToolsContext) => ToolDefinition;
}

/** Every tool of this package, in the order in which they are listed. */
export const TOOLS: readonly ToolRow[] = [
  { name: 'read_file', does: 'read', create: createReadFileTool },
  { name: 'tail_file', does: 'read', create: createTailFileTool },
  { name: 'grep_files', does: 'read', create: createGrepFilesTool },
  { name: 'list_dir', does: 'read', create: createListDirTool },
  { name: 'query_file', does: 'read', create: createQueryFileTool },
  { name: 'read_skill', does: 'read', needs: 'skills', create: createReadSkillTool },
  { name: 'write_file', does: 'write', create: createWriteFileTool },
  { name: 'edit_file', does: 'write', create: createEditFileTool },
  { name: 'run_command', does: 'run', create: createRunCommandTool },
];

/** Which tools are made, and on what they stand. */
export interface CreateToolsOptions extends Pick<ToolsContext, 'spillway' | 'roots' | 'skills'> {
  /** Default: the tool's name, a space and one JSON object. */
  readonly formatCall?: ToolsContext['formatCall'];
  /** Names of the tools to make. Default: all, but for those that need what is not given. */
  readonly only?: readonly string[];
}

/**
 * Creates the tools as plain data and functions, for any framework to register.
 *
 * Contract: in the order of `TOOLS`; they share what they know of the files that were read. Touches nothing until a
 * tool is called.
 * @throws TypeError for a name that no tool has, and for a tool that cannot be made without what is not given.
 */
export function createTools(options: CreateToolsOptions): readonly ToolDefinition[] {
  const { only, ...given } = options;
  const context: ToolsContext = { formatCall, readLog: createReadLog(), ...given };
  const unknown = only?.find((name) => TOOLS.every((row) => row.name !== name));
  if (unknown !== undefined) {
    throw new TypeError(`no tool is called ${unknown}; there are ${TOOLS.map(({ name }) => name).join(', ')}`);
  }
  const isMade = ({ needs }: ToolRow): boolean => needs === undefined || context[needs] !== undefined;
  const bare = TOOLS.find((row) => only?.includes(row.name) && !isMade(row));
  if (bare !== undefined) throw new TypeError(`${bare.name} needs ${bare.needs}`);
  return TOOLS.filter((row) => only?.includes(row.name) ?? isMade(row)).map(({ name, create }) =>
    create(name, context),
  );
}
