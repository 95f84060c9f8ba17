import type { SmallMessage } from '../messages/small-message.ts';
import type { Delivery } from './delivery.ts';
import { mayHoldUnsendable } from './fit.ts';

/**
 * Tells whether a small answer of a tool call surely goes down as it came.
 *
 * Contract: true is certain; false means that the answer has to be looked at where it lies.
 */
export function passesSmall(
  byteLength: number,
  { text, members: { result } }: Pick<SmallMessage, 'text' | 'members'>,
  delivery: Pick<Delivery, 'limits' | 'shareBytes'>,
): boolean {
  if (typeof result !== 'object' || result === null) return false;
  const { content, structuredContent, resultType, isError } = result as Readonly<Record<string, unknown>>;
  if (resultType !== undefined && resultType !== 'complete') return false;
  const { limits, shareBytes } = delivery;
  const budget = Math.min(isError === true ? limits.maxErrorBytes : limits.maxResultBytes, shareBytes);
  // A line end takes two bytes at least, so fewer bytes than twice the lines are never too many lines.
  if (byteLength > budget || byteLength > 2 * (limits.maxLines ?? Number.POSITIVE_INFINITY)) return false;
  if (Array.isArray(content) && content.some(isEmptyText)) return false;
  const isShown = (structuredContent ?? undefined) !== undefined || (Array.isArray(content) && content.some(isVisible));
  return isShown && !mayHoldUnsendable(text);
}

function isEmptyText(block: unknown): boolean {
  return (block as { text?: unknown } | null)?.text === '';
}

function isVisible(block: unknown): boolean {
  const { type, text } = (block ?? {}) as { type?: unknown; text?: unknown };
  return typeof type === 'string' && (type !== 'text' || (typeof text === 'string' && text.trim() !== ''));
}
