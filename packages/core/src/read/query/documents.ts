import { utf8ToString } from '../../bytes/decode.ts';
import { byteOrderMarkLength } from '../../bytes/encoding.ts';
import { iterateLines } from '../../bytes/lines.ts';
import { maxFaultyLines } from '../../shape/json/queries/can-query.ts';
import { notJson } from './query-error.ts';
import { describeFault } from './structure.ts';

/** What a path is applied to. */
export interface Documents {
  readonly format: 'json' | 'json-lines';
  /** The document; of JSON Lines the array of its documents. */
  readonly root: unknown;
  /** Where each document of JSON Lines stands, in the order of the array. */
  readonly lines: readonly LineDocument[];
  /** Lines that are no JSON, and the first of them; those without a value do not count. */
  readonly faultyLines: number;
  readonly firstFaultyLine?: number;
}

/** A document of JSON Lines: its bytes, and its 1-based line. */
interface LineDocument {
  readonly start: number;
  readonly end: number;
  readonly line: number;
}

/**
 * Reads one JSON document, or JSON Lines.
 *
 * Contract: `bytes` are UTF-8, `isTranscoded` where the content is not; a byte order mark is passed over. What is one
 * document as a whole is one; otherwise each line is a document, and lines that are none are passed over while they are
 * fewer than the others.
 * @throws SpillwayError `not-json`, which says where it breaks off.
 */
export function readDocuments(bytes: Uint8Array, isTranscoded: boolean): Documents {
  const begin = byteOrderMarkLength(bytes, 'utf-8');
  const whole = parse(bytes.subarray(begin));
  if (whole !== undefined) return { format: 'json', root: whole.value, lines: [], faultyLines: 0 };
  if (bytes.length === begin) throw notJson('it is empty', 'There is nothing to find in it.');
  const lines = readLines(bytes, begin);
  if (lines !== undefined) return lines;
  throw notJson(`${isTranscoded ? 'in UTF-8: ' : ''}${describeFault(bytes)}`);
}

function readLines(bytes: Uint8Array, begin: number): Documents | undefined {
  const root: unknown[] = [];
  const lines: LineDocument[] = [];
  let faultyLines = 0;
  let firstFaultyLine: number | undefined;
  let line = 0;
  for (const range of iterateLines(bytes)) {
    line++;
    const start = Math.max(begin, range.start);
    const content = bytes.subarray(start, range.end);
    if (isBlank(content)) continue;
    const document = parse(content);
    if (document !== undefined) {
      root.push(document.value);
      lines.push({ start, end: range.end, line });
      continue;
    }
    faultyLines++;
    firstFaultyLine ??= line;
    // A log may begin in the middle of a record, but a text that is no JSON at all is not read to its end.
    if (faultyLines > root.length + maxFaultyLines) return undefined;
  }
  if (root.length <= faultyLines) return undefined;
  return { format: 'json-lines', root, lines, faultyLines, ...(firstFaultyLine !== undefined && { firstFaultyLine }) };
}

function parse(bytes: Uint8Array): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(utf8ToString(bytes)) as unknown };
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isBlank(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);
}
