import type { JsonObject } from '../../wire/json.ts';
import type { WireFormat } from '../../wire/wire-format.ts';
import { alternate } from './alternate.ts';
import { cleanMessage } from './clean-message.ts';
import type { Fault } from './fault.ts';
import { pairByBlock } from './pair-by-block.ts';
import { pairByMessage } from './pair-by-message.ts';
import { withoutAlone } from './without-alone.ts';
import { withoutRepeats } from './without-repeats.ts';

export interface Repaired {
  readonly messages: readonly JsonObject[];
  readonly faults: readonly Fault[];
}

/**
 * Makes a transcript one that its provider accepts: every call has its result behind it, every result its call, no text
 * is empty, arguments are an object.
 *
 * Contract: a transcript without faults comes back as the same objects. What is mended says so in words for the model;
 * nothing that could be sent is left out. The same transcript is always mended to the same bytes, and a longer one to a
 * continuation of them as long as its calls had their results.
 */
export function repair(messages: readonly JsonObject[], format: WireFormat): Repaired {
  const faults: Fault[] = [];
  const clean = withoutRepeats(messages, format, faults).flatMap((placed) => cleanMessage(placed, format, faults));
  const pair = format.pairing.resultsIn === 'messages' ? pairByMessage : pairByBlock;
  const paired = alternate(pair(withoutAlone(clean, format, faults), format, faults), format, faults);
  if (faults.length === 0) return { messages, faults };
  return { messages: paired.map(({ message }) => message), faults };
}
