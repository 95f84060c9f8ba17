import { detectEncoding } from '../bytes/encoding.ts';
import { sanitizeText } from '../bytes/sanitize.ts';
import { boundBlocks } from './blocks.ts';
import type { Boundary } from './boundary.ts';
import { Capture, type Captured } from './capture.ts';
import { emptyText } from './empty.ts';
import { errorText } from './error-text.ts';
import { jsonChunks } from './json-chunks.ts';
import { isContentBlocks } from './parts.ts';
import { completeResult, partialResult, textBlockBytes } from './present.ts';
import { createProvenance } from './provenance.ts';
import type { BoundContext, BoundedResult, ToolResult } from './result.ts';

/** Large values are written piece by piece, so that nothing of their size is built and other work gets its turn. */
const SLICE_LENGTH = 1_048_576;

/**
 * Makes one tool result fit its budget; nothing is lost while its handle lives.
 *
 * Contract: a result whose encoded form fits is returned as it came and nothing is written. A larger one is stored
 * whole and replaced by a notice. Memory is O(budget) for streams. Never turns a success into an error or an error into
 * a success. Store trouble costs the rest of the result, never the call.
 * @throws SpillwayError `budget-too-small`; whatever a stream itself throws.
 */
export async function bound(boundary: Boundary, result: ToolResult, context: BoundContext): Promise<BoundedResult> {
  const rebound = boundary.notices.find(typeof result === 'string' ? result : noticeText(result));
  if (rebound !== undefined) return rebound(context);
  if (isContentBlocks(result)) return boundBlocks(boundary, result, context, boundText);
  return boundText(boundary, result, context);
}

/** Starts the capture of a result that comes in pieces. */
export function startCapture(boundary: Boundary, context: BoundContext): Capture {
  const { store, scope } = boundary;
  const settings = { ...boundary.settings, maxResultBytes: budgetOf(boundary, context) };
  return new Capture({
    store,
    scope,
    settings,
    provenance: context.provenance ?? createProvenance(store, scope, context),
  });
}

/** Turns a captured result into what is delivered; `value` is the program's form of a small one. */
export async function presentCapture(
  boundary: Boundary,
  capture: Capture,
  captured: Captured,
  context: BoundContext,
  value?: unknown,
): Promise<BoundedResult> {
  const isError = context.isError ?? false;
  const maxResultBytes = budgetOf(boundary, context);
  const envelopeBytes = context.envelopeBytes ?? 0;
  const text = captured.whole ? deliverableText(captured, context.keepControls ?? false) : undefined;
  if (text !== undefined) {
    const shown = text.trim() === '' ? emptyText(text, isError) : text;
    if (fits(shown, value, maxResultBytes - envelopeBytes, context)) {
      return completeResult(shown, captured.producedBytes, isError, value ?? shown);
    }
  }
  const stored = await capture.spillWhole(captured);
  return presentPartial(boundary, stored, context);
}

function presentPartial(boundary: Boundary, stored: Captured, context: BoundContext): BoundedResult {
  const { description } = stored;
  if (description === undefined) throw new TypeError('a spilled result has a description');
  const maxResultBytes = budgetOf(boundary, context);
  const label = context.label === undefined ? '' : `${context.label}: `;
  const result = partialResult(
    stored,
    { ...description, headline: label + description.headline },
    {
      maxResultBytes,
      envelopeBytes: context.envelopeBytes ?? 0,
      previewBytes: Math.min(context.previewBytes ?? boundary.settings.previewBytes, maxResultBytes),
      isError: context.isError ?? false,
      names: context.readers ?? boundary.readers,
      formatCall: boundary.formatCall,
    },
  );
  boundary.notices.remember(result.toText(), (again) => presentPartial(boundary, stored, { ...context, ...again }));
  return result;
}

async function boundText(boundary: Boundary, result: ToolResult, context: BoundContext): Promise<BoundedResult> {
  const capture = startCapture(boundary, context);
  try {
    const value = await writeResult(capture, result, context);
    return await presentCapture(boundary, capture, await capture.end(), context, value);
  } catch (error) {
    await capture.abort();
    throw error;
  }
}

/** Writes any result into a capture; returns the value that a program would see, where that is not the text itself. */
async function writeResult(capture: Capture, result: ToolResult, context: BoundContext): Promise<unknown> {
  if (typeof result === 'string' || result instanceof Uint8Array) {
    for (let start = 0; start < result.length; start += SLICE_LENGTH) {
      await capture.write(
        typeof result === 'string'
          ? result.slice(start, start + SLICE_LENGTH)
          : result.subarray(start, start + SLICE_LENGTH),
      );
    }
    return undefined;
  }
  if (isStream(result)) {
    for await (const piece of result) {
      context.signal?.throwIfAborted();
      await capture.write(piece);
    }
    return undefined;
  }
  if (context.isError) {
    await capture.write(errorText(result));
    return undefined;
  }
  if (result === undefined) return undefined;
  for (const chunk of jsonChunks(result)) await capture.write(chunk);
  return result;
}

/** A bounded result, or one that came back as its only block, is known by its text. */
function noticeText(result: ToolResult): string {
  const blocks = (result as Partial<BoundedResult> | undefined)?.blocks ?? result;
  if (!isContentBlocks(blocks) || blocks.length !== 1) return '';
  return typeof blocks[0]?.text === 'string' ? blocks[0].text : '';
}

function isStream(value: unknown): value is AsyncIterable<string | Uint8Array> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

/** Returns the text when every byte of it can be sent as it is. */
function deliverableText({ head, isText }: Captured, keepControls: boolean): string | undefined {
  if (!isText && detectEncoding(head, true) !== 'utf-8') return undefined;
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(head);
    return keepControls || sanitizeText(text).replaced === 0 ? text : undefined;
  } catch {
    return undefined;
  }
}

function fits(text: string, value: unknown, room: number, context: BoundContext): boolean {
  if (context.consumer !== 'json') return textBlockBytes(text) <= room;
  const json = value === undefined ? JSON.stringify(text) : text;
  return Buffer.byteLength(json) + '{"partial":false,"value":}'.length <= room;
}

function budgetOf(boundary: Boundary, context: BoundContext): number {
  return Math.min(boundary.settings.maxResultBytes, context.maxResultBytes ?? Number.POSITIVE_INFINITY);
}
