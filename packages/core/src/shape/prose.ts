import { jsonEscapedLength } from '../bytes/escaped-length.ts';
import { createExcerpt, type Excerpt } from './parts/excerpt.ts';
import { createProseDescriber } from './prose/describe-prose.ts';
import { failureExcerpt, failurePreview } from './prose/failure-preview.ts';
import { lineRoom } from './prose/line-room.ts';
import { outline } from './prose/outline.ts';
import type { ProseDetails } from './prose/prose-details.ts';
import { sourceKind } from './prose/source-kind.ts';
import { suggestInFailure, suggestInLine, suggestInText } from './prose/suggest-prose.ts';
import type { Shape } from './shape.ts';

/** Everything is text when nothing else claims it. */
const sureness = 0.2;
/** A source is no log because its lines are alike, nor a diff because of its colours or what it is a diff of. */
const sourceSureness = 0.55;
const diffSureness = 0.96;
/** Share of a document's room that its outline may take. */
const outlineShare = 0.5;
/** A preview of this size is what most readers of a suggestion have seen. */
const usualPreviewBytes = 4_096;
const lastLines = 3;
const lastLinesShare = 0.15;

/**
 * Prose, code, diffs and the output of programs: whole lines from the start, the last few, and the headings of a document
 * or the files of a diff; of the report of a failure start, end and the lines that say what failed.
 */
export const proseShape: Shape = {
  name: 'prose',
  startsFromTop: true,
  detect(head) {
    const source = sourceKind(head);
    if (source === undefined) return sureness;
    return source === 'diff' ? diffSureness : sourceSureness;
  },
  createDescriber: createProseDescriber,
  preview(description, maxBytes, isError = false) {
    const details = description.details as ProseDetails;
    if (isShownAsFailure(details, isError)) return failurePreview(details, maxBytes);
    return hasOutline(details) ? documentPreview(details, maxBytes) : startOf(details, maxBytes).text();
  },
  ends: (description) => description.details as ProseDetails,
  suggest(description, previewBytes = usualPreviewBytes, isError = false) {
    const details = description.details as ProseDetails;
    if (details.lineCount === 1) return suggestInLine(details, description.encoding, previewBytes);
    const shownLines = shownFromStart(details, previewBytes, isError);
    return details.kind === 'failure' ? suggestInFailure(details, shownLines) : suggestInText(details, shownLines);
  },
};

function isShownAsFailure({ lineCount, kind }: ProseDetails, isError: boolean): boolean {
  return lineCount > 1 && (isError || kind === 'failure');
}

/** The first lines, and the last few: how an output ends is worth more than one line more of its start. */
function startOf(details: ProseDetails, maxBytes: number): Excerpt {
  const { head, tail, lineCount } = details;
  const excerpt = createExcerpt(lineCount, maxBytes, lineRoom(lineCount, maxBytes));
  const all = [...head, ...tail];
  excerpt.add(all.slice(0, 1));
  excerpt.add(all.slice(-lastLines).reverse(), Math.floor(maxBytes * lastLinesShare));
  excerpt.add(all);
  return excerpt;
}

/** Lines that the preview of this size shows from the first on without a gap. */
function shownFromStart(details: ProseDetails, previewBytes: number, isError: boolean): number {
  const { lineNumbers } = isShownAsFailure(details, isError)
    ? failureExcerpt(details, previewBytes)
    : startBesideHeadings(details, previewBytes);
  let count = 0;
  while (lineNumbers.has(count + 1)) count += 1;
  return count;
}

function startBesideHeadings(details: ProseDetails, previewBytes: number): Excerpt {
  const headings = headingsOf(details, previewBytes);
  return startOf(details, previewBytes - (headings === '' ? 0 : jsonEscapedLength(`${headings}\n`)));
}

function hasOutline({ kind, files }: ProseDetails): boolean {
  return kind === 'markdown' || (files?.count ?? 0) > 1;
}

function headingsOf(details: ProseDetails, maxBytes: number): string {
  return hasOutline(details) ? outline(details, Math.floor(maxBytes * outlineShare)) : '';
}

function documentPreview(details: ProseDetails, maxBytes: number): string {
  const headings = headingsOf(details, maxBytes);
  if (headings === '') return startOf(details, maxBytes).text();
  const start = startOf(details, maxBytes - jsonEscapedLength(`${headings}\n`)).text();
  return start === '' ? headings : `${headings}\n${start}`;
}
