import { Command, CommanderError, Option } from 'commander';
import type { CommandCall, CommandSpec, OptionSpec } from './command.ts';
import type { Io } from './io.ts';
import { limitOptions, limitValues } from './settings/limit-options.ts';
import { unescapeWord } from './text/escapes.ts';
import { UsageError } from './usage-error.ts';

/** What the program as a whole says of itself. */
export interface ProgramSpec {
  readonly summary: string;
  readonly version: string;
  readonly notes: string;
  readonly commands: readonly CommandSpec[];
}

const JSON_OPTION: OptionSpec = { flags: '--json', description: 'Print one JSON object instead of text.' };
const STORE_OPTIONS: readonly OptionSpec[] = [
  { flags: '--store <dir>', description: 'Where results are kept (or SPILLWAY_STORE); default: your state directory.' },
  { flags: '--scope <name>', description: 'Whose results are seen (or SPILLWAY_SCOPE); default: this project.' },
  { flags: '--config <file>', description: 'A spillway.json of your own, which may also loosen limits.' },
  { flags: '--include-keys', description: 'Show and keep bodies of private keys, which are masked otherwise.' },
];

/**
 * Parses a command line and runs the command that it names.
 *
 * Contract: answers with the exit code; prints help and version itself.
 * @throws UsageError for a command line that the program does not take.
 */
export async function runProgram(
  spec: ProgramSpec,
  argv: readonly string[],
  io: Io,
  run: (command: CommandSpec, call: CommandCall) => Promise<number>,
): Promise<number> {
  let exitCode = 0;
  const program = new Command('spillway')
    .description(spec.summary)
    .version(spec.version, '--version', 'Print the version.')
    .helpOption('-h, --help', 'Print this help.')
    .helpCommand('help [command]', 'Print the help of a command.')
    .addHelpText('after', `\n${spec.notes}`)
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void io.stdout.write(text),
      writeErr: (text) => void io.stdout.write(text),
      outputError: () => {},
    });
  for (const command of spec.commands) {
    addCommand(program, command, async (call) => {
      exitCode = await run(command, { ...call, io });
    });
  }
  try {
    await program.parseAsync(argv, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return 0;
    if (error.code === 'commander.help') return 2;
    const command = spec.commands.find(({ name }) => name === argv[0]);
    const named = command === undefined ? '' : `${command.name} `;
    throw new UsageError(`${adviceFor(command, error) ?? oneLine(error.message)}; see spillway ${named}--help`);
  }
  return exitCode;
}

function addCommand(program: Command, spec: CommandSpec, run: (call: Omit<CommandCall, 'io'>) => Promise<void>): void {
  const command = program
    .command(spec.name)
    .description(spec.summary)
    .helpOption('-h, --help', 'Print this help.')
    .addHelpText('after', `\n${spec.notes}`);
  for (const operand of spec.operands) command.argument(operand.name, operand.description);
  if (spec.takesCommand) command.passThroughOptions();
  for (const option of spec.options) command.addOption(toOption(option));
  const common = spec.isStoreless ? [JSON_OPTION] : [JSON_OPTION, ...STORE_OPTIONS];
  for (const option of common) command.addOption(toOption(option).helpGroup('Common options:'));
  for (const option of spec.isStoreless ? [] : limitOptions([...spec.limits, 'keyPolicy']))
    command.addOption(toOption(option).helpGroup('Limits:'));
  command.action(async () => {
    const typed = command.opts<Record<string, unknown>>();
    const read = typed.escaped === true ? unescapeWord : (word: string) => word;
    const options = Object.fromEntries(
      Object.entries(typed).map(([name, value]) => [name, typeof value === 'string' ? read(value) : value]),
    );
    await run({ operands: command.args.map(read), options, limits: limitValues(options) });
  });
}

function toOption(spec: OptionSpec): Option {
  const option = new Option(spec.flags, spec.description);
  return spec.parse === undefined ? option : option.argParser(spec.parse);
}

/** Says of a flag of another program what does it here; of short ones that are written together, of the first unknown. */
function adviceFor(command: CommandSpec | undefined, { code, message }: CommanderError): string | undefined {
  const flag = code === 'commander.unknownOption' ? /'(--[^'=]+|-[^'])/.exec(message)?.[1] : undefined;
  if (flag === undefined) return undefined;
  const advice = Object.entries(command?.foreignFlags ?? {}).find(([flags]) => flags.split(', ').includes(flag))?.[1];
  return advice === undefined ? undefined : `unknown option '${flag}': ${advice}`;
}

/** Commander puts its hint on a line of its own, and `error:` in front. */
function oneLine(message: string): string {
  return message.replace(/^error: /, '').replaceAll(/\s*\n\s*/g, ' ');
}
