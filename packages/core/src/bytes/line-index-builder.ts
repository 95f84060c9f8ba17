import type { TextEncoding } from './byte-source.ts';
import { afterLineFeed, countLineFeedsIn } from './line-feeds.ts';

/** The start of a line: its 1-based number and the byte offset of its first byte. */
export interface LineIndexEntry {
  readonly line: number;
  readonly offset: number;
}

/** Finds line starts while a content streams past, for a store to write down. */
export interface LineIndexBuilder {
  /** Takes the next bytes and returns the entries found in them, in order; most often none. */
  write(chunk: Uint8Array): readonly LineIndexEntry[];
  /** Ends the content and returns its line count (a last newline is not a line), or nothing for binary. */
  end(): { readonly lineCount?: number };
}

/** Bytes of content that one entry stands for, on average at least: what stores write down and readers count on. */
export const defaultStrideBytes = 262_144;

/**
 * Creates a builder of a sparse line index.
 *
 * Contract: line 1 at offset 0 is known and never emitted; then the first line start at or after each multiple of
 * `strideBytes`, once, so that reading at most one stride beyond an entry (or one line, where a line is longer) finds
 * any line. The same entries whatever the chunking. Keeps no chunk; O(1) memory.
 */
export function createLineIndexBuilder(
  encoding: TextEncoding = 'utf-8',
  strideBytes: number = defaultStrideBytes,
): LineIndexBuilder {
  if (encoding === 'binary') return { write: () => [], end: () => ({}) };
  return encoding === 'utf-8' ? createScan(encoding, strideBytes) : createPairedScan(encoding, strideBytes);
}

function createScan(encoding: TextEncoding, strideBytes: number): LineIndexBuilder {
  let offset = 0;
  let line = 1;
  let lineStart = 0;
  let nextEntryAt = strideBytes;

  return {
    write(chunk: Uint8Array): readonly LineIndexEntry[] {
      const entries: LineIndexEntry[] = [];
      const end = offset + chunk.length;
      let from = 0;
      while (offset + from < end) {
        // An entry is due at the first line start >= nextEntryAt: its line feed is at nextEntryAt - 1 or later.
        const dueFrom = Math.max(0, nextEntryAt - 2 - offset);
        if (dueFrom > from) {
          const until = Math.min(dueFrom, chunk.length);
          line += countLineFeedsIn(chunk.subarray(from, until), encoding);
          from = until;
          continue;
        }
        const after = afterLineFeed(chunk, from, encoding);
        if (after < 0) break;
        line++;
        from = after;
        const start = offset + after;
        if (start < nextEntryAt) continue;
        entries.push({ line, offset: start });
        nextEntryAt = (Math.floor(start / strideBytes) + 1) * strideBytes;
      }
      offset = end;
      if (endsLine(chunk, encoding)) lineStart = offset;
      return entries;
    },
    end: () => ({ lineCount: line - 1 + (offset > lineStart ? 1 : 0) }),
  };
}

/** UTF-16: an odd byte at a seam waits for its other half. */
function createPairedScan(encoding: TextEncoding, strideBytes: number): LineIndexBuilder {
  const scan = createScan(encoding, strideBytes + (strideBytes % 2));
  let odd: number | undefined;
  return {
    write(chunk: Uint8Array): readonly LineIndexEntry[] {
      if (chunk.length === 0) return [];
      let rest = chunk;
      let entries: readonly LineIndexEntry[] = [];
      if (odd !== undefined) {
        entries = scan.write(Uint8Array.of(odd, chunk[0] as number));
        odd = undefined;
        rest = chunk.subarray(1);
      }
      const whole = rest.length - (rest.length % 2);
      if (whole < rest.length) odd = rest[whole];
      const more = scan.write(rest.subarray(0, whole));
      return entries.length === 0 ? more : [...entries, ...more];
    },
    end: () => {
      if (odd !== undefined) scan.write(Uint8Array.of(odd));
      return scan.end();
    },
  };
}

function endsLine(chunk: Uint8Array, encoding: TextEncoding): boolean {
  return (
    chunk.length > 0 && afterLineFeed(chunk, Math.max(0, chunk.length - (encoding === 'utf-8' ? 1 : 2)), encoding) >= 0
  );
}
