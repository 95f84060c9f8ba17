import type { Boundary, ReaderNames } from '../boundary.ts';
import type { PendingCall } from '../calls/pending-calls.ts';
import type { ClientLimits } from '../clients/client-limits.ts';
import type { Report } from '../report.ts';
import type { ArrivingText } from './arriving-text.ts';

/** What is needed to deliver the answer of one tool call. */
export interface Delivery {
  readonly boundary: Boundary;
  readonly call: PendingCall;
  readonly limits: ClientLimits;
  /** Encoded bytes that this call may use of the turn. */
  readonly shareBytes: number;
  readonly readers: ReaderNames;
  readonly report: Report;
  /** The first text of the answer, where it was taken while it arrived. */
  readonly arriving?: ArrivingText | undefined;
}

/** Returns what the boundary is told of the call. */
export function toCallContext(delivery: Delivery): {
  toolName: string;
  toolCallId: string;
  input?: unknown;
  readers: ReaderNames;
} {
  const { call, readers } = delivery;
  const input = call.tool?.input?.();
  return {
    toolName: call.tool?.name ?? call.method,
    toolCallId: call.id,
    readers,
    ...(input === undefined ? {} : { input }),
  };
}
