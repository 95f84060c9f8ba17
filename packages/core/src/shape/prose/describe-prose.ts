import { formatBytes, formatCount, plural } from '../../bytes/count-words.ts';
import { utf8ToString } from '../../bytes/decode.ts';
import { byteOrderMarkLength } from '../../bytes/encoding.ts';
import { incompleteTailLength } from '../../bytes/utf8-edge.ts';
import { createHeadTail } from '../parts/head-tail.ts';
import { createLineBlocks } from '../parts/line-blocks.ts';
import type { Describer, Description } from '../shape.ts';
import { createDiffFinder } from './diff-files.ts';
import { createErrorFinder } from './error-lines.ts';
import { createHeadingFinder } from './headings.ts';
import type { ProseDetails } from './prose-details.ts';
import { type SourceKind, sourceBytes, sourceKind } from './source-kind.ts';
import { textKind } from './text-kind.ts';

/** Enough to know where reading goes on behind the start of a single long line. */
const startBytes = 4_096;
/** A longest line above this is worth a word. */
const longLineBytes = 10_000;

/**
 * Creates the describer of prose, code and the output of programs.
 *
 * Contract: as `Describer`; counts lines, the lines that hold error words, headings, and the files of a diff, each
 * exactly.
 */
export function createProseDescriber(): Describer {
  const ends = createHeadTail();
  const errors = createErrorFinder();
  const headings = createHeadingFinder();
  const files = createDiffFinder();
  const blocks = createLineBlocks((block) => {
    errors.write(block);
    headings.write(block);
    files.write(block);
  });
  const start = new Uint8Array(sourceBytes + 1);
  let startLength = 0;
  return {
    write(chunk) {
      const missing = chunk.subarray(0, start.length - startLength);
      start.set(missing, startLength);
      startLength += missing.length;
      ends.write(chunk);
      blocks.write(chunk);
    },
    end() {
      blocks.end();
      const found = { ...ends.end(), errors: errors.end(), headings: headings.end() };
      const facts = { ...found, ...toStart(start.subarray(0, Math.min(startLength, startBytes))) };
      const source = sourceKind(start.subarray(0, startLength));
      if (source === undefined) return toDescription({ ...facts, kind: textKind(found) });
      const { isExact, ...places } = files.end();
      const diff = source === 'diff' && { headings: places, files: { count: places.count, isExact } };
      return toDescription({ ...facts, kind: 'source', source, ...diff });
    },
  };
}

function toStart(bytes: Uint8Array): Pick<ProseDetails, 'start' | 'markBytes'> {
  const markBytes = byteOrderMarkLength(bytes, 'utf-8');
  return { start: utf8ToString(bytes.subarray(markBytes, bytes.length - incompleteTailLength(bytes))), markBytes };
}

function toDescription(details: ProseDetails): Description {
  const { byteLength, lineCount } = details;
  return {
    shape: 'prose',
    headline: [nameOf(details), ...facts(details)].join(', '),
    mediaType: mediaTypeOf(details),
    encoding: 'utf-8',
    byteLength,
    lineCount,
    details,
  };
}

const mediaTypes: Readonly<Record<SourceKind, string>> = {
  diff: 'text/x-diff',
  HTML: 'text/html',
  XML: 'application/xml',
  YAML: 'application/yaml',
  code: 'text/plain',
};

function mediaTypeOf({ kind, source }: ProseDetails): string {
  if (source !== undefined) return mediaTypes[source];
  return kind === 'markdown' ? 'text/markdown' : 'text/plain';
}

function nameOf({ kind, source, files }: ProseDetails): string {
  if (source === undefined) return kind === 'markdown' ? 'Markdown' : 'text';
  if (files === undefined || files.count === 0) return source;
  return `${source} of ${files.isExact ? '' : 'over '}${plural(files.count, 'file')}`;
}

function facts({ kind, lineCount, longestLineBytes, errors, headings }: ProseDetails): string[] {
  if (lineCount === 0) return ['empty'];
  if (lineCount === 1) return [`one line of ${formatBytes(longestLineBytes)}`];
  const words = [plural(lineCount, 'line')];
  if (kind === 'markdown') words.push(plural(headings.count, 'heading'));
  if (kind === 'failure' && errors.lineCount > 0) words.push(`${formatCount(errors.lineCount)} with error words`);
  if (longestLineBytes > longLineBytes) words.push(`longest ${formatBytes(longestLineBytes)}`);
  return words;
}
