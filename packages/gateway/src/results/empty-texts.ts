import { parseRange, slice } from '../json/raw.ts';
import type { Range } from '../json/scan.ts';
import { type Delivery, toCallContext } from './delivery.ts';
import { onlyMember } from './repeats.ts';
import type { ResultItem, ToolResultView } from './tool-result.ts';

/** What stands in the place of an empty text among other parts: providers refuse an empty one. */
export const EMPTY_PART = '(an empty text)';

/**
 * Replaces the empty texts of a result that is not empty as a whole.
 *
 * Contract: returns the answer's own bytes where there are none; every byte but theirs stays. Beside nothing but a
 * structured value the first one becomes that value's JSON, as the protocol asks of servers; where the value says
 * nothing either, the words for a result without a text.
 */
export async function fillEmptyTexts(view: ToolResultView, delivery: Delivery): Promise<Buffer> {
  const empty = view.items.filter(isEmptyText);
  if (empty.length === 0) return view.bytes;
  const first = empty.length === view.items.length ? await wordsForAll(view, delivery) : EMPTY_PART;
  const pieces: Buffer[] = [];
  let at = 0;
  for (const [index, { text }] of empty.entries()) {
    const { start, end } = text as Range;
    pieces.push(view.bytes.subarray(at, start), Buffer.from(JSON.stringify(index === 0 ? first : EMPTY_PART)));
    at = end;
  }
  return Buffer.concat([...pieces, view.bytes.subarray(at)]);
}

/** Leaves out empty texts with nothing beside them, where something else is left to show. */
export function withoutEmptyTexts(view: ToolResultView): ToolResultView {
  const items = view.items.filter((item) => !isEmptyText(item) || item.sideBytes > 0);
  const isSame = items.length === view.items.length;
  return isSame || (items.length === 0 && view.structured === undefined) ? view : { ...view, items };
}

export function isEmptyText({ text }: ResultItem): boolean {
  return text !== undefined && text.end - text.start === 2;
}

async function wordsForAll(view: ToolResultView, delivery: Delivery): Promise<string> {
  const { bytes, structured } = view;
  if (structured !== undefined && !saysNothing(bytes, onlyMember(bytes, structured) ?? structured)) {
    return slice(bytes, structured).toString('utf8');
  }
  const bounded = await delivery.boundary.bound('', { ...toCallContext(delivery), isError: view.isError });
  return bounded.toText();
}

/** A value of nothing: `null`, an empty string, list or object. */
function saysNothing(bytes: Buffer, value: Range): boolean {
  if (value.end - value.start > 64) return false;
  const parsed = parseRange(bytes, value);
  return parsed === null || parsed === '' || (typeof parsed === 'object' && Object.keys(parsed).length === 0);
}
