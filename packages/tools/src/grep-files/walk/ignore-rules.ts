import { readFileSync } from 'node:fs';
import { type BytePath, joinBytePaths, toSystemPath } from './byte-path.ts';
import { compileGlob, type Glob } from './glob.ts';

/** The rules of one `.gitignore` file. */
export interface IgnoreRules {
  /** Length of the path of the folder that the file stands in, with its slash. */
  readonly from: number;
  /** Last rule first, as the last one that names a path decides. */
  readonly rules: readonly { readonly glob: Glob; readonly isIgnored: boolean }[];
}

const maxFileBytes = 1_048_576;

/** Reads the `.gitignore` of a folder. Contract: undefined where there is none; a line that is no glob is left out. */
export function readIgnoreRules(rootPath: BytePath, folder: BytePath): IgnoreRules | undefined {
  const path = toSystemPath(joinBytePaths(joinBytePaths(rootPath, folder), '.gitignore'));
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
  if (text.length > maxFileBytes) return undefined;
  const rules = text
    .split('\n')
    .flatMap((line) => parseRule(line.replace(/\r$/, '').replace(/(?<!\\) +$/, '')))
    .reverse();
  return { from: folder === '' ? 0 : folder.length + 1, rules };
}

/** Decides whether a path is ignored. Contract: `rules` from the outermost folder to the innermost. */
export function isIgnored(rules: readonly IgnoreRules[], path: BytePath, isDirectory: boolean): boolean {
  for (let at = rules.length - 1; at >= 0; at--) {
    const set = rules[at] as IgnoreRules;
    const text = Buffer.from(path.slice(set.from), 'latin1').toString();
    const rule = set.rules.find(({ glob }) => (isDirectory || !glob.isForDirectories) && glob.matches(text));
    if (rule !== undefined) return rule.isIgnored;
  }
  return false;
}

function parseRule(line: string): { glob: Glob; isIgnored: boolean }[] {
  if (line === '' || line.startsWith('#')) return [];
  const isNegated = line.startsWith('!');
  try {
    return [{ glob: compileGlob(isNegated ? line.slice(1) : line), isIgnored: !isNegated }];
  } catch {
    return [];
  }
}
