import { isUtf8 } from 'node:buffer';
import type { OriginPart } from '../boundary.ts';
import { slice } from '../json/raw.ts';
import type { Range } from '../json/scan.ts';

/** A place in the bytes of a result that holds exactly what is stored, in one form or the other. */
export interface Occurrence {
  readonly range: Range;
  readonly stored: 'escaped' | 'raw';
}

/** What of a result is not stored already has to be small to stand in the provenance. */
const MAX_PARTS_BYTES = 2_048;

/**
 * Takes a result apart: the places where the stored bytes stand, and the text between them.
 *
 * Contract: `undefined` where nothing is stored of it, or where the rest is over 2 KiB as JSON or no UTF-8.
 */
export function toOriginParts(
  bytes: Buffer,
  result: Range,
  occurrences: readonly Occurrence[],
): OriginPart[] | undefined {
  if (occurrences.length === 0) return undefined;
  const parts: OriginPart[] = [];
  let at = result.start;
  let restBytes = 0;
  const addText = (end: number): boolean => {
    const text = slice(bytes, { start: at, end });
    restBytes += text.length;
    if (restBytes > MAX_PARTS_BYTES || !isUtf8(text)) return false;
    if (text.length > 0) parts.push(text.toString('utf8'));
    return true;
  };
  for (const { range, stored } of [...occurrences].sort((a, b) => a.range.start - b.range.start)) {
    if (!addText(range.start)) return undefined;
    parts.push({ stored });
    at = range.end;
  }
  return addText(result.end) && JSON.stringify(parts).length <= MAX_PARTS_BYTES ? parts : undefined;
}
