import { maxContextLines } from '@spillway/core';
import { type CommandSpec, defineCommand, escapedOption } from '../command.ts';
import { printAnswer } from '../output/print-answer.ts';
import { wholeNumber } from '../parse-option.ts';
import { openSearch, type SearchRequest } from '../session/open-search.ts';
import { openSession } from '../session/open-session.ts';
import { assertOperandOrder } from '../session/operand-order.ts';
import { UsageError } from '../usage-error.ts';

interface GrepOptions {
  readonly literal?: boolean;
  readonly ignoreCase?: boolean;
  readonly contextLines?: number;
  readonly count?: boolean;
  readonly countOnly?: boolean;
  readonly include?: string;
  readonly exclude?: string;
  readonly compressed?: boolean;
  readonly skipHidden?: boolean;
  readonly respectGitignore?: boolean;
  readonly allFolders?: boolean;
  readonly cursor?: string;
}

/** Searches a stored result, a file, or the files in a folder. */
export const grepCommand: CommandSpec = defineCommand<GrepOptions>({
  name: 'grep',
  summary: 'Search a stored result, a file or a folder, with exact counts.',
  operands: [
    { name: '<handle|file|folder>', description: 'A handle such as r_k7m2q9xd, or a path.' },
    { name: '<pattern>', description: 'Regular expression (RE2: no look-around), matched within one line.' },
  ],
  options: [
    { flags: '-n, --line-number', description: 'As it is without: numbers always stand before lines.' },
    { flags: '-E, --extended-regexp', description: 'As it is without.' },
    { flags: '-r, --recursive', description: 'As it is without: a folder is searched with all below it.' },
    { flags: '-F, --literal', description: 'The pattern is plain text.' },
    { flags: '-i, --ignore-case', description: 'Upper and lower case are the same.' },
    {
      flags: '-C, --context-lines <n>',
      description: 'Lines shown before and after each match.',
      parse: wholeNumber('--context-lines', 0, maxContextLines),
    },
    { flags: '-c, --count', description: 'Print the counts alone, no lines; of a folder, for each file.' },
    { flags: '--count-only', description: 'The same.' },
    { flags: '--include <glob>', description: 'Of a folder: the files to search, as in .gitignore: "*.{log,txt}".' },
    { flags: '--exclude <glob>', description: 'Of a folder: files and folders to leave out.' },
    { flags: '--compressed', description: 'Of a folder: search what gzip and zstd files hold, too.' },
    { flags: '--skip-hidden', description: 'Of a folder: leave out names that begin with a dot.' },
    { flags: '--respect-gitignore', description: 'Of a folder: leave out what .gitignore files name.' },
    { flags: '--all-folders', description: 'Of a folder: go into .git and node_modules too.' },
    { flags: '--cursor <cursor>', description: 'Go on where the last answer ended, with the same pattern.' },
    escapedOption,
  ],
  foreignFlags: {
    '-v, --invert-match': 'use spillway read <handle|file> --raw | grep -v <pattern> | spillway pipe',
    '-l, -L, --files-with-matches, --files-without-match': 'use -c, which names each file that matches with its count',
    '-A, -B, --after-context, --before-context, --context': 'use -C N or --context-lines N, for lines on both sides',
    '-w, --word-regexp': 'write \\b on both sides of the pattern',
    '-x, --line-regexp': 'write the pattern as ^(…)$',
    '-o, --only-matching': 'leave it out: matches are marked in their lines',
    '-m, --max-count': 'use --max-result-bytes N, and --cursor to go on',
    '-e, --regexp': 'write the pattern as the second operand, after -- where it begins with a dash',
    '-P, --perl-regexp': 'leave it out: patterns are those of RE2',
    '-G, --basic-regexp, --no-filename, -H, --with-filename, -s, --no-messages, -a, --text, --color, --colour':
      'leave it out',
    '-R, --dereference-recursive': 'leave it out: links are not followed',
    '-I, -u, --hidden, --no-ignore': 'leave it out: --skip-hidden and --respect-gitignore say what is left out',
    '-g, --glob, -t, --type': "use --include GLOB, such as '*.{log,txt}'",
    '--exclude-dir': 'use --exclude GLOB',
    '--fixed-strings': 'use -F or --literal',
    '-z, --search-zip': 'use --compressed',
    '--path': 'use spillway query <handle|file> <path>',
  },
  limits: ['maxResultBytes'],
  notes: `Exit code: 0 when something matched, 1 when nothing did, 2 for an error.

Examples:
  spillway grep r_k7m2q9xd 'ERROR|payments' -C 2
  spillway grep app.log --literal '$&'
  spillway grep /var/log 'out of memory' --include '*.log'`,
  async run(call) {
    const { io, operands, options } = call;
    const [operand = '', pattern = ''] = operands;
    if (pattern === '')
      throw new UsageError('the pattern is empty: say what to search for; spillway read shows all lines');
    assertOperandOrder(io.cwd, [operand, pattern], 'pattern');
    const session = await openSession(call);
    const search = await openSearch(session, io.cwd, operand, requestOf(pattern, options));
    try {
      const page = await printAnswer(call, session.settings.maxResultBytes, search.answer, ({ next, ...fields }) => ({
        ...fields,
        ...(next !== undefined && { next: [search.toNext(next)] }),
      }));
      return page.matchCount > 0 ? 0 : 1;
    } finally {
      await search.close();
    }
  },
});

function requestOf(pattern: string, options: GrepOptions): SearchRequest {
  const { literal, ignoreCase, contextLines, count, countOnly, compressed, include, exclude, cursor } = options;
  const { skipHidden, respectGitignore, allFolders } = options;
  return {
    pattern,
    ...(literal && { literal }),
    ...(ignoreCase && { ignoreCase }),
    ...(contextLines !== undefined && { contextLines }),
    ...((count || countOnly) && { countOnly: true }),
    ...(include !== undefined && { include: [include] }),
    ...(exclude !== undefined && { exclude: [exclude] }),
    ...(compressed && { compressed }),
    ...(skipHidden && { skipHidden }),
    ...(respectGitignore && { respectGitignore }),
    ...(allFolders && { allFolders }),
    ...(cursor !== undefined && { cursor }),
  };
}
