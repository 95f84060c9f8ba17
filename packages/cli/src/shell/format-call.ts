import type { NextCall } from '@spillway/core';
import { quoteAll } from './quote.ts';

/** What turns a call into a command that works from any directory. */
export interface ShellTarget {
  /** The words that start this program. */
  readonly words: readonly string[];
  readonly scope: string;
  /** Absent when the command finds the store without being told. */
  readonly storeDir?: string;
  /** What `read` and `grep` are given: absent for a handle, which the call carries; the absolute path of a file. */
  readonly file?: string;
}

/**
 * Writes a call to a reader as a shell command.
 *
 * Contract: one line for every call that Spillway suggests; `sh` runs it from any directory, and it answers as the tool
 * would. Every argument but handle and pattern becomes the flag of its name; a false one becomes `--no-…`.
 */
export function formatShellCall(call: NextCall, target: ShellTarget): string {
  const { handle, pattern, ...rest } = call.arguments;
  const operands = [target.file ?? handle, pattern].filter((operand) => operand !== undefined).map(String);
  const words = [...target.words, commandOf(call.arguments, target)];
  const subject = operands[0];
  if (subject !== undefined && !subject.startsWith('-')) words.push(...operands.splice(0, 1));
  if (target.file === undefined) words.push('--scope', target.scope);
  if (target.file === undefined && target.storeDir !== undefined) words.push('--store', target.storeDir);
  for (const [name, value] of Object.entries(rest)) words.push(...flagOf(name, value));
  if (operands.some((operand) => operand.startsWith('-'))) words.push('--');
  return quoteAll([...words, ...operands]);
}

function commandOf(input: NextCall['arguments'], target: ShellTarget): string {
  if (input.pattern !== undefined) return 'grep';
  return input.handle === undefined && target.file === undefined ? 'list' : 'read';
}

function flagOf(name: string, value: unknown): string[] {
  const kebab = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  if (value === undefined) return [];
  if (typeof value === 'boolean') return [value ? `--${kebab}` : `--no-${kebab}`];
  const text = String(value);
  return text.startsWith('-') ? [`--${kebab}=${text}`] : [`--${kebab}`, text];
}
