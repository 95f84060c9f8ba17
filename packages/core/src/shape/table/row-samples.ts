import { incompleteTailLength } from '../../bytes/utf8-edge.ts';
import type { KeptLine } from '../parts/kept-line.ts';
import { lineText } from '../parts/line-text.ts';
import type { CellReader } from './cell-reader.ts';
import type { ColumnSummary } from './column.ts';

const maxSamples = 256;
/** The first records are shown anyway. */
const firstRecord = 3;
/** A value in more rows than this share is not rare. */
const rareShare = 0.01;
const minRareRows = 3;

interface Sample {
  readonly record: number;
  readonly kept: KeptLine;
}

interface Rarity {
  /** Different values in the column: the fewer, the more one that is rare tells. */
  readonly values: number;
  readonly count: number;
}

/** Keeps rows in which a value turns up for the first time, until it is known which of the values are rare. */
export class RowSamples {
  readonly #samples: Sample[] = [];

  /** Keeps the row that is being read. */
  take(reader: CellReader, record: number): void {
    if (record <= firstRecord || this.#samples.length === maxSamples) return;
    const { bytes, isWhole } = reader.rowBytes();
    const feed = bytes.indexOf(0x0a);
    const isPart = feed < 0 && !isWhole;
    const end = feed >= 0 ? feed : isPart ? bytes.length - incompleteTailLength(bytes) : bytes.length;
    const text = lineText(bytes.subarray(0, end), isPart);
    this.#samples.push({ record, kept: { line: reader.rowLine, text, ...(isPart && { isPart }) } });
  }

  /** Returns the rows with a value that few rows have, the rarest first. */
  rare(columns: readonly ColumnSummary[], rowCount: number): KeptLine[] {
    const most = Math.max(minRareRows, rowCount * rareShare);
    const rarity = new Map<number, Rarity>();
    for (const { type, values = [], odd, others } of columns) {
      // The first or last day of a stretch of time often has few rows.
      const isTime = type === 'date' || type === 'time';
      const rare = isTime ? [] : values.filter(({ count }) => count <= most);
      // Where every value is rare, none stands out.
      const isTelling = rare.length < values.length;
      for (const { records, count } of isTelling ? rare : []) {
        note(rarity, records[0] as number, { values: values.length, count });
      }
      for (const { record } of others <= most ? odd : []) note(rarity, record, { values: 1, count: others });
    }
    return this.#samples
      .map((sample) => ({ ...sample, rarity: rarity.get(sample.record) }))
      .filter((sample): sample is Sample & { rarity: Rarity } => sample.rarity !== undefined)
      .sort((a, b) => compare(a.rarity, b.rarity) || a.record - b.record)
      .map(({ kept }) => kept);
  }
}

function note(rarities: Map<number, Rarity>, record: number, rarity: Rarity): void {
  const known = rarities.get(record);
  if (known === undefined || compare(rarity, known) < 0) rarities.set(record, rarity);
}

function compare(a: Rarity, b: Rarity): number {
  return a.values - b.values || a.count - b.count;
}
