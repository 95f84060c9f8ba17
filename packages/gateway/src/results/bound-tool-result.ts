import type { Block, BoundaryResult } from '../boundary.ts';
import { slice } from '../json/raw.ts';
import { type Delivery, toCallContext } from './delivery.ts';
import { type Envelope, writeEnvelope } from './envelope.ts';
import { maxMediaBytesOf } from './fit.ts';
import { type Shown, toShown } from './shown.ts';
import type { ToolResultView } from './tool-result.ts';

/** An answer written anew: whether it shows all that the tool gave, or could not be bounded at all. */
export interface BoundAnswer {
  readonly frame: Buffer;
  readonly outcome: 'complete' | 'partial' | 'failed';
}

/** No text of this many bytes has more lines than half as many: a line end takes two bytes when encoded. */
const ENCODED_LINE_END_BYTES = 2;

/**
 * Bounds a tool result and writes the answer anew.
 *
 * Contract: the frame without the media that pass is at most `maxResultBytes`. `isError` and the side fields stay; the
 * structured value is left out, or is the bounded form where the client types programs from it. Never throws: what
 * cannot be bounded becomes one line that says so.
 */
export async function boundToolResult(
  view: ToolResultView,
  delivery: Delivery,
  maxResultBytes: number,
): Promise<BoundAnswer> {
  const envelope = writeEnvelope(delivery.call.id, view, maxResultBytes);
  for (const [name, bytes] of Object.entries(envelope.omitted)) {
    delivery.report(`the side field ${name} of a result (${bytes} bytes) was not sent`);
  }
  let bounded: BoundaryResult | undefined;
  try {
    bounded = await boundWithinLines(view, toShownOrRaw(view), delivery, envelope, maxResultBytes);
    const frame = writeFrame(view, bounded, delivery, envelope, maxResultBytes);
    if (frame.length - mediaBytes(bounded.blocks) <= maxResultBytes) return { frame, outcome: bounded.complete ? 'complete' : 'partial' };
    delivery.report(`a bounded result was ${frame.length} bytes, over its ${maxResultBytes}`);
  } catch (error) {
    delivery.report(`a result could not be bounded: ${error instanceof Error ? error.message : String(error)}`);
  }
  return { frame: writeLastResort(view, delivery, bounded?.handle?.id, maxResultBytes), outcome: 'failed' };
}

function toShownOrRaw(view: ToolResultView): Shown {
  try {
    return toShown(view);
  } catch {
    // A string that no JSON parser takes; its bytes are shown as they are.
    return { value: slice(view.bytes, view.range) };
  }
}

async function boundWithinLines(
  view: ToolResultView,
  shown: Shown,
  delivery: Delivery,
  envelope: Envelope,
  maxResultBytes: number,
): Promise<BoundaryResult> {
  const { maxLines } = delivery.limits;
  const bounded = await boundOnce(view, shown, delivery, envelope, maxResultBytes);
  if (maxLines === undefined || countBlockLines(bounded.blocks) <= maxLines) return bounded;
  const fewer = Math.max(1_024, maxLines * ENCODED_LINE_END_BYTES);
  return boundOnce(view, toShownOrRaw(view), delivery, envelope, Math.min(maxResultBytes, fewer));
}

function boundOnce(
  view: ToolResultView,
  shown: Shown,
  delivery: Delivery,
  envelope: Envelope,
  maxResultBytes: number,
): Promise<BoundaryResult> {
  const envelopeBytes = envelope.before.length + envelope.after.length;
  // Where the bounded form is sent twice, as text and as a structured value, each gets half of the room.
  const room = sendsStructured(view, delivery) ? envelopeBytes + (maxResultBytes - envelopeBytes) / 2 : maxResultBytes;
  return delivery.boundary.bound(shown.value, {
    ...toCallContext(delivery),
    isError: view.isError,
    maxResultBytes: Math.floor(room),
    envelopeBytes,
    maxMediaBytes: maxMediaBytesOf(view, delivery.limits),
    origin: slice(view.bytes, view.range),
    ...(shown.mediaType === undefined ? {} : { mediaType: shown.mediaType }),
  });
}

function sendsStructured(view: ToolResultView, delivery: Delivery): boolean {
  return delivery.limits.outputSchemas === 'widen' && view.structured !== undefined && !view.isError;
}

function writeFrame(
  view: ToolResultView,
  bounded: BoundaryResult,
  delivery: Delivery,
  envelope: Envelope,
  maxResultBytes: number,
): Buffer {
  const blocks = Buffer.from(JSON.stringify(bounded.blocks));
  if (!sendsStructured(view, delivery) || view.structured === undefined) {
    return Buffer.concat([envelope.before, blocks, envelope.after]);
  }
  const key = Buffer.from(',"structuredContent":');
  const value = bounded.complete ? slice(view.bytes, view.structured) : Buffer.from(JSON.stringify(bounded.toJson()));
  const frame = Buffer.concat([envelope.before, blocks, key, value, envelope.after]);
  if (!bounded.complete || frame.length <= maxResultBytes) return frame;
  const pointer = Buffer.from('[{"type":"text","text":"The structured content holds the whole result."}]');
  return Buffer.concat([envelope.before, pointer, key, value, envelope.after]);
}

function writeLastResort(
  view: ToolResultView,
  delivery: Delivery,
  handle: string | undefined,
  maxResultBytes: number,
): Buffer {
  const bytes = view.range.end - view.range.start;
  const said = `[PARTIAL] A result of ${bytes} bytes could not be shown within ${maxResultBytes} bytes.`;
  const call = `${delivery.readers.readResult ?? ''} ${JSON.stringify({ handle })}`;
  const text = handle === undefined ? `${said} Nothing of it was kept.` : `${said}\n${call}`;
  const result = { content: [{ type: 'text', text }], ...(view.isError ? { isError: true } : {}) };
  return Buffer.from(`{"jsonrpc":"2.0","id":${delivery.call.id.toString('utf8')},"result":${JSON.stringify(result)}}`);
}

function mediaBytes(blocks: readonly Block[]): number {
  return blocks.reduce(
    (sum, block) => sum + (block.type !== 'text' && typeof block.data === 'string' ? block.data.length : 0),
    0,
  );
}

function countBlockLines(blocks: readonly Block[]): number {
  return blocks.reduce((sum, block) => sum + (typeof block.text === 'string' ? block.text.split('\n').length : 0), 0);
}
