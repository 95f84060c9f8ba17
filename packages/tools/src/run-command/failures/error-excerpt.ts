import type { Captured } from '@spillway/core';
import type { CapturedCommand } from '../streams/capture-command.ts';

/** Keeps what a command said first and last on each stream, to find out why it failed. */
export interface ErrorExcerpt {
  add(stream: 'stdout' | 'stderr', piece: Uint8Array): void;
  /** What was said on standard error; of a command without any, its short output, as of one run with `2>&1`. */
  text(streams: CapturedCommand['streams']): string;
}

const endBytes = 4_096;

/** Creates an excerpt. Contract: memory of a few KiB whatever is added. */
export function createErrorExcerpt(): ErrorExcerpt {
  const ends = { stdout: createEnds(), stderr: createEnds() };
  return {
    add: (stream, piece) => ends[stream].add(piece),
    text: ({ stdout, stderr }) => {
      if (stderr.captured.producedBytes > 0) return shownText(stderr.captured) ?? ends.stderr.text();
      return stdout.captured.producedBytes <= endBytes ? (shownText(stdout.captured) ?? '') : '';
    },
  };
}

/** What is all there is taken as it is shown: without what a model must not see. */
function shownText({ whole, head }: Captured): string | undefined {
  if (!whole) return undefined;
  return Buffer.concat([head.subarray(0, endBytes), head.subarray(endBytes).subarray(-endBytes)]).toString();
}

function createEnds() {
  let head: Uint8Array = new Uint8Array(0);
  let tail: Uint8Array = new Uint8Array(0);
  return {
    add(piece: Uint8Array): void {
      const room = endBytes - head.length;
      if (room > 0) head = Buffer.concat([head, piece.subarray(0, room)]);
      if (piece.length <= room) return;
      const rest = piece.subarray(Math.max(room, piece.length - endBytes));
      tail = Buffer.concat([tail, rest]).subarray(-endBytes);
    },
    text: (): string => Buffer.concat([head, tail]).toString(),
  };
}
