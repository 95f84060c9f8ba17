import type { NextCall } from '../../content.ts';
import { SpillwayError } from '../../errors.ts';
import type { EventFacts } from '../../event-log.ts';
import type { HandlePage, StoredSource } from '../../store/store.ts';
import type { ScanLimits } from '../grep/scan-state.ts';
import type { QueryLimits } from '../query/query-request.ts';

/** What the two readers of stored results stand on. */
export interface ResultToolOptions {
  /** Opens a result by its handle as a model may have copied it; throws the `handle-` errors of a store. */
  readonly openHandle: (id: string) => Promise<StoredSource>;
  readonly listHandles: (options: { cursor?: string; limit?: number }) => Promise<HandlePage>;
  /** Asked at each call, so that limits may change. */
  readonly limits: { readonly maxResultBytes: number } & Partial<ScanLimits & QueryLimits>;
  /** The readers as they are listed; one without a name is not made. */
  readonly names: { readonly readResult?: string; readonly grepResult?: string };
  /** How a call is written. Default: the tool's name, a space and one JSON object. */
  readonly formatCall?: (call: NextCall) => string;
  readonly onEvent?: (event: EventFacts) => void;
}

/** The parameter that both readers share. */
export const handleDescription = 'Handle of a stored result, such as r_k7m2q9xd.';

/** Opens a handle for the time of one piece of work. */
export async function withHandle<T>(
  options: ResultToolOptions,
  id: string,
  work: (stored: StoredSource) => Promise<T>,
): Promise<T> {
  const stored = await options.openHandle(id);
  try {
    return await work(stored);
  } finally {
    await stored.close();
  }
}

/** Reports a call on a handle that was refused; what is wrong with the arguments themselves is nobody's event. */
export function reportRefused(options: ResultToolOptions, error: unknown): void {
  if (!SpillwayError.isInstance(error) || !error.code.startsWith('handle-')) return;
  const { id } = error.facts;
  options.onEvent?.({ type: 'handle-refused', handleId: typeof id === 'string' ? id : '', code: error.code });
}
