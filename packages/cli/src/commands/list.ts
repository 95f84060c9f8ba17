import { answerList, type HandlePage, maxListLimit } from '@spillway/core';
import { type CommandSpec, defineCommand, escapedOption } from '../command.ts';
import { printAnswer } from '../output/print-answer.ts';
import { wholeNumber } from '../parse-option.ts';
import { type NextCommand, openSession } from '../session/open-session.ts';

interface ListOptions {
  readonly cursor?: string;
  readonly limit?: number;
}

/** Lists what is stored. */
export const listCommand: CommandSpec = defineCommand<ListOptions>({
  name: 'list',
  summary: 'List what is stored for this project, newest first.',
  operands: [],
  options: [
    { flags: '--cursor <cursor>', description: 'Go on where the last list ended.' },
    { flags: '--limit <n>', description: 'Most results to list.', parse: wholeNumber('--limit', 1, maxListLimit) },
    escapedOption,
  ],
  limits: ['maxResultBytes'],
  notes: `Example:
  spillway list --limit 5`,
  async run(call) {
    const { store, scope, settings, toNext } = await openSession(call);
    const { cursor, limit } = call.options;
    const listHandles = (wanted: { cursor?: string; limit?: number }): Promise<HandlePage> =>
      store.list(scope, { ...wanted, ...(limit !== undefined && { limit: Math.min(limit, wanted.limit ?? limit) }) });
    const nextAfter = (last: string) => toNext({ tool: 'list', arguments: { cursor: last, limit } });
    const answer = (maxBytes: number) =>
      answerList(listHandles, {
        maxBytes,
        ...(cursor !== undefined && { cursor }),
        formatNext: (last) => nextAfter(last).command,
      });
    await printAnswer(call, settings.maxResultBytes, answer, (page) => pageJson(page, nextAfter));
    return 0;
  },
});

/** A result that was produced again and again has an entry for each time; a list shows the last one and how many. */
function pageJson({ handles, next }: HandlePage, nextAfter: (cursor: string) => NextCommand): object {
  return {
    handles: handles.map(({ provenance, ...handle }) => ({
      ...handle,
      provenance: provenance.slice(-1),
      provenanceCount: provenance.length,
    })),
    ...(next !== undefined && { next: [nextAfter(next)] }),
  };
}
