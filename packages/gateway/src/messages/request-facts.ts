import type { Request } from './message.ts';
import { metaKeys } from './meta-keys.ts';

/** What a request says of its client and its era. */
export interface RequestFacts {
  readonly clientName: string | undefined;
  /** Each request of the era from 2026-07-28 on carries its protocol version. */
  readonly isModern: boolean;
}

/** Reads what a request says of its client: in `params` at `initialize`, in `_meta` of each request in the later era. */
export function toRequestFacts({ method, params }: Request): RequestFacts {
  const meta = params.get('_meta');
  const info = method === 'initialize' ? params.get('clientInfo') : member(meta, metaKeys.clientInfo);
  const clientName = member(info, 'name');
  return {
    isModern: member(meta, metaKeys.protocolVersion) !== undefined,
    clientName: typeof clientName === 'string' ? clientName : undefined,
  };
}

function member(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;
}
