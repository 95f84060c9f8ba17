import { findPath, parseString } from '../json/raw.ts';
import { findMember } from '../json/scan.ts';
import type { Request } from './message.ts';

const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';
const CLIENT_KEY = 'io.modelcontextprotocol/clientInfo';

/** What a request says of its client and its era. */
export interface RequestFacts {
  readonly clientName?: string;
  /** Each request of the era from 2026-07-28 on carries its protocol version. */
  readonly isModern: boolean;
}

/** Reads what a request says of its client: in `params` at `initialize`, in `_meta` of each request in the later era. */
export function toRequestFacts(request: Request): RequestFacts {
  const { bytes, params } = request;
  const meta = findMember(params, '_meta');
  const isModern = findPath(bytes, meta, VERSION_KEY) !== undefined;
  const info = request.method === 'initialize' ? findMember(params, 'clientInfo') : findPath(bytes, meta, CLIENT_KEY);
  const clientName = parseString(bytes, findPath(bytes, info, 'name'));
  return { isModern, ...(clientName === undefined ? {} : { clientName }) };
}
