import { createHash } from 'node:crypto';
import { encodeBase32 } from '../../../handle/crockford.ts';

/** Version of the layout on disk. A store of a newer version is refused. */
export const formatVersion = 1;

/** Names in a store's folder. Nothing else belongs there. */
export const storeNames = {
  format: 'format',
  key: 'key',
  ignore: '.gitignore',
  swept: 'swept',
  objects: 'objects',
  tmp: 'tmp',
  tombstones: 'tombstones',
} as const;

/** Names in the folder of one stored result. */
export const objectNames = {
  data: 'data',
  lines: 'lines',
  meta: 'meta.json',
  /** Only while it is written: its metadata as far as it is known, for whoever finds it unfinished. */
  begun: 'begun.json',
  provenance: 'provenance.jsonl',
  pinned: 'pinned',
} as const;

/** Name of a session's reservation, and the start of the names of what it is removing. */
export const reservedName = 'reserved';
export const trashPrefix = 'trash-';

/** Tells whether a name in a store's folder is one of the store's own. */
export function isStoreName(name: string): boolean {
  return name.startsWith('.new-') || (Object.values(storeNames) as string[]).includes(name);
}

/**
 * Names the folder of a scope.
 *
 * Contract: readable characters of the scope and 80 bits of its digest, so no two scopes share a folder and nothing a
 * caller wrote becomes part of a path as it is.
 */
export function scopeFolderName(scope: string): string {
  const readable = scope
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, 32)
    .replace(/-+$/, '');
  const digest = encodeBase32(createHash('sha256').update(scope).digest().subarray(0, 10));
  return readable === '' ? digest : `${readable}-${digest}`;
}

/** Bytes charged for one stored result beside its data and line index: its folder, metadata and provenance. */
export const objectOverheadBytes = 24_576;
/** Of which this much is for the metadata; what is larger is charged as it is. */
const metaAllowanceBytes = 4096;
export const maxProvenanceBytes = 12_288;

/** Bytes charged for the store itself, and for each session. */
export const storeOverheadBytes = 32_768;
export const sessionOverheadBytes = 8192;

/** Counts what a stored result is charged: never less than its files occupy. */
export function chargedBytes(sizes: { data: number; lines: number; meta: number }): number {
  return objectOverheadBytes + sizes.data + sizes.lines + Math.max(0, sizes.meta - metaAllowanceBytes);
}
