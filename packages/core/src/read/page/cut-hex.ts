import { jsonEscapedLength } from '../../bytes/escaped-length.ts';
import { formatHexRow, hexRowBytes } from '../../bytes/hex-dump.ts';
import type { ReadTarget } from '../source/target.ts';
import type { Cut, CutRequest } from './cut.ts';

/** Bytes of the shortest row of a hex dump, escaped newline included. */
const minRowCost = 78;

/**
 * Cuts a page of rows of a hex dump.
 *
 * Contract: `offset` is at the start of a row; a row counts as a line for `maxLines`; there is no gutter.
 */
export async function cutHex(target: ReadTarget, request: CutRequest): Promise<Cut> {
  const asked = Math.min(request.maxLines, Math.max(1, Math.floor(request.maxSourceBytes / hexRowBytes)));
  const maxRows = Math.min(asked, Math.max(1, Math.floor(request.maxBytes / minRowCost)));
  const bytes = await target.source.read(request.offset, maxRows * hexRowBytes);
  const rows: string[] = [];
  let left = request.maxBytes;
  let at = 0;
  while (at < bytes.length) {
    const row = `${formatHexRow(bytes.subarray(at, at + hexRowBytes), request.offset + at)}\n`;
    left -= jsonEscapedLength(row);
    if (left < 0 && at > 0) break;
    rows.push(row);
    at += hexRowBytes;
  }
  return {
    content: rows.join(''),
    nextOffset: request.offset + Math.min(at, bytes.length),
    lineFeeds: 0,
    endsMidLine: false,
    replaced: 0,
    undecodable: 0,
  };
}
