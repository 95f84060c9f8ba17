import type { Boundary } from './bound/boundary.ts';
import type { ReaderNames } from './bound/reader-names.ts';
import type { EventLog } from './event-log.ts';
import type { Handle } from './handle/handle.ts';
import { parseHandleId } from './handle/handle-id.ts';
import { answerGrep } from './read/grep/grep-answer.ts';
import type { GrepPage } from './read/grep/grep-page.ts';
import type { GrepRequest } from './read/grep/search-target.ts';
import type { Page } from './read/page/page.ts';
import { answerPage } from './read/page/page-answer.ts';
import type { PageRequest } from './read/page/page-request.ts';
import { answerQuery } from './read/query/query-answer.ts';
import type { QueryPage } from './read/query/query-page.ts';
import type { QueryRequest } from './read/query/query-request.ts';
import { handleTarget } from './read/source/handle-target.ts';
import { createResultTools } from './read/tools/result-tools.ts';
import type { ToolDefinition } from './read/tools/tool.ts';
import type { HandlePage, StoredSource } from './store/store.ts';

/** What may accompany a call of a reader. */
export interface CallOptions {
  readonly signal?: AbortSignal;
}

/**
 * The readers of stored results: for programs as functions, for models as tools. All throw the `handle-` errors of a
 * store.
 */
export interface Readers {
  /** Reads one page, as a program: `content`, its range, and `next` as the cursor of the page after it. */
  read(handle: string | Pick<Handle, 'id'>, request?: PageRequest, options?: CallOptions): Promise<Page>;
  /** Searches once, as a program. */
  grep(handle: string | Pick<Handle, 'id'>, request: GrepRequest, options?: CallOptions): Promise<GrepPage>;
  /** Finds the values at a JSONPath in a JSON result, as a program. */
  query(handle: string | Pick<Handle, 'id'>, request: QueryRequest, options?: CallOptions): Promise<QueryPage>;
  list(options?: { cursor?: string; limit?: number }): Promise<HandlePage>;
  /** Opens all that a handle keeps; the caller closes it. */
  open(handle: string | Pick<Handle, 'id'>): Promise<StoredSource>;
  /** Returns the readers as plain data and functions, for any framework to register. */
  tools(options?: { names?: ReaderNames }): readonly ToolDefinition[];
}

/** Creates the readers over a boundary's store. */
export function createReaders(boundary: Boundary, events: EventLog): Readers {
  const { store, scope, settings } = boundary;
  const open: Readers['open'] = (handle) =>
    store.open(scope, parseHandleId(typeof handle === 'string' ? handle : handle.id));
  const list: Readers['list'] = (options) => store.list(scope, options);
  const answer = {
    maxBytes: settings.maxResultBytes,
    title: '',
    hasGutter: false,
    formatNext: (cursor: string) => cursor,
  };
  return {
    open,
    list,
    async read(handle, request = {}, options = {}) {
      const stored = await open(handle);
      try {
        const { page } = await answerPage(handleTarget(stored), request, { ...answer, ...options });
        const deliveredBytes = page.nextOffset - page.offset;
        events.emit({ type: 'handle-read', handleId: stored.handle.id, offset: page.offset, deliveredBytes });
        return page;
      } finally {
        await stored.close();
      }
    },
    async grep(handle, request, options = {}) {
      const stored = await open(handle);
      try {
        const { page, text } = await answerGrep(handleTarget(stored), request, { ...answer, ...options });
        const facts = { matchCount: page.matchCount, deliveredBytes: Buffer.byteLength(text) };
        events.emit({ type: 'handle-grepped', handleId: stored.handle.id, ...facts });
        return page;
      } finally {
        await stored.close();
      }
    },
    async query(handle, request, options = {}) {
      const stored = await open(handle);
      try {
        const { page, text } = await answerQuery(handleTarget(stored), request, { ...answer, ...options });
        const facts = { matchCount: page.matchCount, deliveredBytes: Buffer.byteLength(text) };
        events.emit({ type: 'handle-queried', handleId: stored.handle.id, ...facts });
        return page;
      } finally {
        await stored.close();
      }
    },
    tools: ({ names = boundary.readers } = {}) =>
      createResultTools({
        openHandle: (id) => store.open(scope, id),
        listHandles: (options) => list(options),
        limits: settings,
        names,
        formatCall: boundary.formatCall,
        onEvent: (event) => events.emit(event),
      }),
  };
}
