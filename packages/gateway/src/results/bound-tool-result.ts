import type { BoundedResult, ContentBlock } from '../boundary.ts';
import { slice } from '../json/raw.ts';
import { type Delivery, toCallContext } from './delivery.ts';
import { type Envelope, writeEnvelope } from './envelope.ts';
import { maxMediaBytesOf } from './fit.ts';
import { type Plan, toProgramPlan, toReaderPlan } from './plan.ts';
import { toRaw } from './shown.ts';
import type { ToolResultView } from './tool-result.ts';

/** An answer written anew: whether it shows all that the tool gave, or could not be bounded at all. */
export interface BoundAnswer {
  readonly frame: Buffer;
  readonly outcome: 'complete' | 'partial' | 'failed';
}

/** No text of this many bytes has more lines than half as many: a line end takes two bytes when encoded. */
const ENCODED_LINE_END_BYTES = 2;
const STRUCTURED_KEY = Buffer.from(',"structuredContent":');

/**
 * Bounds a tool result and writes the answer anew.
 *
 * Contract: the frame without the media that pass is at most `maxResultBytes`. `isError` and the side fields stay. Never
 * throws: what cannot be bounded becomes one line that says so.
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
  let bounded: BoundedResult | undefined;
  try {
    const room = maxResultBytes - envelope.before.length - envelope.after.length;
    const isForProgram = delivery.limits.outputSchemas === 'widen';
    const plan = isForProgram ? toProgramPlan(view, room) : toReaderPlan(view);
    bounded = await boundSafely(view, plan, delivery, envelope, maxResultBytes);
    const frame = writeFrame(view, bounded, plan, envelope);
    if (frame.length - mediaBytes(bounded.blocks) <= maxResultBytes) {
      return { frame, outcome: bounded.complete ? 'complete' : 'partial' };
    }
    delivery.report(`a bounded result was ${frame.length} bytes, over its ${maxResultBytes}`);
  } catch (error) {
    delivery.report(`a result could not be bounded: ${error instanceof Error ? error.message : String(error)}`);
  }
  return { frame: writeLastResort(view, delivery, bounded?.handle?.id, maxResultBytes), outcome: 'failed' };
}

/** A large text is decoded while it is bounded; one that no JSON parser takes is shown by its bytes instead. */
async function boundSafely(
  view: ToolResultView,
  plan: Plan,
  delivery: Delivery,
  envelope: Envelope,
  maxResultBytes: number,
): Promise<BoundedResult> {
  try {
    return await boundWithinLines(view, plan, delivery, envelope, maxResultBytes);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return boundWithinLines(view, { ...plan, shown: toRaw(view) }, delivery, envelope, maxResultBytes);
  }
}

async function boundWithinLines(
  view: ToolResultView,
  plan: Plan,
  delivery: Delivery,
  envelope: Envelope,
  maxResultBytes: number,
): Promise<BoundedResult> {
  const { maxLines } = delivery.limits;
  const bounded = await boundOnce(view, plan, delivery, envelope, maxResultBytes);
  if (maxLines === undefined || countBlockLines(bounded.blocks) <= maxLines) return bounded;
  const fewer = Math.max(1_024, maxLines * ENCODED_LINE_END_BYTES);
  return boundOnce(view, plan, delivery, envelope, Math.min(maxResultBytes, fewer));
}

function boundOnce(
  view: ToolResultView,
  plan: Plan,
  delivery: Delivery,
  envelope: Envelope,
  maxResultBytes: number,
): Promise<BoundedResult> {
  const { shown, structured, sendsBoundedValue } = plan;
  const beside = structured === undefined ? 0 : STRUCTURED_KEY.length + structured.length;
  const envelopeBytes =
    envelope.before.length + envelope.after.length + beside + (sendsBoundedValue ? STRUCTURED_KEY.length : 0);
  const room = sendsBoundedValue ? envelopeBytes + (maxResultBytes - envelopeBytes) / 2 : maxResultBytes;
  // A broken stream is no result that failed: nothing of it is kept, and the result is shown by its bytes.
  const broken = new AbortController();
  return delivery.boundary.bound(
    shown.open((error) => broken.abort(error)),
    {
      ...toCallContext(delivery),
      signal: broken.signal,
      isError: view.isError,
      maxResultBytes: Math.floor(room),
      envelopeBytes,
      maxMediaBytes: maxMediaBytesOf(view, delivery.limits),
      origin: { bytes: slice(view.bytes, view.range), ...(shown.toParts && { toParts: shown.toParts }) },
      ...(shown.mediaType === undefined ? {} : { mediaType: shown.mediaType }),
    },
  );
}

function writeFrame(view: ToolResultView, bounded: BoundedResult, plan: Plan, envelope: Envelope): Buffer {
  const blocks = Buffer.from(JSON.stringify(bounded.blocks));
  const value = plan.structured ?? (plan.sendsBoundedValue ? boundedValue(view, bounded) : undefined);
  const structured = value === undefined ? [] : [STRUCTURED_KEY, value];
  return Buffer.concat([envelope.before, blocks, ...structured, envelope.after]);
}

function boundedValue(view: ToolResultView, bounded: BoundedResult): Buffer {
  if (bounded.complete && view.structured !== undefined) return slice(view.bytes, view.structured);
  return Buffer.from(JSON.stringify(bounded.toJson()));
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
  const needsValue = delivery.limits.outputSchemas === 'widen' && view.structured !== undefined && !view.isError;
  const result = {
    content: [{ type: 'text', text }],
    ...(view.isError ? { isError: true } : {}),
    ...(needsValue ? { structuredContent: { partial: true, ...(handle === undefined ? {} : { handle }) } } : {}),
  };
  return Buffer.from(`{"jsonrpc":"2.0","id":${delivery.call.id},"result":${JSON.stringify(result)}}`);
}

function mediaBytes(blocks: readonly ContentBlock[]): number {
  return blocks.reduce(
    (sum, block) => sum + (block.type !== 'text' && typeof block.data === 'string' ? block.data.length : 0),
    0,
  );
}

function countBlockLines(blocks: readonly ContentBlock[]): number {
  return blocks.reduce((sum, block) => sum + (typeof block.text === 'string' ? block.text.split('\n').length : 0), 0);
}
