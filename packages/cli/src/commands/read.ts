import { answerPage, type PageRequest } from '@spillway/core';
import { type CommandSpec, defineCommand, encodingOption, escapedOption, noLineNumbersOption } from '../command.ts';
import { wholeNumber } from '../parse-option.ts';
import { openSession } from '../session/open-session.ts';
import { openTarget } from '../session/open-target.ts';
import { printPage } from '../session/print-page.ts';
import { printOrigin, printRaw } from '../session/print-raw.ts';
import { toFlag } from '../shell/format-call.ts';
import { UsageError } from '../usage-error.ts';

interface ReadOptions {
  readonly cursor?: string;
  readonly startLine?: number;
  readonly lineCount?: number;
  readonly offset?: number;
  readonly byteCount?: number;
  readonly encoding?: string;
  /** False after `--no-line-numbers`. */
  readonly lineNumbers: boolean;
  readonly raw?: boolean;
  readonly origin?: boolean;
}

const placeFlags = ['startLine', 'lineCount', 'offset', 'byteCount'] as const;

const MAX = Number.MAX_SAFE_INTEGER;

/** Prints one page of a stored result or of a file. */
export const readCommand: CommandSpec = defineCommand<ReadOptions>({
  name: 'read',
  summary: 'Print one page of a stored result or of a file.',
  operands: [{ name: '<handle|file>', description: 'A handle such as r_k7m2q9xd, or a path.' }],
  options: [
    { flags: '--cursor <cursor>', description: 'Go on where the last page ended, as that page gave it.' },
    {
      flags: '--start-line <n>',
      description: 'First line, counted from 1.',
      parse: wholeNumber('--start-line', 1, MAX),
    },
    { flags: '--line-count <n>', description: 'Most lines on the page.', parse: wholeNumber('--line-count', 1, MAX) },
    { flags: '--offset <n>', description: 'First byte, counted from 0.', parse: wholeNumber('--offset', 0, MAX) },
    { flags: '--byte-count <n>', description: 'Most bytes on the page.', parse: wholeNumber('--byte-count', 1, MAX) },
    encodingOption,
    noLineNumbersOption,
    { flags: '--raw', description: 'Print the exact bytes or lines, unbounded and with nothing around them.' },
    {
      flags: '--origin',
      description: 'With --raw: what the MCP server really sent, where a handle shows a part of it.',
    },
    escapedOption,
  ],
  foreignFlags: {
    '--line, --from-line, --start': 'use --start-line N',
    '-n, --lines, --limit, --max-lines': 'use --line-count N',
    '--end-line, --to-line, --end': 'use --start-line N with --line-count N',
    '-c, --bytes, --length, --max-bytes': 'use --byte-count N',
    '--tail': 'use spillway tail <handle|file> -n N',
    '--path, --query': 'use spillway query <handle|file> <path>',
    '--pattern, --grep': 'use spillway grep <handle|file> <pattern>',
  },
  limits: ['maxResultBytes'],
  notes: `A page begins with what it is and ends with the command that fetches the next one.

Exit code: 0, or 2 when there is no such thing to read.

Examples:
  spillway read r_k7m2q9xd --start-line 13330 --line-count 20
  spillway read r_k7m2q9xd --raw > whole.log
  spillway read r_k7m2q9xd --raw --offset 6403230 --byte-count 300`,
  async run(call) {
    const { io, operands, options } = call;
    checkRaw(options);
    const session = await openSession(call);
    const opened = await openTarget(session, io.cwd, operands[0] ?? '', options.encoding);
    try {
      if (options.origin) await printOrigin(opened, session, io.stdout);
      else if (options.raw) await printRaw(opened, toRequest(options), io.stdout);
      else {
        await printPage(call, session, opened, {
          tool: 'read',
          hasGutter: options.lineNumbers !== false,
          kept: keptOptions(options),
          answer: (page) => answerPage(opened.target, toRequest(options), page),
        });
      }
      return 0;
    } finally {
      await opened.close();
    }
  },
});

/** What exact bytes cannot be printed by. */
function checkRaw({ raw, origin, cursor, ...places }: ReadOptions): void {
  if (origin && !raw) throw new UsageError('--origin goes with --raw: add it, or leave --origin out');
  if (raw && cursor !== undefined)
    throw new UsageError('--raw takes no --cursor: say with --start-line or --offset where to begin');
  const place = placeFlags.find((flag) => places[flag] !== undefined);
  if (origin && place !== undefined)
    throw new UsageError(`--origin prints all that the server sent: leave ${toFlag(place)} out`);
}

function keptOptions({ lineCount, byteCount, encoding, lineNumbers }: ReadOptions): Readonly<Record<string, unknown>> {
  return {
    ...(encoding !== undefined && { encoding }),
    ...(lineCount !== undefined && { lineCount }),
    ...(byteCount !== undefined && { byteCount }),
    ...(lineNumbers === false && { lineNumbers }),
  };
}

function toRequest({ cursor, startLine, lineCount, offset, byteCount }: ReadOptions): PageRequest {
  return {
    ...(cursor !== undefined && { cursor }),
    ...(startLine !== undefined && { startLine }),
    ...(lineCount !== undefined && { lineCount }),
    ...(offset !== undefined && { offset }),
    ...(byteCount !== undefined && { byteCount }),
  };
}
