import { type Cell, cellText } from './cell.ts';
import { CellKind, dateCell, decimalCell, emptyCell, textCell } from './cell-kind.ts';
import { DateRange } from './date-range.ts';
import { DistinctValues, type ValueCount } from './distinct-values.ts';
import { NumberRange } from './number-range.ts';

/** Where a record is. */
export interface Place {
  /** 1-based; a header counts as one. */
  readonly record: number;
  readonly line: number;
}

/** What a column holds. Plain data. */
export interface ColumnSummary {
  readonly type: 'int' | 'decimal' | 'date' | 'time' | 'bool' | 'text' | 'empty';
  /** As they stand in the content. */
  readonly range?: readonly [string, string];
  readonly isAscending: boolean;
  readonly isSorted: boolean;
  readonly distinct: number;
  /** Says that there are more than `distinct` different values. */
  readonly isOver: boolean;
  /** Present where there are few. */
  readonly values?: readonly ValueCount[];
  readonly filled: number;
  readonly empty: number;
  readonly firstEmpty?: Place;
  /** Cells of a column of numbers or dates that are none: how many, and the first of them. */
  readonly others: number;
  readonly odd: readonly (Place & { readonly text: string })[];
}

/** A column is called by what most of its cells are. */
const mainShare = 0.9;
const maxOdd = 3;
/** Text after so many numbers is out of the ordinary. */
const ordinaryAfter = 20;
const booleans: ReadonlySet<string> = new Set(['true', 'false', 'TRUE', 'FALSE', 'True', 'False', 't', 'f']);

/** Learns one column, cell by cell. Contract: no allocation per cell; at most about 200 KiB. */
export class Column {
  readonly #counts: number[] = [0, 0, 0, 0, 0];
  readonly #kind: CellKind = new CellKind();
  readonly #numbers: NumberRange = new NumberRange();
  readonly #dates: DateRange = new DateRange();
  readonly #distinct: DistinctValues = new DistinctValues();
  readonly #odd: (Place & { text: string })[] = [];
  #firstEmpty: Place | undefined;

  /** Adds the cell that is being read. Returns whether its row may be worth seeing. */
  add(cell: Cell, record: number): boolean {
    const kind = cell.overflow > 0 ? textCell : this.#kind.classify(cell);
    const counts = this.#counts;
    counts[kind] = (counts[kind] as number) + 1;
    if (kind === emptyCell) {
      this.#firstEmpty ??= { record, line: cell.rowLine };
      return false;
    }
    if (kind === dateCell) this.#dates.add(cell);
    else if (kind !== textCell) this.#numbers.add(this.#kind, cell);
    const isOdd = kind === textCell && this.#odd.length < maxOdd && this.#noteOdd(cell, record);
    const isMeasure = kind === decimalCell || kind === dateCell;
    return this.#distinct.add(cell, record, isMeasure) || isOdd;
  }

  /** Tells whether a value that counts as text is among the few of this column. */
  hasValue(text: string): boolean {
    return this.#distinct.values()?.some((value) => value.text === text) ?? false;
  }

  summary(): ColumnSummary {
    const [empty = 0, ints = 0, decimals = 0, dates = 0, texts = 0] = this.#counts;
    const filled = ints + decimals + dates + texts;
    const { count, isOver } = this.#distinct;
    const values = this.#distinct.values();
    const type = this.#type(filled, ints, decimals, dates);
    const isNumber = type === 'int' || type === 'decimal';
    const isDate = type === 'date' || type === 'time';
    const inRange = isNumber ? ints + decimals : isDate ? dates : filled;
    return {
      type,
      filled,
      empty,
      distinct: count,
      isOver,
      isAscending: isNumber && inRange === filled && filled > 1 && this.#numbers.isAscending,
      isSorted: isDate && inRange === filled && filled > 1 && this.#dates.isSorted && !this.#dates.hasZones,
      others: filled - inRange,
      odd: filled > inRange ? this.#odd : [],
      ...(values !== undefined && { values }),
      ...(this.#firstEmpty !== undefined && { firstEmpty: this.#firstEmpty }),
      ...this.#range(isNumber, isDate),
    };
  }

  #noteOdd(cell: Cell, record: number): boolean {
    this.#odd.push({ text: cellText(cell), record, line: cell.rowLine });
    return this.#numbers.count + this.#dates.count > ordinaryAfter;
  }

  #type(filled: number, ints: number, decimals: number, dates: number): ColumnSummary['type'] {
    const main = filled * mainShare;
    if (filled === 0) return 'empty';
    if (dates >= main) return this.#dates.hasTimes ? 'time' : 'date';
    if (ints + decimals >= main) return decimals === 0 ? 'int' : 'decimal';
    const isBool = this.#distinct.values()?.every((value) => booleans.has(value.text)) ?? false;
    return isBool ? 'bool' : 'text';
  }

  #range(isNumber: boolean, isDate: boolean): { range?: readonly [string, string] } {
    if (isNumber) return { range: [this.#numbers.least.text(), this.#numbers.most.text()] };
    if (!isDate || this.#dates.hasZones) return {};
    return { range: [this.#dates.first.text(), this.#dates.last.text()] };
  }
}
