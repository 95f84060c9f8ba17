/**
 * Makes a stream of what was read of one, and of what is left of it.
 *
 * Contract: reads no further than its reader asks, and lets go of a piece with its giving; cancelling it cancels the
 * source. `read` is used up.
 */
export function rejoinStream<Piece>(
  read: Piece[],
  reader: ReadableStreamDefaultReader<Piece>,
  isDone: boolean,
): ReadableStream<Piece> {
  return new ReadableStream<Piece>(
    {
      async pull(controller) {
        if (read.length > 0) return controller.enqueue(read.shift() as Piece);
        const next = isDone ? undefined : await reader.read();
        if (next === undefined || next.done) return controller.close();
        controller.enqueue(next.value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
