import { formatCount } from '../bytes/count-words.ts';
import { detectEncoding } from '../bytes/encoding.ts';
import { sanitizeText } from '../bytes/sanitize.ts';
import { redactText } from '../guard/redact-text.ts';
import { boundBlocks } from './blocks.ts';
import { type Boundary, budgetOf } from './boundary.ts';
import { Capture, type Captured } from './capture.ts';
import { emptyText } from './empty.ts';
import { errorText } from './error-text.ts';
import { type InnerText, unfold } from './inner-text.ts';
import { maskedResult, maskNoteBytes, refusedResult } from './masked-result.ts';
import { mergeResults } from './merge-results.ts';
import { isContentBlocks } from './parts.ts';
import { pictureText } from './picture-text.ts';
import { completeResult, partialResult, textBlockBytes } from './present.ts';
import { createProvenance } from './provenance.ts';
import { readProperty } from './read-property.ts';
import type { BoundContext, BoundedResult, ToolResult } from './result.ts';
import { textToBytes } from './text-bytes.ts';
import { writeResult } from './write-result.ts';

const maxFailureLength = 120;

/**
 * Makes one tool result fit its budget; nothing is lost while its handle lives.
 *
 * Contract: a result whose encoded form fits is returned as it came and nothing is written. A larger one is stored
 * whole and replaced by a notice. Memory is O(budget) for streams. Never turns a success into an error or an error into
 * a success. Store trouble costs the rest of the result, never the call.
 * @throws SpillwayError `budget-too-small`; the reason of an abort. A stream that fails is a result that is an error: what came
 * before is kept and shown.
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
    keys: boundary.keys,
    mediaType: context.mediaType,
    begun: { toolName: context.toolName, at: Date.now() },
    provenance: context.provenance ?? createProvenance(boundary, context),
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
  if (captured.failure?.code === 'key-refused') return refusedResult(captured, isError);
  const text = captured.whole ? deliverableText(captured, context.keepControls ?? false) : undefined;
  if (text !== undefined && !context.alwaysNotice) {
    const shown = text.trim() === '' ? emptyText(text, isError) : text;
    const room = maxResultBytes - envelopeBytes - maskNoteBytes(captured.withheldBytes);
    if (fits(shown, value, room, context)) {
      if (captured.withheldBytes !== undefined)
        return maskedResult(shown, captured, isError, maskedValue(shown, value));
      return completeResult(shown, captured.producedBytes, isError, value ?? shown);
    }
  }
  const { stored, inner } = await unfold(boundary, await capture.spillWhole(captured));
  if (stored.failure?.code === 'key-refused') return refusedResult(stored, isError);
  return presentPartial(boundary, stored, inner, context);
}

function presentPartial(
  boundary: Boundary,
  stored: Captured,
  inner: InnerText | undefined,
  context: BoundContext,
): BoundedResult {
  const { description } = stored;
  if (description === undefined) throw new TypeError('a spilled result has a description');
  const maxResultBytes = budgetOf(boundary, context);
  const label = context.label ? `${context.label}: ` : '';
  const result = partialResult(
    stored,
    { ...description, headline: label + description.headline },
    {
      maxResultBytes,
      envelopeBytes: context.envelopeBytes ?? 0,
      previewBytes: Math.min(context.previewBytes ?? boundary.settings.previewBytes, maxResultBytes),
      isError: context.isError ?? false,
      failureInLabel: context.failureInLabel ?? false,
      keepsEnds: context.keepsEnds ?? false,
      names: context.readers ?? boundary.readers,
      formatCall: boundary.formatCall,
      ...(inner !== undefined && { inner }),
    },
  );
  const kept = withoutContent(context);
  boundary.notices.remember(result.toText(), (again) => presentPartial(boundary, stored, inner, { ...kept, ...again }));
  return result;
}

/** A notice that is remembered must not keep the result alive that it stands for. */
function withoutContent(context: BoundContext): BoundContext {
  const { origin: _, input: __, provenance: ___, signal: ____, ...rest } = context;
  return rest;
}

async function boundText(boundary: Boundary, result: ToolResult, context: BoundContext): Promise<BoundedResult> {
  const capture = startCapture(boundary, context);
  try {
    const { value, failure } = await writeResult(capture, result, context);
    const captured = await capture.end();
    if (failure === undefined) return await presentCapture(boundary, capture, captured, context, value);
    return await presentFailure(boundary, capture, captured, context, failure);
  } catch (error) {
    await capture.abort();
    throw error;
  }
}

/** What a tool gave before it failed is kept and shown; the failure stands behind it in a block of its own. */
async function presentFailure(
  boundary: Boundary,
  capture: Capture,
  captured: Captured,
  context: BoundContext,
  failure: unknown,
): Promise<BoundedResult> {
  const why = pictureText(textToBytes(failureWords(boundary, failure))).text;
  const text = `[The tool failed after ${formatCount(captured.producedBytes)} bytes: ${why}]`;
  const envelopeBytes = (context.envelopeBytes ?? 0) + textBlockBytes(text);
  const failed = { ...context, isError: true };
  if (captured.producedBytes === 0) return completeResult(text, 0, true);
  const shown = await presentCapture(boundary, capture, captured, { ...failed, envelopeBytes });
  return mergeResults([shown, { type: 'text', text }], true);
}

/** A tool's error may show what it choked on. */
function failureWords({ keys }: Boundary, failure: unknown): string {
  const text = errorText(failure);
  return (keys === 'include' ? text : redactText(text).text).slice(0, maxFailureLength);
}

/** What a program sees of a value of which the JSON text was masked. */
function maskedValue(text: string, value: unknown): unknown {
  return value === undefined ? text : JSON.parse(text);
}

/** A bounded result, or one that came back as its only block, is known by its text. */
function noticeText(result: ToolResult): string {
  const blocks = readProperty(result, 'blocks') ?? result;
  if (!isContentBlocks(blocks) || blocks.length !== 1) return '';
  return typeof blocks[0]?.text === 'string' ? blocks[0].text : '';
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
