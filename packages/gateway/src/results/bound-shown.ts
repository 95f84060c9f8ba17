import type { BoundedResult, ContentBlock } from '../boundary.ts';
import { slice } from '../json/raw.ts';
import { type Delivery, toCallContext } from './delivery.ts';
import type { Envelope } from './envelope.ts';
import { maxMediaBytesOf, mediaFrameBytes } from './fit.ts';
import type { Plan } from './plan.ts';
import { toRaw } from './shown.ts';
import type { ToolResultView } from './tool-result.ts';

/** What is bounded, for whom, and what stands around it. */
export interface ShownTask {
  readonly view: ToolResultView;
  readonly plan: Plan;
  readonly delivery: Delivery;
  readonly envelope: Envelope;
}

/** What a bounded result may take: bytes of the whole frame, lines of its texts. */
export interface Room {
  readonly bytes: number;
  readonly lines: number;
}

/** Stands before a structured value that is sent beside the content. */
export const STRUCTURED_KEY: Buffer = Buffer.from(',"structuredContent":');

/** No text of this many bytes has more lines than half as many: a line end takes two bytes when encoded. */
const ENCODED_LINE_END_BYTES = 2;

/**
 * Bounds what is shown of a result.
 *
 * Contract: a large text is decoded while it is bounded; one that no JSON parser takes is shown by its bytes instead.
 * @throws whatever the boundary throws: the room is too small for a notice.
 */
export async function boundShown(task: ShownTask, room: Room): Promise<BoundedResult> {
  try {
    return await boundWithinLines(task, room);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return boundWithinLines({ ...task, plan: { ...task.plan, shown: toRaw(task.view) } }, room);
  }
}

/** Counts the lines of texts as a client would. */
export function countBlockLines(blocks: readonly ContentBlock[]): number {
  return blocks.reduce((sum, block) => sum + (typeof block.text === 'string' ? block.text.split('\n').length : 0), 0);
}

async function boundWithinLines(task: ShownTask, room: Room): Promise<BoundedResult> {
  const bounded = await boundOnce(task, room.bytes);
  if (countBlockLines(bounded.blocks) <= room.lines) return bounded;
  return boundOnce(task, Math.min(room.bytes, Math.max(1_024, room.lines * ENCODED_LINE_END_BYTES)));
}

async function boundOnce(
  { view, plan, delivery, envelope }: ShownTask,
  maxResultBytes: number,
): Promise<BoundedResult> {
  const { shown, structured, sendsBoundedValue } = plan;
  const beside = structured === undefined ? 0 : STRUCTURED_KEY.length + structured.length;
  const maxMediaBytes = maxMediaBytesOf(view, delivery.limits);
  const envelopeBytes =
    envelope.before.length +
    envelope.after.length +
    beside +
    (sendsBoundedValue ? STRUCTURED_KEY.length : 0) +
    mediaFrameBytes(view, maxMediaBytes);
  const room = sendsBoundedValue ? envelopeBytes + (maxResultBytes - envelopeBytes) / 2 : maxResultBytes;
  const context = {
    ...toCallContext(delivery),
    isError: view.isError,
    maxResultBytes: Math.floor(room),
    envelopeBytes,
    maxMediaBytes,
    origin: { bytes: slice(view.bytes, view.range), ...(shown.toParts && { toParts: shown.toParts }) },
    ...(shown.mediaType === undefined ? {} : { mediaType: shown.mediaType }),
  };
  const arrived = shown.literal && (await delivery.arriving?.bound(view.bytes, shown.literal, context));
  if (arrived !== undefined) return arrived;
  // A broken stream is no result that failed: nothing of it is kept, and the result is shown by its bytes.
  const broken = new AbortController();
  return delivery.boundary.bound(
    shown.open((error) => broken.abort(error)),
    { ...context, signal: broken.signal },
  );
}
