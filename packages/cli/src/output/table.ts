/** One column: its heading, and which side its cells stand on. */
export interface Column {
  readonly heading: string;
  readonly align?: 'left' | 'right';
}

/**
 * Lays rows out in columns of equal width, two spaces apart, headings first.
 *
 * Contract: cells hold no newline and no escape codes; returns lines without trailing spaces.
 */
export function formatTable(columns: readonly Column[], rows: readonly (readonly string[])[]): string[] {
  const widths = columns.map((column, index) =>
    Math.max(column.heading.length, ...rows.map((row) => (row[index] ?? '').length)),
  );
  const line = (cells: readonly string[]) =>
    columns
      .map((column, index) => {
        const cell = cells[index] ?? '';
        return column.align === 'right' ? cell.padStart(widths[index] ?? 0) : cell.padEnd(widths[index] ?? 0);
      })
      .join('  ')
      .trimEnd();
  return [line(columns.map((column) => column.heading)), ...rows.map(line)];
}
