import { answerQuery, type QueryPage } from '@spillway/core';
import { type CommandSpec, defineCommand, escapedOption } from '../command.ts';
import { printAnswer } from '../output/print-answer.ts';
import { openSession } from '../session/open-session.ts';
import { type OpenTarget, openTarget } from '../session/open-target.ts';
import { assertOperandOrder } from '../session/operand-order.ts';

interface QueryOptions {
  readonly count?: boolean;
  readonly cursor?: string;
}

/** Finds values in a stored result or in a JSON file. */
export const queryCommand: CommandSpec = defineCommand<QueryOptions>({
  name: 'query',
  summary: 'Find values in JSON or JSON Lines by a JSONPath, exactly as they stand there.',
  operands: [
    { name: '<handle|file>', description: 'A handle such as r_k7m2q9xd, or a path.' },
    { name: '<path>', description: 'JSONPath (RFC 9535); the leading $ may be left out.' },
  ],
  options: [
    { flags: '-c, --count', description: 'Print the number of matches alone.' },
    { flags: '--cursor <cursor>', description: 'Go on where the last answer ended, with the same path.' },
    escapedOption,
  ],
  limits: ['maxResultBytes'],
  notes: `Of JSON Lines each line is an item of $, so [*].id or [?@.level == 'error'].

Exit code: 0 when something matched, 1 when nothing did, 2 for an error.

Examples:
  spillway query r_k7m2q9xd 'rows[*].id'
  spillway query orders.json 'orders[?@.total > 100].customer'
  spillway query app.jsonl "[?@.level == 'error']" --count`,
  async run(call) {
    const { io, operands, options } = call;
    const [operand = '', path = ''] = operands;
    assertOperandOrder(io.cwd, [operand, path], 'path');
    const session = await openSession(call);
    const opened = await openTarget(session, io.cwd, operand);
    try {
      const ask = createAsk(opened, path, options);
      const answer = options.json ? (maxBytes: number) => fitMatches(ask, maxBytes) : ask;
      const { maxResultBytes } = session.settings;
      const page = await printAnswer(call, maxResultBytes, answer, (found) => jsonOf(found, opened, path));
      return page.matchCount > 0 ? 0 : 1;
    } finally {
      await opened.close();
    }
  },
});

type Ask = (maxBytes: number, maxMatches?: number) => ReturnType<typeof answerQuery>;

function createAsk(opened: OpenTarget, path: string, { count, cursor }: QueryOptions): Ask {
  const request = { path, ...(count === true && { count }), ...(cursor !== undefined && { cursor }) };
  return (maxBytes, maxMatches) =>
    answerQuery(opened.target, request, {
      maxBytes,
      ...(maxMatches !== undefined && { maxMatches }),
      title: opened.title,
      notesFor: opened.notesFor,
      formatNext: (next) => opened.toNext({ tool: 'query', arguments: { path, cursor: next } }).command,
    });
}

/** As data a match takes more room than on a line, so that fewer fit. */
async function fitMatches(ask: Ask, maxBytes: number): ReturnType<Ask> {
  const answer = await ask(maxBytes);
  const { page } = answer;
  let left = maxBytes - Buffer.byteLength(JSON.stringify({ ...page, matches: [], content: '' }));
  const fitting = page.matches.findIndex((match) => {
    left -= Buffer.byteLength(JSON.stringify(match)) + 1;
    return left < 0;
  });
  return fitting < 0 ? answer : ask(maxBytes, Math.max(1, fitting));
}

function jsonOf({ content: _, next, ...fields }: QueryPage, opened: OpenTarget, path: string): object {
  const call = next === undefined ? undefined : { tool: 'query', arguments: { path, cursor: next } };
  return { ...fields, ...(call !== undefined && { next: [opened.toNext(call)] }) };
}
