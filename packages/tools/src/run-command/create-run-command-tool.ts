import {
  type Arguments,
  defineTool,
  formatCount,
  type ParameterRow,
  SETTINGS,
  SpillwayError,
  type ToolAnswer,
  type ToolCall,
  type ToolDefinition,
} from '@spillway/core';
import type { ToolsContext } from '../tools-context.ts';
import { answerCommand } from './answer/command-answer.ts';
import { createErrorExcerpt } from './failures/error-excerpt.ts';
import { explainFailure } from './failures/explain-failure.ts';
import { answerStartFailure } from './failures/start-failure.ts';
import { commandEnv } from './process/command-env.ts';
import { type CommandWords, findShell } from './process/command-words.ts';
import { outcomeExitCode } from './process/exit-code.ts';
import { type CapturedCommand, captureCommand } from './streams/capture-command.ts';

const timeoutRow = SETTINGS.find(({ name }) => name === 'commandTimeoutMs');

/** Creates the tool that runs a command. */
export function createRunCommandTool(name: string, context: ToolsContext): ToolDefinition {
  const { settings } = context.spillway;
  return defineTool(
    {
      name,
      title: 'Run a command',
      describe: () =>
        `Runs a command line in ${findShell(process.env).name}, or argv without a shell, and answers with its exit code ` +
        'and what it printed on each stream: whole where it fits, else stored whole and described, with the calls that ' +
        'read the rest; so it needs no head or tail. 2>&1 keeps both streams in one order. Standard input is empty ' +
        'unless stdin is given: a command that asks ends. It is not confined: it may do all that this user may.',
      parameters: () => parameters(settings.commandTimeoutMs),
      annotations: { readOnlyHint: false, idempotentHint: false, openWorldHint: true, destructiveHint: true },
      run: (input, call) => run(name, context, input, call),
    },
    settings,
  );
}

function parameters(timeoutMs: number): readonly ParameterRow[] {
  return [
    { name: 'command', type: 'string', description: 'The command line. Instead of argv.' },
    {
      name: 'argv',
      type: 'list',
      min: 1,
      description: 'Program and arguments, passed as they are, without a shell. Instead of command.',
    },
    { name: 'cwd', type: 'string', description: 'The folder to run in. Left out: the first root.' },
    {
      name: 'timeoutMs',
      type: 'integer',
      ...(timeoutRow !== undefined && { min: timeoutRow.min, max: timeoutRow.max }),
      description: `After so many milliseconds the command and all that it started is ended. Left out: ${formatCount(timeoutMs)}.`,
    },
    { name: 'stdin', type: 'string', description: 'Text for its standard input.' },
  ];
}

async function run(name: string, context: ToolsContext, input: Arguments, call: ToolCall): Promise<ToolAnswer> {
  const words = toWords(name, input);
  const cwd = await toFolder(context, input.cwd);
  const timeoutMs = Number(input.timeoutMs ?? context.spillway.settings.commandTimeoutMs);
  const excerpt = createErrorExcerpt();
  let ran: CapturedCommand;
  try {
    ran = await captureCommand({
      ...words,
      spillway: context.spillway,
      context: { toolName: name, input, maxResultBytes: call.maxBytes },
      cwd,
      env: commandEnv(process.env),
      stdin: typeof input.stdin === 'string' ? { text: input.stdin } : 'closed',
      timeoutMs,
      ...(call.signal !== undefined && { signal: call.signal }),
      hostSignals: 'end-both',
      onPiece: excerpt.add,
    });
  } catch (error) {
    return answerStartFailure(error as NodeJS.ErrnoException, { command: words.command, cwd }, call);
  }
  const causes =
    ran.outcome.stoppedBy === undefined
      ? explainFailure({
          exitCode: outcomeExitCode(ran.outcome),
          errorText: excerpt.text(ran.streams),
          cwd,
          ...(typeof input.command === 'string' && { line: input.command }),
        })
      : [];
  return answerCommand(ran, { cwd, timeoutMs, causes }, call);
}

function toWords(name: string, { command, argv }: Arguments): CommandWords {
  if ((command === undefined) === (argv === undefined)) {
    throw invalid(`${name} takes one of command and argv: command is a line for the shell, argv a list without one`);
  }
  if (typeof command === 'string') {
    const shell = findShell(process.env);
    return { command: shell.command, args: [...shell.args, withoutNul('command', command)] };
  }
  const [program = '', ...args] = (argv as readonly string[]).map((word) => withoutNul('argv', word));
  if (program === '') throw invalid('the first item of argv is the program to run, not an empty text');
  return { command: program, args };
}

function withoutNul(name: string, word: string): string {
  if (word.includes('\0')) throw invalid(`${name} holds a NUL character, which no command can be given; leave it out`);
  return word;
}

async function toFolder({ roots }: ToolsContext, path: Arguments[string]): Promise<string> {
  const [first] = roots.all;
  if (path === undefined) return first?.path ?? process.cwd();
  const found = await roots.find(String(path));
  if (found.kind !== 'directory') throw invalid(`cwd is a folder, and ${found.shown} is a file; name its folder`);
  if (typeof found.path === 'string') return found.path;
  throw invalid(
    'a command cannot run in a folder whose name is no UTF-8; run it in the one above, with cd in the line',
  );
}

function invalid(message: string): SpillwayError {
  return new SpillwayError({ code: 'request-invalid', message });
}
