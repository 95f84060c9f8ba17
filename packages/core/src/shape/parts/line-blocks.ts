import { countLineFeeds } from '../../bytes/line-feeds.ts';

const lineFeed = 0x0a;

/**
 * A stretch of a stream that ends where a line ends, with or without its line feed, or within a line that is longer than
 * what may be held back.
 */
export interface LineBlock {
  /** Valid until the next write. */
  readonly bytes: Uint8Array;
  /** 1-based number of the line that `bytes` starts in. */
  readonly line: number;
  /** Says that `bytes` starts within a long line, a few bytes of the block before repeated. */
  readonly startsMidLine: boolean;
}

/** Cuts a stream into blocks of whole lines. */
export interface LineBlocks {
  write(chunk: Uint8Array): void;
  end(): void;
}

/** Most bytes of an unfinished line that are held back: a block that starts a line shows at least so much of it. */
export const heldBytes = 65_536;
/** Bytes repeated where a long line is cut, so that a word across the cut is seen whole. */
export const repeatedBytes = 64;

/**
 * Creates a cutter of one stream of UTF-8, which calls `onBlock` for each block.
 *
 * Contract: holds at most 64 KiB; copies only what stands next to a seam.
 */
export function createLineBlocks(onBlock: (block: LineBlock) => void): LineBlocks {
  const held = new Uint8Array(heldBytes);
  let length = 0;
  let line = 1;
  let startsMidLine = false;

  const emit = (bytes: Uint8Array, lineFeeds: number): void => {
    onBlock({ bytes, line, startsMidLine });
    line += lineFeeds;
    startsMidLine = lineFeeds === 0;
  };
  const hold = (bytes: Uint8Array): void => {
    for (let at = 0; at < bytes.length; ) {
      const taken = Math.min(heldBytes - length, bytes.length - at);
      held.set(bytes.subarray(at, at + taken), length);
      length += taken;
      at += taken;
      if (length < heldBytes) return;
      emit(held.subarray(0, length), 0);
      held.copyWithin(0, length - repeatedBytes, length);
      length = repeatedBytes;
    }
  };
  return {
    write(chunk) {
      let rest = chunk;
      if (length > 0) {
        const end = chunk.indexOf(lineFeed);
        hold(end < 0 ? chunk : chunk.subarray(0, end));
        if (end < 0) return;
        emit(held.subarray(0, length), 1);
        length = 0;
        rest = chunk.subarray(end + 1);
      }
      const last = rest.lastIndexOf(lineFeed);
      const whole = rest.subarray(0, last + 1);
      if (whole.length > 0) emit(whole, countLineFeeds(whole));
      hold(rest.subarray(last + 1));
    },
    end() {
      if (length > (startsMidLine ? repeatedBytes : 0)) emit(held.subarray(0, length), 0);
      length = 0;
    },
  };
}
