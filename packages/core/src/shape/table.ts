import type { Shape } from './shape.ts';
import { createTableDescriber } from './table/describe-table.ts';
import { detectTable } from './table/detect-table.ts';
import { suggestInTable } from './table/suggest-table.ts';
import type { TableDetails } from './table/table-details.ts';
import { previewTable } from './table/table-preview.ts';

/** Tables: CSV and its kin, Markdown tables, and what database clients draw. */
export const tableShape: Shape = {
  name: 'table',
  detect: (head, complete) => detectTable(head, complete)?.sureness ?? 0,
  createDescriber: createTableDescriber,
  preview: (description, maxBytes) => previewTable(description.details as TableDetails, maxBytes),
  suggest: (description) => suggestInTable(description.details as TableDetails),
};
