import { answerGrep, type GrepRequest, maxContextLines, pageFields } from '@spillway/core';
import { type CommandSpec, defineCommand, escapedOption } from '../command.ts';
import { fitJson } from '../output/fit-json.ts';
import { writeJson, writeText } from '../output/write.ts';
import { wholeNumber } from '../parse-option.ts';
import { openSession } from '../session/open-session.ts';
import { openTarget } from '../session/open-target.ts';

interface GrepOptions {
  readonly literal?: boolean;
  readonly ignoreCase?: boolean;
  readonly contextLines?: number;
  readonly countOnly?: boolean;
  readonly cursor?: string;
}

/** Searches a stored result or a file. */
export const grepCommand: CommandSpec = defineCommand<GrepOptions>({
  name: 'grep',
  summary: 'Search a stored result or a file, with exact counts.',
  operands: [
    { name: '<handle|file>', description: 'A handle such as r_k7m2q9xd, or a path.' },
    { name: '<pattern>', description: 'Regular expression (RE2: no look-around), matched within one line.' },
  ],
  options: [
    { flags: '--literal', description: 'The pattern is plain text.' },
    { flags: '--ignore-case', description: 'Upper and lower case are the same.' },
    {
      flags: '--context-lines <n>',
      description: 'Lines shown before and after each match.',
      parse: wholeNumber('--context-lines', 0, maxContextLines),
    },
    { flags: '--count, --count-only', description: 'Print the counts alone, no lines.' },
    { flags: '--cursor <cursor>', description: 'Go on where the last answer ended, with the same pattern.' },
    escapedOption,
  ],
  limits: ['maxResultBytes'],
  notes: `Exit code: 0 when something matched, 1 when nothing did, 2 for an error.

Examples:
  spillway grep r_k7m2q9xd 'ERROR|payments' --context-lines 2
  spillway grep app.log --literal '$&'`,
  async run(call) {
    const { io, operands, options } = call;
    const [operand = '', pattern = ''] = operands;
    const session = await openSession(call);
    const opened = await openTarget(session, io.cwd, operand);
    try {
      const { cursor: _, ...kept } = requestOf(pattern, options);
      const toNext = (from: string) => opened.toNext({ tool: 'grep', arguments: { ...kept, cursor: from } });
      const answer = (maxBytes: number) =>
        answerGrep(opened.target, requestOf(pattern, options), {
          maxBytes,
          title: opened.title,
          notesFor: opened.notesFor,
          formatNext: (from) => toNext(from).command,
        });
      const { maxResultBytes } = session.settings;
      let matchCount = 0;
      if (options.json) {
        const toJson = async (maxBytes: number): Promise<object> => {
          const { page } = await answer(maxBytes);
          matchCount = page.matchCount;
          const { next: _, ...fields } = pageFields(page);
          return { content: page.content, ...fields, ...(page.next !== undefined && { next: [toNext(page.next)] }) };
        };
        await writeJson(io.stdout, await fitJson(maxResultBytes, toJson));
      } else {
        const { page, text } = await answer(maxResultBytes);
        matchCount = page.matchCount;
        await writeText(io.stdout, text);
      }
      return matchCount > 0 ? 0 : 1;
    } finally {
      await opened.close();
    }
  },
});

function requestOf(pattern: string, options: GrepOptions): GrepRequest {
  const { literal, ignoreCase, contextLines, countOnly, cursor } = options;
  return {
    pattern,
    ...(literal && { literal }),
    ...(ignoreCase && { ignoreCase }),
    ...(contextLines !== undefined && { contextLines }),
    ...(countOnly && { countOnly }),
    ...(cursor !== undefined && { cursor }),
  };
}
