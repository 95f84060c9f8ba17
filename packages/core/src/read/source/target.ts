import type { ByteSource, LineIndex, TextEncoding } from '../../bytes/byte-source.ts';
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
  /** Returns what a cursor at this offset must remember of the content. */
  identify(offset: number): Promise<ContentIdentity>;
  /**
   * Makes sure that a cursor was cut from this content, and tells whether the content has only grown since.
   * @throws SpillwayError `cursor-mismatch` or `source-changed`.
   */
  checkCursor(cursor: Cursor, use: CursorUse): Promise<'same' | 'appended'>;
}

/** Bytes that one line feed takes. */
export function lineFeedLength(encoding: TextEncoding): number {
  return encoding === 'utf-16le' || encoding === 'utf-16be' ? 2 : 1;
}
