import { findPath, parseRange, slice } from '../json/raw.ts';
import { type Range, scanObject } from '../json/scan.ts';
import { ErrorCode, formatError } from '../messages/answers.ts';
import type { Answer } from '../messages/message.ts';
import { type Delivery, toCallContext } from './delivery.ts';
import { writeLastResort } from './last-resort.ts';

/**
 * Bounds the message of a JSON-RPC error and writes the answer anew.
 *
 * Contract: the code stays; the message becomes the bounded form of the message, or of the whole error where it has
 * more than these, which is then left out. The answer's own bytes go where the boundary changes nothing and they fit.
 */
export async function boundToolError(
  answer: Answer,
  error: Range,
  delivery: Delivery,
  budget: number,
): Promise<Buffer> {
  const { bytes, id } = answer;
  const code = parseRange(bytes, findPath(bytes, error, 'code'));
  const message = parseRange(bytes, findPath(bytes, error, 'message'));
  const isPlain = typeof message === 'string' && typeof code === 'number' && hasNoMore(bytes, error);
  const write = (text: string): Buffer => formatError(id, typeof code === 'number' ? code : ErrorCode.internal, text);
  try {
    const bounded = await delivery.boundary.bound(isPlain ? message : slice(bytes, error), {
      ...toCallContext(delivery),
      isError: true,
      maxResultBytes: budget,
      envelopeBytes: write('').length,
      ...(isPlain
        ? { origin: { bytes: slice(bytes, error) } }
        : {
            origin: { bytes: slice(bytes, error), toParts: () => [{ stored: 'raw' }] },
            mediaType: 'application/json',
          }),
    });
    if (bounded.complete && bytes.length <= budget) return bytes;
    const frame = write(bounded.toText());
    if (frame.length <= budget) return frame;
  } catch (cause) {
    delivery.report(`an error could not be bounded: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
  return write(writeLastResort({ what: 'error', producedBytes: error.end - error.start, isError: true }));
}

function hasNoMore(bytes: Buffer, error: Range): boolean {
  const members = scanObject(bytes, error.start)?.members ?? [];
  return members.every(({ key }) => key === 'code' || key === 'message');
}
