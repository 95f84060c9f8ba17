import type { NextCall } from '@spillway/core';
import { escapeWord, isUnusual } from '../text/escapes.ts';
import { quoteAll, quoteOnOneLine } from './quote.ts';

/** What turns a call into a command that works from any directory. */
export interface ShellTarget {
  /** The words that start this program. */
  readonly words: readonly string[];
  readonly scope: string;
  /** Absent when the command finds the store without being told. */
  readonly storeDir?: string;
  /** What an answer may cost, where that was said on the command line: what is printed next costs no more. */
  readonly maxResultBytes?: number;
  /** What `read` and `grep` are given: absent for a handle, which the call carries; the absolute path of a file. */
  readonly file?: string;
}

/**
 * Writes a call to a reader as a shell command.
 *
 * Contract: one line of printable characters; `sh` runs it from any directory, and it answers as the tool would. Every
 * argument but handle, pattern and path becomes the flag of its name; a false one becomes `--no-…`. Words that a line
 * cannot hold are escaped, and `--escaped` says so.
 */
export function formatShellCall(call: NextCall, target: ShellTarget): string {
  const { handle, pattern, path, ...rest } = call.arguments;
  const operands = [target.file ?? handle, pattern, path].filter((operand) => operand !== undefined).map(String);
  const words = [commandOf(call, target)];
  const program = target.words.map(quoteOnOneLine).join(' ');
  const subject = operands[0];
  if (subject !== undefined && !subject.startsWith('-')) words.push(...operands.splice(0, 1));
  if (target.file === undefined) words.push('--scope', target.scope);
  if (target.file === undefined && target.storeDir !== undefined) words.push('--store', target.storeDir);
  if (target.maxResultBytes !== undefined) words.push(...flagOf('maxResultBytes', target.maxResultBytes));
  for (const [name, value] of Object.entries(rest)) words.push(...flagOf(name, value));
  if ([...words, ...operands].some(isUnusual)) return `${program} ${quoteAll(escapeAll(words, operands))}`;
  return `${program} ${quoteAll(withOperands(words, operands))}`;
}

function escapeAll(words: readonly string[], operands: readonly string[]): string[] {
  return withOperands([...words.map(escapeWord), '--escaped'], operands.map(escapeWord));
}

function withOperands(words: readonly string[], operands: readonly string[]): string[] {
  const isLikeFlag = operands.some((operand) => operand.startsWith('-'));
  return [...words, ...(isLikeFlag ? ['--'] : []), ...operands];
}

function commandOf({ tool, arguments: input }: NextCall, target: ShellTarget): string {
  if (tool === 'tail' || tool === 'ls') return tool;
  if (input.path !== undefined) return 'query';
  if (input.pattern !== undefined) return 'grep';
  return input.handle === undefined && target.file === undefined ? 'list' : 'read';
}

/** Writes the name of an argument as the flag that stands for it. */
export function toFlag(name: string): string {
  return `--${toKebab(name)}`;
}

function toKebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function flagOf(name: string, value: unknown): string[] {
  const kebab = toKebab(name);
  if (value === undefined) return [];
  if (typeof value === 'boolean') return [value ? `--${kebab}` : `--no-${kebab}`];
  const text = String(value);
  return text.startsWith('-') ? [`--${kebab}=${text}`] : [`--${kebab}`, text];
}
