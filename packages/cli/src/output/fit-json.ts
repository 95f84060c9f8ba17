/** A page, and what is printed of it as data. */
export interface FittingPage<Page> {
  readonly page: Page;
  readonly object: object;
}

/**
 * Makes an answer whose JSON is at most `maxBytes`.
 *
 * Contract: asks `answer` for less, again and again, until what it gives fits; `answer` throws when it cannot go lower.
 */
export async function fitJson<Page>(
  maxBytes: number,
  answer: (maxBytes: number) => Promise<{ readonly page: Page }>,
  toJson: (page: Page) => object,
): Promise<FittingPage<Page>> {
  for (let room = maxBytes; ; ) {
    const { page } = await answer(room);
    const object = toJson(page);
    const over = Buffer.byteLength(JSON.stringify(object)) + 1 - maxBytes;
    if (over <= 0) return { page, object };
    room -= over;
  }
}
