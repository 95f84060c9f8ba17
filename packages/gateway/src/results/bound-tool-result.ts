import type { BoundedResult, ContentBlock } from '../boundary.ts';
import { slice } from '../json/raw.ts';
import { boundExact } from './bound-exact.ts';
import { boundShown, countBlockLines, type ShownTask, STRUCTURED_KEY } from './bound-shown.ts';
import type { Delivery } from './delivery.ts';
import { withoutEmptyTexts } from './empty-texts.ts';
import { type Envelope, writeBareEnvelope, writeEnvelope } from './envelope.ts';
import { writeLastResort } from './last-resort.ts';
import { leavesOut } from './left-out.ts';
import { toProgramPlan, toReaderPlan } from './plan.ts';
import type { ToolResultView } from './tool-result.ts';

/** Room for the notice of the exact result beside what is shown of it. */
const EXACT_NOTICE_BYTES = 1_280;
/** The least in which a notice of the exact result always has its handle and its call. */
const MIN_NOTICE_BYTES = 1_024;

/**
 * Bounds a tool result and writes the answer anew.
 *
 * Contract: the frame without the media that pass is at most `maxResultBytes`, but for an id that takes all of it.
 * `isError` stays. Where anything of the result is neither sent nor kept by a handle in the text, the exact result is
 * stored and a last text names its handle. Never throws: what cannot be bounded becomes a notice that says so.
 */
export async function boundToolResult(
  given: ToolResultView,
  delivery: Delivery,
  maxResultBytes: number,
): Promise<Buffer> {
  const view = withoutEmptyTexts(given);
  const envelope = writeEnvelope(delivery.call.id, view, maxResultBytes);
  const attempts: readonly Attempt[] = [
    { maxResultBytes, write: () => boundWithRest(view, delivery, envelope, maxResultBytes) },
    { maxResultBytes, write: () => boundAlone(view, delivery, maxResultBytes, true) },
    {
      maxResultBytes: Number.POSITIVE_INFINITY,
      write: () => boundAlone(view, delivery, MIN_NOTICE_BYTES, false),
    },
  ];
  return (await firstThatFits(attempts, delivery)) ?? writeNothing(view, delivery);
}

/**
 * Bounds a result that fits as it came, for what cannot be sent of it.
 *
 * Contract: nothing where every character can be sent, or where the result could not be bounded.
 */
export async function boundUnsendable(
  given: ToolResultView,
  delivery: Delivery,
  maxResultBytes: number,
): Promise<Buffer | undefined> {
  const view = withoutEmptyTexts(given);
  const envelope = writeEnvelope(delivery.call.id, view, maxResultBytes);
  const room = { bytes: maxResultBytes, lines: delivery.limits.maxLines ?? Number.POSITIVE_INFINITY };
  const task = toTask(view, delivery, envelope, maxResultBytes);
  try {
    const bounded = await boundShown(task, room);
    if (bounded.complete) return undefined;
  } catch {
    return undefined;
  }
  return boundToolResult(given, delivery, maxResultBytes);
}

/** An answer written anew, and the blocks in it. */
interface Written {
  readonly frame: Buffer;
  readonly blocks: readonly ContentBlock[];
}

interface Attempt {
  readonly maxResultBytes: number;
  write(): Promise<Written>;
}

async function firstThatFits(attempts: readonly Attempt[], delivery: Delivery): Promise<Buffer | undefined> {
  let failure = '';
  for (const { maxResultBytes, write } of attempts) {
    try {
      const { frame, blocks } = await write();
      if (frame.length - mediaBytes(blocks) <= maxResultBytes) return frame;
      failure = `it would take ${frame.length} bytes`;
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error);
    }
  }
  delivery.report(`a result could not be bounded: ${failure}`);
  return undefined;
}

/** Bounds what is shown; where that is not everything, a notice of the exact result follows it. */
async function boundWithRest(
  view: ToolResultView,
  delivery: Delivery,
  envelope: Envelope,
  maxResultBytes: number,
): Promise<Written> {
  const lines = delivery.limits.maxLines ?? Number.POSITIVE_INFINITY;
  const task = toTask(view, delivery, envelope, maxResultBytes);
  const bounded = await boundShown(task, { bytes: maxResultBytes, lines });
  const omitted = Object.entries(envelope.omitted);
  const isWhole = task.plan.shown.isExact || (omitted.length === 0 && !leavesOut(view, task.plan.shown, bounded));
  if (isWhole) return writeAnswer(task, bounded, bounded.blocks);
  for (const [name, bytes] of omitted) {
    delivery.report(`the side field ${name} of a result (${bytes} bytes) was not sent`);
  }
  const rest = await boundExact(view, delivery, { maxResultBytes: EXACT_NOTICE_BYTES, envelopeBytes: 0 });
  const bytes = maxResultBytes - rest.deliveredBytes;
  const smaller = toTask(view, delivery, envelope, bytes);
  const again = await boundShown(smaller, { bytes, lines: lines - countBlockLines(rest.blocks) });
  return writeAnswer(smaller, again, [...again.blocks, ...rest.blocks]);
}

function toTask(view: ToolResultView, delivery: Delivery, envelope: Envelope, maxResultBytes: number): ShownTask {
  const room = maxResultBytes - envelope.before.length - envelope.after.length;
  const plan = delivery.limits.outputSchemas === 'widen' ? toProgramPlan(view, room) : toReaderPlan(view);
  return { view, plan, delivery, envelope };
}

function writeAnswer(
  { view, plan, envelope }: ShownTask,
  bounded: BoundedResult,
  blocks: readonly ContentBlock[],
): Written {
  const value = plan.structured ?? (plan.sendsBoundedValue ? boundedValue(view, bounded) : undefined);
  const structured = value === undefined ? [] : [STRUCTURED_KEY, value];
  const content = Buffer.from(JSON.stringify(blocks));
  return { frame: Buffer.concat([envelope.before, content, ...structured, envelope.after]), blocks };
}

function boundedValue(view: ToolResultView, bounded: BoundedResult): Buffer {
  if (bounded.complete && view.structured !== undefined) return slice(view.bytes, view.structured);
  return Buffer.from(JSON.stringify(bounded.toJson()));
}

/** Bounds the exact result and nothing else, for what cannot be shown in another way. */
async function boundAlone(
  view: ToolResultView,
  delivery: Delivery,
  maxResultBytes: number,
  countsEnvelope: boolean,
): Promise<Written> {
  const { before, after } = writeBareEnvelope(delivery.call.id, view);
  const valueFor = (handle: string | undefined): Buffer => writeSmallestValue(view, delivery, handle);
  const around = before.length + after.length + valueFor('r_'.padEnd(32, '0')).length;
  const envelopeBytes = countsEnvelope ? around : 0;
  const { blocks, handle } = await boundExact(view, delivery, { maxResultBytes, envelopeBytes });
  const content = Buffer.from(JSON.stringify(blocks));
  return { frame: Buffer.concat([before, content, valueFor(handle?.id), after]), blocks };
}

/** A client that types programs from the schema is owed a value, whatever became of the result. */
function writeSmallestValue(view: ToolResultView, delivery: Delivery, handle: string | undefined): Buffer {
  if (delivery.limits.outputSchemas !== 'widen' || view.structured === undefined || view.isError) {
    return Buffer.alloc(0);
  }
  const value = { partial: true, ...(handle === undefined ? { recoverable: false } : { handle }) };
  return Buffer.concat([STRUCTURED_KEY, Buffer.from(JSON.stringify(value))]);
}

function writeNothing(view: ToolResultView, delivery: Delivery): Buffer {
  const { before, after } = writeBareEnvelope(delivery.call.id, view);
  const producedBytes = view.range.end - view.range.start;
  const text = writeLastResort({ what: 'tool result', producedBytes, isError: view.isError });
  const content = Buffer.from(JSON.stringify([{ type: 'text', text }]));
  return Buffer.concat([before, content, writeSmallestValue(view, delivery, undefined), after]);
}

function mediaBytes(blocks: readonly ContentBlock[]): number {
  return blocks.reduce(
    (sum, block) => sum + (block.type !== 'text' && typeof block.data === 'string' ? block.data.length : 0),
    0,
  );
}
