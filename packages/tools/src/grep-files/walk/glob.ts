import { createMatcher, escapePattern, SpillwayError } from '@spillway/core';

/** Tells whether a path, relative to where the rule applies, is named by a glob. */
export interface Glob {
  /** The glob names directories alone. */
  readonly isForDirectories: boolean;
  matches(path: string): boolean;
}

/**
 * Compiles a glob as `.gitignore` files write them.
 *
 * Contract: `*`, `?` and `[…]` stay within a name, `**` crosses names, `{a,b}` is a choice. Without a slash, but for one
 * at the end, it names files and directories at any depth; with one, from the folder it applies to. Runs in linear time.
 * @throws SpillwayError `request-invalid`.
 */
export function compileGlob(glob: string): Glob {
  const isForDirectories = glob.endsWith('/');
  const body = isForDirectories ? glob.slice(0, -1) : glob;
  const isAnchored = body.includes('/');
  const path = body.replace(/^\.?\//, '');
  if (path === '') throw invalid(glob, 'it names nothing');
  const pattern = `(?s)^${isAnchored ? '' : '(?:.*/)?'}${toPattern(path, glob)}$`;
  const matcher = compile(pattern, glob);
  return { isForDirectories, matches: (text) => matcher.find(text, 0) !== undefined };
}

function compile(pattern: string, glob: string): ReturnType<typeof createMatcher> {
  try {
    return createMatcher({ pattern }, 'utf-8');
  } catch (error) {
    throw invalid(glob, SpillwayError.isInstance(error) ? error.message.replace(/^.*?: /, '') : 'it is not understood');
  }
}

const pieceForm =
  /(?<star>\*+)|(?<one>\?)|\[(?<no>[!^]?)(?<set>\]?[^\]]*)\]|(?<open>\{)|(?<comma>,)|(?<close>\})|\\(?<escaped>[\s\S])|(?<text>[\s\S])/gu;

function toPattern(path: string, glob: string): string {
  let pattern = '';
  let depth = 0;
  for (const match of path.matchAll(pieceForm)) {
    const groups = match.groups ?? {};
    const end = match.index + match[0].length;
    if (groups.star !== undefined) {
      const isWhole = groups.star.length > 1 && (match.index === 0 || path[match.index - 1] === '/');
      if (isWhole && path[end] === '/') pattern += '(?:.*/)?\u0000';
      else pattern += isWhole && end === path.length ? '.*' : '[^/]*';
    } else if (groups.one !== undefined) pattern += '[^/]';
    else if (groups.set !== undefined) pattern += `[${groups.no ? '^/' : ''}${toSet(groups.set)}]`;
    else if (groups.open !== undefined) {
      depth++;
      pattern += '(?:';
    } else if (groups.comma !== undefined && depth > 0) pattern += '|';
    else if (groups.close !== undefined && depth > 0) {
      depth--;
      pattern += ')';
    } else pattern += quote(groups.escaped ?? match[0]);
  }
  if (depth > 0) throw invalid(glob, 'a { has no }');
  // `**/` takes its slash along.
  return pattern.replaceAll('\u0000/', '').replaceAll('\u0000', '');
}

function toSet(set: string): string {
  return set.replace(/[[\]\\^&~]/g, '\\$&').replaceAll('\n', '\\x0a');
}

function quote(text: string): string {
  return text === '\n' ? '\\x0a' : escapePattern(text);
}

function invalid(glob: string, why: string): SpillwayError {
  return new SpillwayError({
    code: 'request-invalid',
    message: `the glob ${JSON.stringify(glob)} is not accepted: ${why}. Globs are written as in .gitignore files: *.log, src/**/*.ts, build/`,
  });
}
