/** Where a content breaks the grammar of JSON. */
export interface Fault {
  /** Byte offset of the first byte that cannot stand there; the length of the content where it ends too early. */
  readonly offset: number;
  /** 1-based. */
  readonly line: number;
  /** What could stand there, in words. */
  readonly expected: string;
  /** The byte found, or -1 at the end of the content or of its line. */
  readonly byte: number;
}

/** Faulty lines that are told one by one. */
const maxTold = 3;

/**
 * Notes where a content breaks the grammar.
 *
 * Contract: a small fault (a control character or a wrong escape in a string, `NaN`) leaves no doubt how the content
 * goes on; a hard one ends the document, or in JSON Lines the line.
 */
export class Faults {
  smallCount = 0;
  firstSmall: Fault | undefined;
  hard: Fault | undefined;
  faultyLines = 0;
  readonly toldLines: Fault[] = [];
  /** The first fault of the current line. */
  #ofLine: Fault | undefined;

  addSmall(fault: Fault): void {
    this.smallCount++;
    this.firstSmall ??= fault;
    this.#ofLine ??= fault;
  }

  addHard(fault: Fault): void {
    this.hard ??= fault;
    this.#ofLine ??= fault;
  }

  /** Ends a line of JSON Lines. */
  endLine(): void {
    if (this.#ofLine === undefined) return;
    this.faultyLines++;
    if (this.toldLines.length < maxTold) this.toldLines.push(this.#ofLine);
    this.#ofLine = undefined;
  }
}
