import { jsonEscapedLength } from '../../bytes/escaped-length.ts';

/** What the newline of a preview line costs when it is JSON-escaped. */
const newlineCost = 2;

/** Counts the JSON-escaped bytes of one preview line with its newline. */
export function previewLineCost(line: string): number {
  return jsonEscapedLength(line) + newlineCost;
}

/**
 * Collects the lines of a preview within a budget of JSON-escaped bytes.
 *
 * Contract: a line that does not fit is refused whole; what was added stays. `toString()` never exceeds the budget, and
 * its last line has no newline.
 */
export class PreviewWriter {
  #left: number;
  #text = '';

  constructor(maxBytes: number) {
    this.#left = maxBytes;
  }

  /** JSON-escaped bytes that are still free. */
  get left(): number {
    return this.#left;
  }

  get isEmpty(): boolean {
    return this.#text === '';
  }

  /** Adds one line, which holds no newline. Returns false, and adds nothing, where it does not fit. */
  add(line: string): boolean {
    const cost = previewLineCost(line);
    if (cost > this.#left) return false;
    this.#left -= cost;
    this.#text += this.#text === '' ? line : `\n${line}`;
    return true;
  }

  /** Adds lines until one does not fit. Returns how many were added. */
  addAll(lines: readonly string[]): number {
    let added = 0;
    while (added < lines.length && this.add(lines[added] as string)) added++;
    return added;
  }

  toString(): string {
    return this.#text;
  }
}
