import { concatBytes } from '../../bytes/concat.ts';
import { plural } from '../../bytes/count-words.ts';
import { byteOrderMarkLength } from '../../bytes/encoding.ts';
import { createHeadTail } from '../parts/head-tail.ts';
import type { Describer, Description } from '../shape.ts';
import { detectTable, tableHeadBytes } from './detect-table.ts';
import { csv, type Dialect, drawn, tsv } from './dialect.ts';
import type { TableDetails } from './table-details.ts';
import { TableScan } from './table-scan.ts';

/**
 * Creates the describer of tables.
 *
 * Contract: as `Describer`. The dialect is found in the first 16 KiB; where none fits, the content is read as CSV.
 */
export function createTableDescriber(): Describer {
  const ends = createHeadTail();
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  let scan: TableScan | undefined;
  let dialect: Dialect = csv;

  const start = (complete: boolean): TableScan => {
    const head = concatBytes([...held, new Uint8Array(0)]);
    held = [];
    dialect = detectTable(head, complete)?.dialect ?? csv;
    const started = new TableScan(dialect);
    started.write(head.subarray(byteOrderMarkLength(head, 'utf-8')));
    return started;
  };

  return {
    write(chunk) {
      ends.write(chunk);
      if (scan !== undefined) {
        scan.write(chunk);
        return;
      }
      held.push(chunk.slice(0, tableHeadBytes - heldBytes));
      heldBytes += chunk.length;
      if (heldBytes < tableHeadBytes) return;
      scan = start(false);
      scan.write(chunk.subarray(chunk.length - (heldBytes - tableHeadBytes)));
    },
    end() {
      scan ??= start(true);
      const details: TableDetails = { ...scan.end(), ends: ends.end() };
      return toDescription(details, dialect);
    },
  };
}

function toDescription(details: TableDetails, dialect: Dialect): Description {
  const { rowCount, columnCount, ends } = details;
  const rows = `${plural(rowCount, 'row')} in ${plural(ends.lineCount, 'line')}`;
  return {
    shape: 'table',
    headline: `${details.dialect}, ${rows}, ${plural(columnCount, 'column')}`,
    mediaType: mediaTypeOf(dialect),
    encoding: 'utf-8',
    byteLength: ends.byteLength,
    lineCount: ends.lineCount,
    details,
  };
}

function mediaTypeOf(dialect: Dialect): string {
  if (dialect === tsv) return 'text/tab-separated-values';
  return dialect === drawn ? 'text/plain' : 'text/csv';
}
