import type { BoundedResult } from '../boundary.ts';
import { slice } from '../json/raw.ts';
import { type Delivery, toCallContext } from './delivery.ts';
import type { ToolResultView } from './tool-result.ts';

/**
 * Bounds the exact result of the server, as JSON.
 *
 * Contract: always stored, and always a notice, so that its handle reads everything that the server sent.
 * @throws SpillwayError `budget-too-small`.
 */
export function boundExact(
  view: ToolResultView,
  delivery: Delivery,
  room: { maxResultBytes: number; envelopeBytes: number },
): Promise<BoundedResult> {
  const exact = slice(view.bytes, view.range);
  return delivery.boundary.bound(exact, {
    ...toCallContext(delivery),
    ...room,
    isError: view.isError,
    mediaType: 'application/json',
    alwaysNotice: true,
    label: 'exact result',
    origin: { bytes: exact, toParts: () => [{ stored: 'raw' }] },
  });
}
