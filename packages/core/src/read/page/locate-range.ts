import { SpillwayError } from '../../errors.ts';
import type { ByteRange } from '../../handle/handle.ts';
import { createPace, type Pace } from '../pace.ts';
import { skipFeeds } from '../source/line-scan.ts';
import { lineFeedLength, type ReadTarget } from '../source/target.ts';
import type { PageRequest } from './page-request.ts';
import { resolvePosition } from './position.ts';
import { pastEndOffset } from './position-error.ts';

/**
 * Finds the bytes that a request names, exactly: where a page would begin and end on whole characters, this does not.
 *
 * Contract: without a place, from the start; without a count, to the end. Lines have their line ends. Of two counts the
 * one that ends first holds. Reads no more than it takes to find the lines.
 * @throws SpillwayError `request-invalid` or `past-end`; `aborted`.
 */
export async function locateRange(
  target: ReadTarget,
  request: Omit<PageRequest, 'cursor'>,
  signal?: AbortSignal,
): Promise<ByteRange> {
  const { offset, lineCount, byteCount = Number.POSITIVE_INFINITY } = request;
  const { byteLength } = target.source;
  if (lineCount !== undefined && target.encoding === 'binary') throw noLines();
  if (offset !== undefined && offset > 0 && offset >= byteLength) throw pastEndOffset(target, offset);
  const pace = createPace(signal);
  const start = offset !== undefined && request.startLine === undefined ? offset : await find(target, request, pace);
  const linesEnd = lineCount === undefined ? byteLength : await endOfLines(target, start, lineCount, pace);
  return { start, end: Math.min(byteLength, linesEnd, start + byteCount) };
}

/** A line and a byte that agree name the byte. */
async function find(target: ReadTarget, request: PageRequest, pace: Pace): Promise<number> {
  const position = await resolvePosition(target, request, pace);
  return request.offset ?? position.offset;
}

async function endOfLines(target: ReadTarget, start: number, lineCount: number, pace: Pace): Promise<number> {
  const from = start - (start % lineFeedLength(target.encoding));
  const found = await skipFeeds(target, from, lineCount, pace);
  return 'offset' in found ? found.offset : target.source.byteLength;
}

function noLines(): SpillwayError {
  return new SpillwayError({
    code: 'request-invalid',
    message: 'the content is binary and has no lines; give byteCount instead of lineCount',
  });
}
