import { escapePattern } from '../bytes/escape-pattern.ts';

/**
 * Names of files that hold keys and nothing else: patterns of which the last one that fits decides.
 *
 * Contract: `*` stands for any characters but a slash; a pattern that ends in a slash is a folder, and means all that
 * lies in it; one that begins with `!` takes back what an earlier one said. Names are compared without case.
 */
export type KeyPathRules = readonly string[];

/** The names that are taken for keys where no others are configured. */
export const defaultKeyPathRules: KeyPathRules = [
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
 * Tells whether a path is that of a key by its name.
 *
 * Contract: pure; both slashes separate. A key's name alone refuses nothing: `isPlainPem` says of the content whether it
 * may be served.
 */
export function isKeyPath(path: string, rules: KeyPathRules = defaultKeyPathRules): boolean {
  const parts = path.toLowerCase().split(/[\\/]+/u);
  let isKey = false;
  for (const rule of rules) {
    const isTakenBack = rule.startsWith('!');
    if (fits(parts, (isTakenBack ? rule.slice(1) : rule).toLowerCase())) isKey = !isTakenBack;
  }
  return isKey;
}

function fits(parts: readonly string[], rule: string): boolean {
  const wanted = rule.split('/');
  const isFolder = wanted.at(-1) === '';
  if (isFolder) wanted.pop();
  const patterns = wanted.map(toPattern);
  const lastStart = parts.length - patterns.length - (isFolder ? 1 : 0);
  const from = isFolder ? 0 : lastStart;
  for (let start = from; start >= 0 && start <= lastStart; start++) {
    if (patterns.every((pattern, index) => pattern.test(parts[start + index] as string))) return true;
  }
  return false;
}

function toPattern(part: string): RegExp {
  return new RegExp(`^${part.split('*').map(escapePattern).join('.*')}$`, 'u');
}
