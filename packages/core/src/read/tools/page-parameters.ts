import type { PageRequest } from '../page/page-request.ts';
import type { Arguments, ParameterRow } from './parameters.ts';

/** The parameters of a page, whatever it is a page of. */
export const pageParameters: readonly ParameterRow[] = [
  {
    name: 'cursor',
    type: 'string',
    description: 'Where the last page ended, as that page gave it. Instead of startLine and offset.',
  },
  { name: 'startLine', type: 'integer', min: 1, description: 'First line to read, counted from 1.' },
  { name: 'lineCount', type: 'integer', min: 1, description: 'Most lines to read. Left out: as many as fit.' },
  { name: 'offset', type: 'integer', min: 0, description: 'First byte to read, counted from 0.' },
  { name: 'byteCount', type: 'integer', min: 1, description: 'Most bytes to read. Left out: as many as fit.' },
  { name: 'lineNumbers', type: 'boolean', description: 'false: the text as it is, without line numbers.' },
];

/** Makes a request for a page of the arguments of a call. */
export function toPageRequest({ cursor, startLine, lineCount, offset, byteCount }: Arguments): PageRequest {
  return {
    ...(typeof cursor === 'string' && { cursor }),
    ...(typeof startLine === 'number' && { startLine }),
    ...(typeof lineCount === 'number' && { lineCount }),
    ...(typeof offset === 'number' && { offset }),
    ...(typeof byteCount === 'number' && { byteCount }),
  };
}

/** Returns the arguments of a call that the call for the next page has as well: how much, and how it is shown. */
export function keptForNextPage({ lineCount, byteCount, lineNumbers }: Arguments): Arguments {
  return {
    ...(lineCount !== undefined && { lineCount }),
    ...(byteCount !== undefined && { byteCount }),
    ...(lineNumbers === false && { lineNumbers }),
  };
}
