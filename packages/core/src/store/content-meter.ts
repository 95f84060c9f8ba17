import { createHash, type Hash } from 'node:crypto';
import type { TextEncoding } from '../bytes/byte-source.ts';
import { concatBytes } from '../bytes/concat.ts';
import { detectEncoding, encodingHeadBytes } from '../bytes/encoding.ts';
import { createLineIndexBuilder, type LineIndexBuilder, type LineIndexEntry } from '../bytes/line-index-builder.ts';

/** What a meter knows when all of a content has passed. */
export interface MeasuredContent {
  readonly sha256: string;
  readonly byteLength: number;
  readonly encoding: TextEncoding;
  readonly lineCount?: number;
}

/**
 * Hashes, counts and line-indexes a content in one pass.
 *
 * Contract: where no encoding is given it is found from the first 64 KiB, of which a copy is held until then; no other
 * byte is kept. `update` returns line index entries in order.
 */
export class ContentMeter {
  readonly #hash: Hash = createHash('sha256');
  #encoding: TextEncoding | undefined;
  #lines: LineIndexBuilder | undefined;
  #head: Uint8Array[] = [];
  #headLength = 0;
  #byteLength = 0;

  constructor(encoding?: TextEncoding) {
    if (encoding !== undefined) this.#decide(encoding);
  }

  update(chunk: Uint8Array): readonly LineIndexEntry[] {
    this.#hash.update(chunk);
    this.#byteLength += chunk.length;
    if (this.#lines !== undefined) return this.#lines.write(chunk);
    this.#headLength += chunk.length;
    const isEnough = this.#headLength >= encodingHeadBytes;
    this.#head.push(isEnough ? chunk : chunk.slice());
    return isEnough ? this.#indexHead(false) : [];
  }

  end(): MeasuredContent {
    // A head this short has no line index entry: it is shorter than a stride.
    if (this.#lines === undefined) this.#indexHead(true);
    const { lineCount } = this.#lines?.end() ?? {};
    return {
      sha256: this.#hash.digest('hex'),
      byteLength: this.#byteLength,
      encoding: this.#encoding ?? 'utf-8',
      ...(lineCount !== undefined && { lineCount }),
    };
  }

  #indexHead(complete: boolean): readonly LineIndexEntry[] {
    const head = concatBytes(this.#head);
    this.#head = [];
    return this.#decide(detectEncoding(head, complete)).write(head);
  }

  #decide(encoding: TextEncoding): LineIndexBuilder {
    this.#encoding = encoding;
    this.#lines = createLineIndexBuilder(encoding);
    return this.#lines;
  }
}
