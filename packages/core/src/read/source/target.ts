import type { ByteSource, LineIndex, TextEncoding } from '../../bytes/byte-source.ts';
import type { TextCodec } from '../../bytes/text-codec.ts';
import type { Cursor } from '../../handle/cursor.ts';
import type { CursorUse } from '../../handle/cursor-check.ts';
import type { ContentIdentity } from '../../handle/identity.ts';
import type { Pace } from '../pace.ts';
import type { ScanGoal } from './known-lines.ts';

/** What a reader reads: bytes, how they become text, what is known of their lines, and how cursors are bound to them. */
export interface ReadTarget {
  readonly source: ByteSource;
  readonly encoding: TextEncoding;
  /** Lines of the whole source, where known. A last newline is not a line. */
  readonly lineCount?: number;
  readonly lineIndex?: LineIndex;
  /** Scans on until the index knows a place; present where the index of a live file grows as it is read. */
  scanLines?(goal: ScanGoal, pace: Pace): Promise<void>;
  /** Is a live file, which may grow. */
  readonly isLive?: boolean;
  /** Set where the text is neither UTF-8 nor UTF-16; `encoding` then says `utf-8`, whose line feeds are the same. */
  readonly codec?: TextCodec;
  /** Counts the bytes of key bodies in `[start, end)` that `source` gives masked; absent where there are none at all. */
  withheldIn?(start: number, end: number): Promise<number>;
  /**
   * Returns what a cursor at this offset must remember of the content; of its first `byteLength` bytes, where a live file
   * has grown since it was first read.
   */
  identify(offset: number, byteLength?: number): Promise<ContentIdentity>;
  /**
   * Makes sure that a cursor was cut from this content, and tells whether the content has only grown since.
   * @throws SpillwayError `cursor-mismatch` or `source-changed`.
   */
  checkCursor(cursor: Cursor, use: CursorUse): Promise<'same' | 'appended'>;
}

/** Returns a live file as it was when it had so many bytes. */
export function targetUntil(target: ReadTarget, byteLength: number): ReadTarget {
  const { lineCount: _, ...rest } = target;
  const { source } = target;
  return {
    ...rest,
    source: {
      byteLength,
      read: (offset, wanted) => source.read(offset, Math.max(0, Math.min(wanted, byteLength - offset))),
      close: () => source.close(),
    },
    identify: (offset) => target.identify(offset, byteLength),
  };
}

/** Bytes that one line feed takes. */
export function lineFeedLength(encoding: TextEncoding): number {
  return encoding === 'utf-16le' || encoding === 'utf-16be' ? 2 : 1;
}
