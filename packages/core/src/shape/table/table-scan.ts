import { type Cell, cellText, copyCell } from './cell.ts';
import { CellReader, type CellSink } from './cell-reader.ts';
import { Column, type Place } from './column.ts';
import type { Dialect } from './dialect.ts';
import { areAbove, areNames } from './header.ts';
import { RowSamples } from './row-samples.ts';
import type { TableDetails } from './table-details.ts';

/** Columns that are looked into; more are only counted. */
const maxColumns = 48;
const fewestDrawnCells = 2;
const rule = /^[\s:=+|-]*-[\s:=+|-]*$/u;

/** What a scan finds; the ends of the content are kept elsewhere. */
export type Scanned = Omit<TableDetails, 'ends'>;

/** Learns a table while it streams. Contract: counts are exact; memory does not grow with the rows. */
export class TableScan implements CellSink {
  readonly #dialect: Dialect;
  readonly #reader: CellReader;
  readonly #columns: Column[] = [];
  readonly #samples: RowSamples = new RowSamples();
  /** Cells of the row, where they are looked at before they count. */
  #held: Cell[] = [];
  #names: Cell[] = [];
  /** Whether the first record names the columns: a rule below it makes it sure. */
  #header: 'ruled' | 'likely' | 'unsure' | 'none' = 'none';
  #cellCount = 0;
  #records = 0;
  #lineOffset: number | undefined = 0;
  #raggedCount = 0;
  #firstRagged: (Place & { cells: number }) | undefined;
  #otherLines = 0;
  #isWorthSeeing = false;
  #goesOn = false;

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
    this.#reader = new CellReader(dialect, this);
  }

  write(chunk: Uint8Array): void {
    this.#reader.write(chunk);
  }

  onCell(reader: CellReader): void {
    if (this.#records > 0 && !this.#dialect.isDrawn) this.#add(reader, reader.column);
    else if (reader.column < maxColumns) this.#held.push(copyCell(reader));
  }

  onRow(reader: CellReader, cells: number): void {
    if (this.#dialect.isDrawn && this.#isNoRow(cells)) this.#passOther(cells);
    else if (!this.#goesOn) this.#passRecord(reader, cells);
    this.#goesOn = reader.isWrapped;
    this.#held = [];
    this.#isWorthSeeing = false;
  }

  end(): Scanned {
    this.#reader.end();
    const names = this.#names.map(cellText);
    const hasHeader = this.#header === 'ruled' || (this.#header === 'likely' && areAbove(names, this.#columns));
    if (!hasHeader && this.#header !== 'none') this.#addHeld(this.#names, 1);
    const columns = this.#columns.map((column, index) => ({
      ...column.summary(),
      name: (hasHeader && names[index]) || `column ${index + 1}`,
    }));
    const rowCount = this.#records - (hasHeader ? 1 : 0);
    const { name, delimiter, isDrawn } = this.#dialect;
    return {
      dialect: name,
      delimiter: String.fromCharCode(delimiter),
      isDrawn,
      hasHeader,
      rowCount,
      columnCount: this.#cellCount,
      columns,
      ragged: { count: this.#raggedCount, ...(this.#firstRagged !== undefined && { first: this.#firstRagged }) },
      otherLines: this.#otherLines,
      openQuoteLine: this.#reader.openQuoteLine,
      rareRows: this.#samples.rare(columns, rowCount),
      ...(this.#lineOffset !== undefined && { lineOffset: this.#lineOffset }),
    };
  }

  #add(cell: Cell, column: number): void {
    if (column >= maxColumns) return;
    while (this.#columns.length <= column) this.#columns.push(new Column());
    if ((this.#columns[column] as Column).add(cell, this.#records + 1)) this.#isWorthSeeing = true;
  }

  #addHeld(cells: readonly Cell[], record: number): void {
    cells.forEach((cell, column) => {
      while (this.#columns.length <= column) this.#columns.push(new Column());
      if ((this.#columns[column] as Column).add(cell, record)) this.#isWorthSeeing = true;
    });
  }

  /** Rules, titles, and totals below a drawn table. */
  #isNoRow(cells: number): boolean {
    return cells < fewestDrawnCells || this.#held.every((cell) => rule.test(cellText(cell)));
  }

  #passOther(cells: number): void {
    this.#otherLines++;
    const isRule = cells > 0 && this.#held.every((cell) => rule.test(cellText(cell)));
    if (isRule && this.#records === 1) this.#header = 'ruled';
  }

  #passRecord(reader: CellReader, cells: number): void {
    this.#records++;
    if (this.#records === 1) this.#startTable(reader, cells);
    else {
      if (this.#header === 'unsure') this.#dropHeader();
      if (this.#dialect.isDrawn) this.#addHeld(this.#held, this.#records);
      if (this.#isWorthSeeing) this.#samples.take(reader, this.#records);
    }
    // A rule below the header moves all rows down alike.
    if (this.#records === 2) this.#lineOffset = reader.rowLine - 2;
    else if (reader.rowLine - this.#records !== this.#lineOffset) this.#lineOffset = undefined;
    if (cells === this.#cellCount) return;
    this.#raggedCount++;
    this.#firstRagged ??= { record: this.#records, line: reader.rowLine, cells };
  }

  #startTable(reader: CellReader, cells: number): void {
    this.#cellCount = cells;
    this.#lineOffset = reader.rowLine - 1;
    this.#names = this.#held;
    this.#header = areNames(this.#held.map(cellText)) ? 'likely' : 'unsure';
    if (!this.#dialect.isDrawn && this.#header === 'unsure') this.#dropHeader();
  }

  #dropHeader(): void {
    this.#header = 'none';
    this.#addHeld(this.#names, 1);
  }
}
