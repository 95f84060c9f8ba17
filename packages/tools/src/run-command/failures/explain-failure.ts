import { isAbsolute, resolve } from 'node:path';
import { toTitle } from '@spillway/core';
import { KNOWN_FAILURES, type KnownFailure } from './known-failures.ts';

/** What is known of a command that may have failed in a known way. */
export interface FailedCommand {
  readonly exitCode: number;
  /** The start and the end of what it said on standard error. */
  readonly errorText: string;
  readonly cwd: string;
  /** The command line, where a shell ran it. */
  readonly line?: string;
}

const maxQuotedLength = 200;

/**
 * Says why a command failed in the cases in which it says too little itself, and that the same call fails again.
 *
 * Contract: sentences of one line each; none for what is not known. Words of the command stand in quotes where they are
 * not plain.
 */
export function explainFailure(failed: FailedCommand): string[] {
  const missing = failed.exitCode === 0 ? [] : missingPathNotes(failed);
  for (const known of KNOWN_FAILURES) {
    const match = matchFailure(known, failed);
    if (match === undefined) continue;
    const cause = known.cause.replace('%', () => toTitle(match, maxQuotedLength));
    return [`${known.name}: ${cause}. Do not send the same command again: ${known.instead}.`, ...missing];
  }
  return missing;
}

function matchFailure({ says, exitCodes }: KnownFailure, failed: FailedCommand): string | undefined {
  if (exitCodes === undefined ? failed.exitCode === 0 : exitCodes !== 'any' && !exitCodes.includes(failed.exitCode)) {
    return undefined;
  }
  if (says === undefined) return '';
  const match = says.exec(failed.errorText);
  return match === null ? undefined : (match.groups?.what ?? match.groups?.what2 ?? '');
}

/** How programs write that a file is missing: those of the shell, of Python, of Node. */
const missingForms = [
  /(?:^|[\s:])(?:cannot \w+(?: \w+)? )?['"‘]?(?<path>[^\s:'"‘’]{1,1024})['"’]?: No such file or directory/gmu,
  /No such file or directory:? ['"‘](?<path>[^'"\n’]{1,1024})['"’]/gu,
  /ENOENT: no such file or directory, \w+ '(?<path>[^'\n]{1,1024})'/gu,
];
const maxMissing = 3;
/** Programs that change the folder in which a path is looked for. */
const changesFolder = /(?:^|[\s;&|(])(?:cd|pushd|popd|chroot|make -C|git -C|env -C)\b/;

/** A relative path means little without the folder in which it was looked for. */
function missingPathNotes({ errorText, cwd, line = '' }: FailedCommand): string[] {
  const paths = new Set<string>();
  for (const form of missingForms) {
    for (const { groups } of errorText.matchAll(form)) if (groups?.path) paths.add(groups.path);
  }
  const relative = [...paths].filter((path) => !isAbsolute(path)).slice(0, maxMissing);
  if (relative.length === 0) return [];
  if (changesFolder.test(line)) {
    return [`missing: a relative path was looked for in the folder that the command had changed to, from ${show(cwd)}`];
  }
  return relative.map((path) => `missing: ${show(path)} was looked for as ${show(resolve(cwd, path))}`);
}

function show(path: string): string {
  return toTitle(path, 1_024);
}
