import { formatCount, plural } from '../../bytes/count-words.ts';
import { SpillwayError } from '../../errors.ts';
import type { ReadTarget } from '../source/target.ts';

/** Builds the answer to a line that is not there, with what is. */
export function pastEndLine(target: ReadTarget, line: number, lineCount: number): SpillwayError {
  const { byteLength } = target.source;
  return pastEnd(
    `line ${formatCount(line)} does not exist`,
    `there are ${plural(lineCount, 'line')} (${plural(byteLength, 'byte')})`,
    byteLength === 0 ? 'it is empty' : `startLine goes from 1 to ${lineCount}`,
    { startLine: line, lineCount, byteLength },
  );
}

/** Builds the answer to a byte that is not there, with what is. */
export function pastEndOffset(target: ReadTarget, offset: number): SpillwayError {
  const { byteLength } = target.source;
  return pastEnd(
    `byte ${formatCount(offset)} does not exist`,
    `there are ${plural(byteLength, 'byte')}`,
    byteLength === 0 ? 'it is empty' : `offset goes from 0 to ${byteLength - 1}`,
    { offset, byteLength },
  );
}

function pastEnd(asked: string, total: string, range: string, facts: Record<string, number>): SpillwayError {
  return new SpillwayError({ code: 'past-end', message: `${asked}; ${total}; ${range}`, facts });
}
