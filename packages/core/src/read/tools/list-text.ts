import { formatCount, plural } from '../../bytes/count-words.ts';
import type { Handle } from '../../handle/handle.ts';
import type { HandlePage } from '../../store/store.ts';
import { formatFrame, toTitle } from '../frame.ts';

/**
 * Writes a page of the list of stored results, newest first.
 *
 * Contract: a frame (see `formatFrame`) with one line for each result: handle, what it is, size, tool, time.
 */
export function formatHandleList(page: HandlePage, formatNext: (cursor: string) => string): string {
  return formatFrame({
    title: 'stored results, newest first',
    facts: [page.handles.length === 0 ? 'nothing is stored' : `${plural(page.handles.length, 'result')} on this page`],
    body: page.handles.map(formatHandleLine).join('\n'),
    ...(page.next !== undefined && { call: formatNext(page.next) }),
  });
}

/** Writes the line of one result. */
export function formatHandleLine(handle: Handle): string {
  const toolName = handle.provenance.at(-1)?.toolName ?? 'unknown tool';
  const time = new Date(handle.createdAt).toISOString();
  const what = toTitle(handle.headline, 80);
  return `${handle.id} · ${what} · ${formatCount(handle.byteLength)} B · ${toTitle(toolName, 64)} · ${time}`;
}
