import type { JsonObject } from '../../wire/json.ts';
import { remember } from '../../wire/settled.ts';
import type { WireFormat } from '../../wire/wire-format.ts';
import { cleanMessage } from './clean-message.ts';
import type { Fault } from './fault.ts';
import { toItem } from './item.ts';
import { leaveOutAlone } from './leave-out-alone.ts';
import { leaveOutRepeats } from './leave-out-repeats.ts';
import { matchResults } from './match-results.ts';
import { alternate, beginWithPerson } from './order-roles.ts';
import { pairInBlocks } from './pair-in-blocks.ts';
import { pairInMessages } from './pair-in-messages.ts';
import { renameCalls, renameMessages } from './rename-calls.ts';

export interface Repaired {
  readonly messages: readonly JsonObject[];
  readonly faults: readonly Fault[];
}

/**
 * Makes a transcript one that its provider accepts: every call has its result behind it, every result its call, no text
 * is empty, arguments are an object, ids differ where they have to.
 *
 * Contract: a transcript without faults comes back as the same objects. What is mended says so in words for the model;
 * nothing that could be sent is left out. The same transcript is always mended to the same bytes, and a longer one to a
 * continuation of them as long as its calls had their results. Costs one pass.
 */
export function repair(messages: readonly JsonObject[], format: WireFormat): Repaired {
  return rememberedRepair(messages, format);
}

const rememberedRepair = remember((messages: readonly JsonObject[], format: WireFormat): Repaired => {
  const faults: Fault[] = [];
  const items = messages.map((given, index) => {
    const cleaned = cleanMessage(given, format);
    for (const fault of cleaned?.faults ?? []) faults.push({ index, ...fault });
    return toItem({ message: cleaned?.message ?? given, index }, format);
  });
  const matches = matchResults(items);
  const once = leaveOutRepeats(items, matches, format, faults);
  renameCalls(once, matches, format, faults);
  renameMessages(once, format, faults);
  const left = leaveOutAlone(once, format, faults);
  const pair = format.pairing.resultsIn === 'messages' ? pairInMessages : pairInBlocks;
  const paired = beginWithPerson(pair(left, matches, format, faults), format, faults);
  const turns = alternate(paired, format, faults);
  return { messages: faults.length === 0 ? messages : turns.map(({ message }) => message), faults };
});
