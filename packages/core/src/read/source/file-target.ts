import type { TextEncoding } from '../../bytes/byte-source.ts';
import { detectEncoding, encodingHeadBytes } from '../../bytes/encoding.ts';
import { assertFileCursor } from '../../handle/cursor-check.ts';
import { identifyFile } from '../../handle/identity.ts';
import { createPace } from '../pace.ts';
import type { FileSource } from './file-source.ts';
import { countAllLines } from './line-scan.ts';
import type { ReadTarget } from './target.ts';

/** Lines are counted beforehand in files up to this size, so that a page can name the total. */
const countBytes = 16_777_216;

/**
 * Makes an open plain file readable.
 *
 * Contract: takes the encoding from the first bytes unless told; reads the whole of a file up to 16 MiB once, to count
 * its lines, and the first 64 KiB of a larger one.
 * @throws SpillwayError `aborted`, or what the source throws.
 */
export async function fileTarget(
  file: FileSource,
  options: { encoding?: TextEncoding; signal?: AbortSignal } = {},
): Promise<ReadTarget> {
  const head = await file.read(0, encodingHeadBytes);
  const encoding = options.encoding ?? detectEncoding(head, head.length === file.byteLength);
  const target: ReadTarget = {
    source: file,
    encoding,
    identify: (offset) => identifyFile(file.facts, file, offset),
    checkCursor: (cursor, use) => assertFileCursor(cursor, file.facts, file, use),
  };
  if (encoding === 'binary' || file.byteLength > countBytes) return target;
  return { ...target, lineCount: await countAllLines(target, createPace(options.signal)) };
}
