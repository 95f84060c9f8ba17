import type { Range } from '../json/scan.ts';
import type { Answer } from '../messages/message.ts';
import { boundToolError } from './bound-tool-error.ts';
import { boundToolResult, boundUnsendable } from './bound-tool-result.ts';
import type { Delivery } from './delivery.ts';
import { fillEmptyTexts, isEmptyText } from './empty-texts.ts';
import { countedBytes, countLines, isEmptyForModel, maxMediaBytesOf, mayHoldUnsendable } from './fit.ts';
import { holdsKeys } from './keys.ts';
import { readToolResult, type ToolResultView } from './tool-result.ts';

/**
 * Returns the answer of a tool call as the client may have it.
 *
 * Contract: the answer's own bytes where they fit and hold nothing that cannot be sent; else a frame written anew. The
 * whole frame counts, media that pass aside.
 */
export function deliverToolAnswer(answer: Answer, delivery: Delivery): Buffer | Promise<Buffer> {
  if (answer.result !== undefined) return deliverResult(answer, answer.result, delivery);
  const budget = Math.min(delivery.limits.maxErrorBytes, delivery.shareBytes);
  if (answer.error === undefined) return answer.bytes;
  if (answer.bytes.length <= budget && !needsLook(answer.bytes, delivery)) return answer.bytes;
  return boundToolError(answer, answer.error, delivery, budget);
}

function deliverResult(answer: Answer, range: Range, delivery: Delivery): Buffer | Promise<Buffer> {
  const view = readToolResult(answer.bytes, range);
  if (view === undefined) return answer.bytes;
  const { limits } = delivery;
  const budget = Math.min(view.isError ? limits.maxErrorBytes : limits.maxResultBytes, delivery.shareBytes);
  if (!fits(view, delivery, budget) || isEmptyForModel(view)) return boundToolResult(view, delivery, budget);
  if (view.items.some(isEmptyText)) return replaceEmptyTexts(answer, view, delivery, budget);
  return needsLook(answer.bytes, delivery) ? checkCharacters(answer, view, delivery, budget) : answer.bytes;
}

function needsLook(bytes: Buffer, { boundary }: Delivery): boolean {
  return mayHoldUnsendable(bytes) || holdsKeys(bytes, boundary);
}

function fits(view: ToolResultView, delivery: Delivery, budget: number): boolean {
  const isLonger = view.bytes.length > budget;
  if (isLonger && countedBytes(view, maxMediaBytesOf(view, delivery.limits)) > budget) return false;
  const { maxLines } = delivery.limits;
  return maxLines === undefined || countLines(view) < maxLines;
}

async function replaceEmptyTexts(
  answer: Answer,
  view: ToolResultView,
  delivery: Delivery,
  budget: number,
): Promise<Buffer> {
  const filled = await fillEmptyTexts(view, delivery);
  const addedBytes = filled.length - answer.bytes.length;
  if (countedBytes(view, maxMediaBytesOf(view, delivery.limits)) + addedBytes > budget) {
    return boundToolResult(view, delivery, budget);
  }
  return needsLook(filled, delivery) ? checkCharacters({ ...answer, bytes: filled }, view, delivery, budget) : filled;
}

/** The boundary alone decides what can be sent; where it changes nothing, or cannot, the answer's own bytes go. */
async function checkCharacters(
  answer: Answer,
  view: ToolResultView,
  delivery: Delivery,
  budget: number,
): Promise<Buffer> {
  return (await boundUnsendable(view, delivery, budget)) ?? answer.bytes;
}
