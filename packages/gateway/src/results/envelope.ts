import { rewriteObject, slice } from '../json/raw.ts';
import type { Member } from '../json/scan.ts';
import { findMember, scanObject } from '../json/scan.ts';
import { sideMembers, type ToolResultView } from './tool-result.ts';

/** What stands around the content blocks of an answer that is written anew. */
export interface Envelope {
  readonly before: Buffer;
  readonly after: Buffer;
  /** Names and bytes of the side fields that were too large to stay. */
  readonly omitted: Readonly<Record<string, number>>;
}

const OMITTED_KEY = 'spillway/omitted';
const MAX_OMITTED_NAMES = 8;
/** What a small body may grow to when it has to be written anew, as words or as a notice. */
const NOTICE_BYTES = 2_048;

/**
 * Writes what stands around the content blocks: the JSON-RPC frame, `isError` and the side fields.
 *
 * Contract: side fields keep their bytes while all of them together stay under an eighth of the budget, or within what
 * the rest of the result does not need, smallest first; those that do not fit are left out and named with their size
 * under `_meta["spillway/omitted"]`.
 */
export function writeEnvelope(id: string, view: ToolResultView, maxResultBytes: number): Envelope {
  const room = sideRoom(view, maxResultBytes);
  const kept: Member[] = [];
  const omitted: Record<string, number> = {};
  let used = 0;
  for (const member of [...sideMembers(view)].sort((a, b) => sizeOf(a) - sizeOf(b))) {
    used += sizeOf(member);
    if (used <= room || member.key === 'resultType') kept.push(member);
    else addOmitted(omitted, member);
  }
  const pieces = kept
    .filter((member) => member.key !== '_meta')
    .map((member) =>
      Buffer.concat([
        Buffer.from(','),
        slice(view.bytes, member.keyRange),
        Buffer.from(':'),
        slice(view.bytes, member.value),
      ]),
    );
  const meta = writeMeta(
    view,
    kept.find((member) => member.key === '_meta'),
    omitted,
  );
  return { ...writeAround(id, view, [...pieces, meta]), omitted };
}

/** Writes the least that an answer needs around its content; no side field but the type of the result stays. */
export function writeBareEnvelope(id: string, view: ToolResultView): Envelope {
  const resultType = findMember(view.members, 'resultType');
  const pieces = resultType === undefined ? [] : [Buffer.from(',"resultType":'), slice(view.bytes, resultType)];
  return { ...writeAround(id, view, pieces), omitted: {} };
}

function writeAround(id: string, view: ToolResultView, pieces: readonly Buffer[]): Omit<Envelope, 'omitted'> {
  return {
    before: Buffer.from(`{"jsonrpc":"2.0","id":${id},"result":{"content":`),
    after: Buffer.concat([Buffer.from(view.isError ? ',"isError":true' : ''), ...pieces, Buffer.from('}}')]),
  };
}

function sideRoom(view: ToolResultView, maxResultBytes: number): number {
  const sideBytes = sideMembers(view).reduce((sum, member) => sum + sizeOf(member), 0);
  const bodyBytes = view.range.end - view.range.start - sideBytes;
  return Math.max(Math.floor(maxResultBytes / 8), maxResultBytes - bodyBytes - NOTICE_BYTES);
}

function addOmitted(omitted: Record<string, number>, member: Member): void {
  const isFull = Object.keys(omitted).length >= MAX_OMITTED_NAMES;
  const name = isFull ? 'others' : member.key.slice(0, 64);
  omitted[name] = (omitted[name] ?? 0) + member.value.end - member.value.start;
}

function sizeOf(member: Member): number {
  return member.value.end - member.keyRange.start;
}

function writeMeta(view: ToolResultView, meta: Member | undefined, omitted: Readonly<Record<string, number>>): Buffer {
  const note = Object.keys(omitted).length === 0 ? undefined : Buffer.from(JSON.stringify(omitted));
  if (meta === undefined && note === undefined) return Buffer.alloc(0);
  const object = meta === undefined ? undefined : scanObject(view.bytes, meta.value.start);
  if (meta !== undefined && (note === undefined || object === undefined)) {
    return Buffer.concat([Buffer.from(',"_meta":'), slice(view.bytes, meta.value)]);
  }
  const members = object?.members ?? [];
  const replace = new Map(note === undefined ? [] : [[OMITTED_KEY, note]]);
  return Buffer.concat([Buffer.from(',"_meta":'), rewriteObject(view.bytes, members, replace)]);
}
