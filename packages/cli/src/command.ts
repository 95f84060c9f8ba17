import type { SettingName } from '@spillway/core';
import type { Io } from './io.ts';
import type { LimitValues } from './limit-values.ts';

/** An operand of a command, in the notation of its help: `<handle>`, `[file]`, `<file...>`. */
export interface OperandSpec {
  readonly name: string;
  readonly description: string;
}

/** An option of a command, in the notation of its help: `--timeout-ms <n>`. */
export interface OptionSpec {
  readonly flags: string;
  readonly description: string;
  /** @throws UsageError for a value that the option does not take. */
  readonly parse?: (value: string) => unknown;
}

/** For commands that are printed for others to run: names may hold what a line of a shell cannot. */
export const escapedOption: OptionSpec = {
  flags: '--escaped',
  description: 'Operands and values are written with \\n, \\r, \\t, \\uXXXX, and \\\\ for a backslash.',
};

/** For commands that print the text of a file. */
export const encodingOption: OptionSpec = {
  flags: '--encoding <label>',
  description: 'Default: UTF-8 or UTF-16 by the bytes. Else such as windows-1252, gbk; binary for a hex dump.',
};

/** For commands that print lines with their numbers; `lineNumbers` is false where it is given. */
export const noLineNumbersOption: OptionSpec = {
  flags: '--no-line-numbers',
  description: 'Leave the line numbers out.',
};

/** The options that every command takes. */
export interface CommonOptions {
  readonly json?: boolean;
  readonly store?: string;
  readonly scope?: string;
  readonly config?: string;
  readonly includeKeys?: boolean;
}

/** One call of a command, parsed. */
export interface CommandCall<Options extends object = object> {
  readonly operands: readonly string[];
  readonly options: Options & CommonOptions;
  /** Limits given as flags, as they were typed. */
  readonly limits: LimitValues;
  readonly io: Io;
}

/** One command as data: what the help says of it, and what it does. Answers with the exit code. */
export interface CommandSpec {
  readonly name: string;
  readonly summary: string;
  readonly operands: readonly OperandSpec[];
  /** What follows the first operand belongs to the operand: for a command line that is run. */
  readonly takesCommand?: boolean;
  readonly options: readonly OptionSpec[];
  /** Flags that it does not have and that are typed all the same, several in one key, each with what does it here. */
  readonly foreignFlags?: Readonly<Record<string, string>>;
  /** It reads and keeps no result, so only `--json` is common to it and the others. */
  readonly isStoreless?: boolean;
  /** The limits that bear on this command; their flags, help and bounds come from the settings table. */
  readonly limits: readonly SettingName[];
  /** Shown below the help: what the exit codes mean, examples. */
  readonly notes: string;
  run(call: CommandCall): Promise<number>;
}

/** Makes a command from a function that knows its own options. */
export function defineCommand<Options extends object = object>(
  spec: Omit<CommandSpec, 'run'> & { run(call: CommandCall<Options>): Promise<number> },
): CommandSpec {
  return spec as CommandSpec;
}
