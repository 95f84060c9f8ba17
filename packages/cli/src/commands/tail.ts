import { answerTail, type TailRequest } from '@spillway/core';
import { type CommandSpec, defineCommand, encodingOption, escapedOption, noLineNumbersOption } from '../command.ts';
import { wholeNumber } from '../parse-option.ts';
import { openSession } from '../session/open-session.ts';
import { openTarget } from '../session/open-target.ts';
import { printPage } from '../session/print-page.ts';

interface TailOptions {
  readonly lines?: number;
  readonly cursor?: string;
  readonly encoding?: string;
  /** False after `--no-line-numbers`. */
  readonly lineNumbers: boolean;
}

/** Prints the last lines of a file or of a stored result. */
export const tailCommand: CommandSpec = defineCommand<TailOptions>({
  name: 'tail',
  summary: 'Print the last lines of a file or of a stored result, and page by page what precedes them.',
  operands: [{ name: '<handle|file>', description: 'A path, or a handle such as r_k7m2q9xd.' }],
  options: [
    {
      flags: '-n, --lines <n>',
      description: 'Most lines to print. Default: as many as fit.',
      parse: wholeNumber('--lines', 1, Number.MAX_SAFE_INTEGER),
    },
    { flags: '--cursor <cursor>', description: 'Go on: back, or to what was appended, as a page gave it.' },
    encodingOption,
    noLineNumbersOption,
    escapedOption,
  ],
  foreignFlags: {
    '-f, -F, --follow': 'use --cursor with the cursor that a page begins with, for what is appended later',
    '-c, --bytes, --byte-count': 'use -n N or --max-result-bytes N',
    '--line-count, --limit': 'use -n N or --lines N',
  },
  limits: ['maxResultBytes'],
  notes: `Reads the end of a file only, however long it is. A page ends with the command that prints what precedes it, and
begins with the cursor for what is appended later.

Exit code: 0, or 2 when there is no such thing to read.

Examples:
  spillway tail app.log --lines 20
  spillway tail app.log.2.gz`,
  async run(call) {
    const { io, operands, options } = call;
    const { lines, encoding, lineNumbers } = options;
    const session = await openSession(call);
    const opened = await openTarget(session, io.cwd, operands[0] ?? '', encoding);
    try {
      await printPage(call, session, opened, {
        tool: 'tail',
        hasGutter: lineNumbers !== false,
        kept: {
          ...(lines !== undefined && { lines }),
          ...(encoding !== undefined && { encoding }),
          ...(lineNumbers === false && { lineNumbers }),
        },
        answer: (page) => answerTail(opened.target, toRequest(options), page),
      });
      return 0;
    } finally {
      await opened.close();
    }
  },
});

function toRequest({ lines, cursor }: TailOptions): TailRequest {
  return { ...(lines !== undefined && { lineCount: lines }), ...(cursor !== undefined && { cursor }) };
}
