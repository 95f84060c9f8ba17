import { escapePattern } from '../bytes/escape-pattern.ts';

/**
 * Names of files that hold keys and nothing else: patterns of which the last one that fits decides.
 *
 * Contract: `*` stands for any characters but a slash; a pattern that ends in a slash is a folder, and means all that
 * lies in it; one that begins with `!` takes back what an earlier one said. Names are compared without case.
 */
export type KeyPathRules = readonly string[];

/** What makes a path the name of a key: a usual name, whose content may say otherwise, or one of the owner's own. */
export type KeyName = 'usual' | 'configured';

/** The names that are taken for keys everywhere. */
const usualRules: KeyPathRules = [
  '.ssh/',
  '*.pem',
  '*.key',
  '*.ppk',
  'id_*',
  '!id_*.*',
  '!*.pub',
  '!.ssh/config',
  '!.ssh/known_hosts*',
  '!.ssh/authorized_keys*',
];

/**
 * Compiles the usual names of keys, and others behind them.
 *
 * Contract: what it returns is pure and says how a path is the name of a key, undefined where it is none; both slashes
 * separate.
 */
export function compileKeyPaths(configured: KeyPathRules = []): (path: string) => KeyName | undefined {
  const rules = [
    ...usualRules.map((rule) => compileRule(rule, 'usual')),
    ...configured.map((rule) => compileRule(rule, 'configured')),
  ];
  return (path) => {
    const parts = path.toLowerCase().split(/[\\/]+/u);
    return rules.findLast((rule) => fits(parts, rule))?.name;
  };
}

interface Rule {
  readonly patterns: readonly RegExp[];
  readonly isFolder: boolean;
  /** Absent where the rule takes back. */
  readonly name?: KeyName;
}

function compileRule(text: string, name: KeyName): Rule {
  const isTakenBack = text.startsWith('!');
  const wanted = (isTakenBack ? text.slice(1) : text).toLowerCase().split('/');
  const isFolder = wanted.length > 1 && wanted.at(-1) === '';
  if (isFolder) wanted.pop();
  return { patterns: wanted.map(toPattern), isFolder, ...(!isTakenBack && { name }) };
}

function fits(parts: readonly string[], { patterns, isFolder }: Rule): boolean {
  const lastStart = parts.length - patterns.length - (isFolder ? 1 : 0);
  const from = isFolder ? 0 : lastStart;
  for (let start = from; start >= 0 && start <= lastStart; start++) {
    if (patterns.every((pattern, index) => pattern.test(parts[start + index] as string))) return true;
  }
  return false;
}

function toPattern(part: string): RegExp {
  return new RegExp(`^${part.split('*').map(escapePattern).join('.*')}$`, 'su');
}
