import { resolve } from 'node:path';
import { type ListedEntry, listAnyDirectory, maxListDepth } from '@spillway/tools';
import { type CommandSpec, defineCommand, escapedOption } from '../command.ts';
import { printAnswer } from '../output/print-answer.ts';
import { wholeNumber } from '../parse-option.ts';
import { openSession } from '../session/open-session.ts';
import { toLine } from '../text/escapes.ts';

interface LsOptions {
  readonly depth?: number;
  readonly cursor?: string;
}

/** Lists a directory. */
export const lsCommand: CommandSpec = defineCommand<LsOptions>({
  name: 'ls',
  summary: 'List a directory of any size, sorted, with kinds and sizes, in pages.',
  operands: [{ name: '[directory]', description: 'A path; the working directory when it is left out.' }],
  options: [
    {
      flags: '--depth <n>',
      description: 'Levels to list; default 1. Links are not followed.',
      parse: wholeNumber('--depth', 1, maxListDepth),
    },
    { flags: '--cursor <cursor>', description: 'Go on where the last page ended, as that page gave it.' },
    escapedOption,
  ],
  foreignFlags: {
    '-R, --recursive': 'use --depth N',
    '-l, -a, -A, --all, --almost-all': 'leave it out: kinds, sizes and hidden entries are always shown',
  },
  limits: ['maxResultBytes'],
  notes: `A directory has a slash at its end; unusual names stand in quotes, with the escapes of C. Hidden entries are listed.

Exit code: 0, or 2 when there is no such directory.

Example:
  spillway ls /var/log --depth 2`,
  async run(call) {
    const { io, operands, options } = call;
    const { depth = 1, cursor, json } = options;
    const session = await openSession(call);
    const path = resolve(io.cwd, operands[0] ?? '.');
    const toNext = (from: string) =>
      session.toNext({ tool: 'ls', arguments: { ...(depth > 1 && { depth }), cursor: from } }, path);
    const answer = (maxBytes: number) =>
      listAnyDirectory(path, {
        depth,
        maxBytes,
        title: toLine(operands[0] ?? path),
        notes: depth > 1 ? [`depth ${depth}`] : [],
        cutsNames: false,
        ...(cursor !== undefined && { cursor }),
        ...(json && { measure: jsonBytes }),
        formatNext: (from) => toNext(from).command,
      });
    await printAnswer(call, session.settings.maxResultBytes, answer, ({ next, ...page }) => ({
      ...page,
      ...(next !== undefined && { next: [toNext(next)] }),
    }));
    return 0;
  },
});

/** An entry and the comma behind it. */
function jsonBytes(entry: ListedEntry): number {
  return Buffer.byteLength(JSON.stringify(entry)) + 1;
}
