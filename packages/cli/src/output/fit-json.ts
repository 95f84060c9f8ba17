/**
 * Makes an answer whose JSON is at most `maxBytes`.
 *
 * Contract: asks `answer` for less, again and again, until what it gives fits; `answer` throws when it cannot go lower.
 */
export async function fitJson(maxBytes: number, answer: (maxBytes: number) => Promise<object>): Promise<object> {
  for (let room = maxBytes; ; ) {
    const value = await answer(room);
    const over = Buffer.byteLength(JSON.stringify(value)) + 1 - maxBytes;
    if (over <= 0) return value;
    room -= over;
  }
}
