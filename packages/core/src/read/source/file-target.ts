import type { ByteSource, LineIndex, TextEncoding } from '../../bytes/byte-source.ts';
import { detectEncoding, encodingHeadBytes } from '../../bytes/encoding.ts';
import { createGuardedSource } from '../../guard/guarded-source.ts';
import type { KeyMode } from '../../guard/key-mode.ts';
import { assertFileCursor } from '../../handle/cursor-check.ts';
import { identifyFile } from '../../handle/identity.ts';
import { createSparseLineIndex } from '../../store/sparse-line-index.ts';
import { createPace } from '../pace.ts';
import type { NamedEncoding } from './encoding-label.ts';
import type { FileSource } from './file-source.ts';
import type { KnownLines } from './known-lines.ts';
import { createLineIndexMemory } from './line-index-memory.ts';
import { endsWithLineFeed } from './line-scan.ts';
import { lineFeedLength, type ReadTarget } from './target.ts';

/** Lines are counted beforehand in files up to this size, so that a page can name the total. */
const countBytes = 16_777_216;

/** One for all: a file that a page was read of is searched and read again. */
const remembered = createLineIndexMemory();

/** How a file is read. */
export interface FileTargetOptions {
  readonly countLines?: boolean;
  readonly signal?: AbortSignal;
  /** What is done about key bodies. Default: they are masked. */
  readonly keys?: KeyMode;
}

/**
 * Makes an open plain file readable.
 *
 * Contract: what is read of it has no key bodies, see `createGuardedSource`; cursors are bound to the file as it is.
 * Takes the encoding from the first bytes unless told; reads the whole of a file up to 16 MiB, to count its lines
 * unless `countLines` is false, and the first 64 KiB of a larger one. What a scan found of the lines of a file is
 * remembered, see `createLineIndexMemory`.
 * @throws SpillwayError `aborted`, or what the source throws.
 */
export async function fileTarget(
  file: FileSource,
  options: Partial<NamedEncoding> & FileTargetOptions = {},
): Promise<ReadTarget> {
  const { keys = 'redact' } = options;
  const encoding = options.encoding ?? (await readEncoding(file));
  const guarded = keys === 'include' ? undefined : createGuardedSource(file, keys);
  const target: ReadTarget = {
    source: guarded ?? file,
    ...(guarded !== undefined && { withheldIn: guarded.withheldIn }),
    encoding,
    ...(options.codec !== undefined && { codec: options.codec }),
    isLive: true,
    identify: (offset, byteLength = file.byteLength) => identifyFile(file.facts, { ...file, byteLength }, offset),
    checkCursor: (cursor, use) => assertFileCursor(cursor, file.facts, file, use),
  };
  if (encoding === 'binary' || options.countLines === false) return target;
  const lines = await remembered.recall(file, file.facts, encoding);
  if (file.byteLength <= countBytes) await lines.scan(file, { offset: file.byteLength }, createPace(options.signal));
  const lineCount = await countKnown(target, lines);
  return {
    ...target,
    lineIndex: toLineIndex(file, lines),
    ...(lineCount !== undefined && { lineCount }),
    scanLines: (goal, pace) => lines.scan(file, goal, pace),
  };
}

async function readEncoding(file: ByteSource): Promise<TextEncoding> {
  const head = await file.read(0, encodingHeadBytes);
  return detectEncoding(head, head.length === file.byteLength);
}

/** Lines of the whole file, where all of it was scanned. */
async function countKnown(target: ReadTarget, lines: KnownLines): Promise<number | undefined> {
  const { byteLength } = target.source;
  const scannable = byteLength - (byteLength % lineFeedLength(target.encoding));
  if (lines.scannedBytes !== scannable) return undefined;
  // Half a character at the end is a line of its own after a line feed.
  const hasRest = scannable < byteLength && (scannable === 0 || (await endsWithLineFeed(target, scannable)));
  return lines.lineCount + (hasRest ? 1 : 0);
}

/** What is known may go further than this opening of the file. */
function toLineIndex({ byteLength }: ByteSource, lines: KnownLines): LineIndex {
  const table = {
    get entryCount(): number {
      const { entries } = lines;
      let count = entries.length;
      while (count > 0 && (entries[count - 1]?.offset ?? 0) >= byteLength) count--;
      return count;
    },
    entry: (index: number) => lines.entries[index] ?? { line: 1, offset: 0 },
  };
  const { floor, floorOffset } = createSparseLineIndex(table, undefined);
  return {
    floor,
    floorOffset,
    get strideBytes(): number {
      return lines.strideBytes;
    },
    get scannedBytes(): number {
      return Math.min(lines.scannedBytes, byteLength);
    },
  };
}
