import { hexRowBytes } from '../../bytes/hex-dump.ts';
import { SpillwayError } from '../../errors.ts';
import { parseCursor } from '../../handle/cursor.ts';
import type { Pace } from '../pace.ts';
import type { ReadTarget } from '../source/target.ts';
import { floorUnit, lineAt, locateLine } from './locate.ts';
import { assertPageRequest, type PageRequest } from './page-request.ts';
import { pastEndLine, pastEndOffset } from './position-error.ts';

/** The start of a page. */
export interface Position {
  readonly offset: number;
  /** The line that the offset lies in, where it is known. */
  readonly line?: number;
  /** The source has grown since the cursor was cut. */
  readonly hasGrown: boolean;
  /** Where the source ended when its first page was read; absent where it ends there now. */
  readonly end?: number;
}

/**
 * Finds the start of the page that is asked for.
 *
 * @throws SpillwayError `request-invalid`, `past-end`, or what checking the cursor throws.
 */
export async function resolvePosition(target: ReadTarget, request: PageRequest, pace: Pace): Promise<Position> {
  assertPageRequest(request);
  const { cursor, startLine, offset } = request;
  if (cursor !== undefined) return atCursor(target, cursor);
  if (startLine !== undefined && target.encoding === 'binary') throw noLines();
  if (startLine !== undefined && offset !== undefined) return atBoth(target, startLine, offset, pace);
  if (offset !== undefined) return atOffset(target, offset, pace);
  return atLine(target, startLine ?? 1, pace);
}

async function atCursor(target: ReadTarget, text: string): Promise<Position> {
  const cursor = parseCursor(text);
  const state = await target.checkCursor(cursor, { kind: 'page' });
  const { offset, line, identity } = cursor;
  const { byteLength } = target.source;
  const waits = target.isLive === true && offset === byteLength;
  if (offset >= byteLength && offset > 0 && !waits) throw pastEndOffset(target, offset);
  const firstEnd = target.isLive === true && identity.source === 'file' ? identity.byteLength : byteLength;
  return {
    offset,
    ...(line !== undefined && { line }),
    hasGrown: state === 'appended',
    ...(offset < firstEnd && firstEnd < byteLength && { end: firstEnd }),
  };
}

async function atOffset(target: ReadTarget, asked: number, pace: Pace): Promise<Position> {
  if (asked > 0 && asked >= target.source.byteLength) throw pastEndOffset(target, asked);
  const offset = await floorUnit(target, asked, hexRowBytes);
  const line = await lineAt(target, offset, pace);
  return { offset, ...(line !== undefined && { line }), hasGrown: false };
}

async function atLine(target: ReadTarget, line: number, pace: Pace): Promise<Position> {
  if (target.encoding === 'binary') return { offset: 0, hasGrown: false };
  if (line === 1) return { offset: 0, line, hasGrown: false };
  const found = await locateLine(target, line, pace);
  if ('offset' in found) return { offset: found.offset, line, hasGrown: false };
  throw pastEndLine(target, line, found.lineCount);
}

async function atBoth(target: ReadTarget, line: number, asked: number, pace: Pace): Promise<Position> {
  const start = await atLine(target, line, pace);
  const byOffset = await atOffset(target, asked, pace);
  const lineOfOffset = byOffset.line ?? (await lineAt(target, byOffset.offset, pace, true));
  if (lineOfOffset === line) return { ...byOffset, line };
  const facts = { startLine: line, startLineOffset: start.offset, offset: asked, offsetLine: lineOfOffset ?? 0 };
  throw new SpillwayError({
    code: 'request-invalid',
    message: `startLine ${line} starts at byte ${start.offset}, but offset ${asked} is in line ${lineOfOffset}; give one of them`,
    facts,
  });
}

function noLines(): SpillwayError {
  return new SpillwayError({
    code: 'request-invalid',
    message: 'the content is binary and has no lines; give offset instead of startLine',
  });
}
