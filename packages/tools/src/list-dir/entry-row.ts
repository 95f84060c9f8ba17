import { formatBytes, jsonEscapedLength } from '@spillway/core';
import { formatNameToken } from '../roots/name-token.ts';
import { formatPathPart } from '../roots/path-text.ts';
import { type EntryFacts, type ListEntry, namesOf } from './list-entry.ts';

/** An entry as an answer shows it. */
export interface ListedEntry extends EntryFacts {
  /** Path from the listed directory, as it may be sent back behind that one's. */
  readonly path: string;
  /** The name was too long for a page: `path` holds a token for it, and this is how it begins. */
  readonly nameTruncated?: string;
  readonly isUnreadable?: true;
}

const excerptLength = 48;

/**
 * Describes an entry for an answer.
 *
 * Contract: a name that takes more than `maxNameBytes` as JSON stands as a token.
 */
export function toListedEntry(entry: ListEntry, facts: EntryFacts, maxNameBytes: number): ListedEntry {
  const names = namesOf(entry.key);
  const shown = names.map((name) => {
    const text = formatPathPart(name);
    return jsonEscapedLength(text) <= maxNameBytes ? { text } : { text: formatNameToken(name), cut: text };
  });
  const cut = shown.find((name) => name.cut !== undefined)?.cut;
  return {
    path: shown.map(({ text }) => text).join('/'),
    ...facts,
    ...(cut !== undefined && { nameTruncated: `${cut.slice(0, excerptLength).toWellFormed()}…` }),
    ...(entry.isUnreadable && { isUnreadable: true }),
  };
}

/** Writes an entry as one line: what is sent back for it stands first, up to ` · `. */
export function formatEntryRow(entry: ListedEntry): string {
  const { kind, byteLength, target, nameTruncated, isUnreadable } = entry;
  const size = byteLength === undefined ? [] : [formatBytes(byteLength)];
  const facts = kind === 'link' ? [`link to ${targetWords[target ?? ''] ?? target}`, ...size] : kindFacts(kind, size);
  return [
    kind === 'directory' ? `${entry.path}/` : entry.path,
    ...facts,
    ...(isUnreadable ? ['not readable'] : []),
    ...(nameTruncated === undefined ? [] : [`nameTruncated: ${nameTruncated}`]),
  ].join(' · ');
}

const targetWords: Readonly<Record<string, string>> = {
  outside: 'what is not read here',
  missing: 'nothing',
  '': 'what cannot be told',
};

function kindFacts(kind: EntryFacts['kind'], size: readonly string[]): readonly string[] {
  if (kind === 'file') return size;
  if (kind === 'directory') return [];
  if (kind === 'vanished') return ['removed while this was listed'];
  return [kind === 'unknown' ? 'what it is cannot be told' : kind];
}
