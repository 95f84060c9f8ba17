import { plural } from '../../bytes/count-words.ts';
import { jsonEscapedLength } from '../../bytes/escaped-length.ts';
import { formatNote } from '../../bytes/gutter.ts';
import { createExcerpt, type Excerpt } from '../parts/excerpt.ts';
import { contextLines, type ErrorLine } from './error-lines.ts';
import { lineRoom } from './line-room.ts';
import type { ProseDetails } from './prose-details.ts';

/** Shares of the room, in the order in which they are given out; what follows the errors may take what is left. */
const tailShare = 0.3;
const headShare = 0.15;
const errorShare = 0.35;
/** Where errors are shown, what comes before the end is worth no more than this. */
const moreTailShare = 0.1;
/** The summary is worth its room only where much more than it fits. */
const summaryParts = 6;

/**
 * Writes the start, the end, and between them the lines that report errors, each stretch left out counted.
 *
 * Contract: as `Shape.preview`.
 */
export function failurePreview(details: ProseDetails, maxBytes: number): string {
  const summary = summaryRow(details, maxBytes);
  const text = failureExcerpt(details, maxBytes).text();
  return text === '' ? '' : `${summary}${text}`;
}

/** Returns the lines that the preview of this size shows. */
export function failureExcerpt(details: ProseDetails, maxBytes: number): Excerpt {
  const room = maxBytes - jsonEscapedLength(summaryRow(details, maxBytes));
  return wholeExcerpt(details, room) ?? partExcerpt(details, room);
}

/** With its newline; `''` where it is not worth its room. */
function summaryRow(details: ProseDetails, maxBytes: number): string {
  if (details.errors.lineCount === 0) return '';
  const summary = `${formatNote(summaryText(details))}\n`;
  return jsonEscapedLength(summary) * summaryParts <= maxBytes ? summary : '';
}

/** Everything, where everything is kept and fits. */
function wholeExcerpt({ head, tail, lineCount }: ProseDetails, room: number): Excerpt | undefined {
  if (head.length + tail.length < lineCount) return undefined;
  const excerpt = createExcerpt(lineCount, room, room);
  excerpt.add([...head, ...tail]);
  return excerpt.lineNumbers.size === lineCount ? excerpt : undefined;
}

function partExcerpt({ errors, head, tail, lineCount }: ProseDetails, room: number): Excerpt {
  const excerpt = createExcerpt(lineCount, room, lineRoom(lineCount, room));
  const fromStart = [...head, ...tail];
  const fromEnd = [...fromStart].reverse();
  excerpt.add(fromEnd, room * tailShare);
  excerpt.add(fromStart, room * headShare);
  excerpt.add(errorsByWorth(errors.lines), room * errorShare);
  const shown = excerpt.lineNumbers;
  excerpt.add(errors.context.filter(({ line }) => followsShown(line, errors.lines, shown)));
  if (errors.lines.length > 0) excerpt.add(fromEnd, room * moreTailShare);
  else {
    excerpt.add(fromEnd);
    excerpt.add(fromStart);
  }
  return excerpt;
}

function followsShown(line: number, errors: readonly ErrorLine[], shown: ReadonlySet<number>): boolean {
  return errors.some((error) => error.line < line && error.line >= line - contextLines && shown.has(error.line));
}

function summaryText({ errors }: ProseDetails): string {
  const lines = `${plural(errors.lineCount, 'line')} with error words`;
  const counts = errors.patterns
    ?.map(({ pattern, lineCount }) => `${pattern.replaceAll('\\', '')} ${lineCount}`)
    .join(', ');
  return counts === undefined ? lines : `${lines}: ${counts}`;
}

/** What is said for the first time before repeats, the gravest first. */
function errorsByWorth(lines: readonly ErrorLine[]): ErrorLine[] {
  return [...lines].sort((a, b) => Number(a.isRepeat) - Number(b.isRepeat) || b.rank - a.rank || a.line - b.line);
}
