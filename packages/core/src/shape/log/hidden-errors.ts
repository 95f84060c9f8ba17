import { utf8ToString } from '../../bytes/decode.ts';
import { errorRank, errorRankOfErrors } from '../parts/error-words.ts';

/** Texts that are told apart; those beyond them are counted. */
const maxKinds = 4;

/** Frames with the same words that report an error and were drawn over. */
export interface HiddenError {
  readonly text: string;
  /** The first line that has it. */
  readonly line: number;
  readonly count: number;
}

/**
 * Keeps the errors that a terminal would not show any more, as the line was drawn over.
 *
 * Contract: counts every one; keeps the first of each kind, where numbers do not make a kind, for at most 4 kinds.
 */
export class HiddenErrors {
  count = 0;
  readonly #kinds = new Map<string, { text: string; line: number; count: number }>();

  get kept(): readonly HiddenError[] {
    return [...this.#kinds.values()];
  }

  add(line: number, frame: Uint8Array): void {
    const text = utf8ToString(frame);
    if (errorRank(text) < errorRankOfErrors) return;
    this.count++;
    const kind = text.replace(/\d+/g, '0');
    const known = this.#kinds.get(kind);
    if (known !== undefined) known.count++;
    else if (this.#kinds.size < maxKinds) this.#kinds.set(kind, { text, line, count: 1 });
  }
}
