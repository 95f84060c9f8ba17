import type { TextEncoding } from '../bytes/byte-source.ts';
import type { KeptLine } from './parts/kept-line.ts';

/** The kinds of content that Spillway tells apart. A new kind is a new file and a new row in `shapes.ts`. */
export type ShapeName = 'log' | 'prose' | 'json' | 'json-lines' | 'table' | 'binary';

/** A call worth making next, found by a shape in its own content; the notice turns it into a literal tool call. */
export type Suggestion =
  | { readonly kind: 'page'; readonly startLine: number; readonly lineCount: number }
  /** `byteCount` where what is worth seeing ends there. */
  | { readonly kind: 'offset'; readonly offset: number; readonly byteCount?: number }
  | { readonly kind: 'grep'; readonly pattern: string }
  /** A JSONPath that finds something; `pattern` searches for the same, where no reader takes a path. */
  | { readonly kind: 'query'; readonly path: string; readonly pattern?: string };

/**
 * What a shape learnt of a content in one pass. Plain JSON data of bounded size (at most 4 MiB whatever the content),
 * so that it can cross a thread.
 */
export interface Description {
  readonly shape: ShapeName;
  /** A few words for a notice's first line, such as `log, 20,000 lines` or `JSON, array of 7,000 objects`. */
  readonly headline: string;
  readonly mediaType: string;
  readonly encoding: TextEncoding;
  readonly byteLength: number;
  /** Absent for binary. A last newline is not a line. */
  readonly lineCount?: number;
  /** Bytes that were looked at for the details, where not all were. Counts are then "at least". */
  readonly sampledBytes?: number;
  /** What the shape itself needs to write its preview; nobody else reads it. */
  readonly details: unknown;
}

/**
 * Learns about one content while it streams past.
 *
 * Contract: `write` takes decoded UTF-8 bytes (raw bytes for `binary`) in any chunking, does not keep the chunk, and
 * costs O(chunk) time and bounded memory; `end` is called once and returns the description.
 */
export interface Describer {
  write(chunk: Uint8Array): void;
  end(): Description;
}

/** The first and the last lines of a content, none of them twice but one long line, by its start and by its end. */
export interface LineEnds {
  readonly head: readonly KeptLine[];
  readonly tail: readonly KeptLine[];
}

/** Where a text stands escaped inside a content: a JSON string without its quotes. */
export interface InnerPlace {
  /** JSONPath, where one finds it; else where it stands, in words of the preview. */
  readonly path: string;
  /** Where its first byte stands in the content, from 0. */
  readonly offset: number;
  /** Bytes as it stands, escapes included. */
  readonly byteLength: number;
}

/** One kind of content: a table of the same functions for each. */
export interface Shape {
  readonly name: ShapeName;
  /** Its start is worth more than a description of it: a content of a few budgets is shown from its start. */
  readonly startsFromTop?: boolean;
  /**
   * Tells how sure this shape is, 0 (no) to 1 (certain), from the first bytes (decoded to UTF-8 unless binary).
   * `complete` says that `head` is the whole content.
   */
  detect(head: Uint8Array, complete: boolean): number;
  createDescriber(): Describer;
  /**
   * Writes the preview: complete lines, most worth seeing first, whose JSON-escaped UTF-8 length (newlines included)
   * is at most `maxBytes`. Every line starts with a gutter (`9174| `, `| ` or a right-aligned count followed by two
   * spaces) that no call line can match. Returns `''` when nothing useful fits. `isError` says that the tool failed, so
   * that the end counts as much as the start.
   */
  preview(description: Description, maxBytes: number, isError?: boolean): string;
  /** The one text inside that is at least half of the content, where there is one and it is no encoded data. */
  inner?(description: Description): InnerPlace | undefined;
  /** The lines at both ends, where the shape knows lines. */
  ends?(description: Description): LineEnds;
  /**
   * The best next calls for this content beside what `preview` writes for the same `previewBytes` (default: the usual
   * 4,096) and `isError`, best first, at most three. A page that reads on begins where the start that is shown ends.
   */
  suggest(description: Description, previewBytes?: number, isError?: boolean): readonly Suggestion[];
}
