/** Takes the counts of files from what ripgrep prints: a path, NUL, a number, a line feed. */
export class CountReader {
  readonly #counts = new Map<string, number>();
  #rest = '';

  /** By path as it was given. */
  get counts(): ReadonlyMap<string, number> {
    return this.#counts;
  }

  write(chunk: Buffer): void {
    // A path may be cut inside a character, so bytes stay bytes until it is whole; and it may hold line feeds itself.
    const text = this.#rest + chunk.toString('latin1');
    let end = 0;
    for (const { 0: record, index, groups = {} } of text.matchAll(recordForm)) {
      this.#counts.set(Buffer.from(groups.path ?? '', 'latin1').toString(), Number(groups.count));
      end = index + record.length;
    }
    this.#rest = text.slice(end);
  }
}

/** In its CR LF mode ripgrep ends its own lines that way, too. */
const recordForm = /(?<path>[^\0]*)\0(?<count>\d+)\r?\n/g;
