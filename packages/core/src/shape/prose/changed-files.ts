import type { Headings } from './headings.ts';
import { keepLine } from './keep-line.ts';

/** The files of a diff, as headings of it: each by its name and the first line that tells of it. */
export interface DiffFiles extends Headings {
  /** False where there are more files than were counted. */
  readonly isExact: boolean;
}

const maxKept = 400;
const maxNames = 10_000;

/**
 * Collects the files of a diff.
 *
 * Contract: a file that is told of several times counts once; exact up to 10,000 names, of which the first 400 are kept
 * with their lines. A rename is shown wherever it is told.
 */
export class ChangedFiles {
  readonly #lines: DiffFiles['lines'][number][] = [];
  /** Of each name its place in `#lines`, which may be behind what is kept there. */
  readonly #places = new Map<string, number>();
  /** Places whose row shows a rename. */
  readonly #renamed = new Set<number>();
  #isExact = true;

  get isEmpty(): boolean {
    return this.#places.size === 0;
  }

  /** `from` is the name that the file had before. */
  add(line: number, name: string, from?: string): void {
    const place = this.#places.get(name);
    const rename = from === undefined ? undefined : `${from} → ${name}`;
    if (place !== undefined) {
      const kept = this.#lines[place];
      if (rename === undefined || kept === undefined || this.#renamed.has(place)) return;
      this.#keep(place, kept.line, `${name} (line ${line}: ${rename})`);
      this.#renamed.add(place);
    } else if (this.#places.size === maxNames) this.#isExact = false;
    else {
      const next = this.#places.size;
      this.#places.set(name, next);
      if (next >= maxKept) return;
      this.#keep(next, line, rename ?? name);
      if (rename !== undefined) this.#renamed.add(next);
    }
  }

  end(): DiffFiles {
    return { count: this.#places.size, lines: this.#lines, isExact: this.#isExact };
  }

  #keep(place: number, line: number, text: string): void {
    this.#lines[place] = { ...keepLine(line, new TextEncoder().encode(text)), level: 1 };
  }
}
