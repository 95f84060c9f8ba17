import type { OverflowClassification } from '../overflow/classification.ts';
import { applyChanges, type Change } from '../view/change.ts';
import { shrink, shrinkable } from '../view/shrink.ts';
import type { ViewContext } from '../view/view-context.ts';
import { weigh } from '../view/weigh.ts';
import { changeItem } from './change-item.ts';
import type { Excess, ItemChange, OutputGoal, SizeChange } from './decision.ts';
import { assertSamePairs, byteLengthOf, type Draft, toBody } from './draft.ts';
import { outputTokensOf, withOutputTokens } from './output-tokens.ts';
import type { GivenUp } from './overflow-error.ts';
import type { RecoveryState } from './recovery-state.ts';
import { roomBesideShortened } from './room.ts';

/**
 * Makes a request smaller as was decided: shortens what tools wrote, lowers the reserved output, or both.
 *
 * Contract: the request that comes back is smaller, in bytes or in the answer that it reserves; what was shortened is
 * remembered. Where shortening could not help, nothing is shortened, and why is returned.
 */
export async function changeSize(state: RecoveryState, draft: Draft, change: SizeChange): Promise<Draft | GivenUp> {
  const changes = change.excess === undefined ? [] : await shortenBy(state, draft, change.excess);
  if (changes === undefined) return 'nothing-to-shorten';
  const shorter = applyTo(draft, changes);
  const output = change.output && outputBeside(change.output, draft, shorter);
  const reserved = outputTokensOf(draft.body, draft.format);
  const isLowered = output !== undefined && output < (reserved ?? Number.POSITIVE_INFINITY);
  if (changes.length === 0 && !isLowered) return 'nothing-to-shorten';
  await keepChanges(state, draft, shorter, changes);
  return isLowered ? lowerOutput(state, shorter, output) : shorter;
}

/** Shortens the part that a refusal named, as `changeSize` does. */
export async function changeNamed(
  state: RecoveryState,
  draft: Draft,
  { what }: ItemChange,
  classification: OverflowClassification,
): Promise<Draft | GivenUp> {
  const changes = await changeItem(contextOf(state, draft), draft, classification, what);
  if (changes.length === 0) return 'nothing-to-shorten';
  const shorter = applyTo(draft, changes);
  await keepChanges(state, draft, shorter, changes);
  return shorter;
}

function contextOf({ options }: RecoveryState, { format }: Draft): ViewContext {
  return { bounder: options.spillway, format };
}

function applyTo(draft: Draft, changes: readonly Change[]): Draft {
  const shorter = { ...draft, messages: applyChanges(draft.messages, changes) };
  assertSamePairs(draft, shorter);
  return shorter;
}

async function shortenBy(
  state: RecoveryState,
  draft: Draft,
  { unit, must, want }: Excess,
): Promise<readonly Change[] | undefined> {
  const context = contextOf(state, draft);
  if (shrinkable(draft.messages, context, unit) < must) return undefined;
  const order = unit === 'bytes' ? 'largest' : (state.options.order ?? 'newest');
  const changes = await shrink(context, draft.messages, { unit, save: want, order });
  return changes.length === 0 ? undefined : changes;
}

async function keepChanges(
  { known, tell }: RecoveryState,
  before: Draft,
  after: Draft,
  changes: readonly Change[],
): Promise<void> {
  if (changes.length === 0) return;
  await known.add(before.messages, changes);
  tell({
    type: 'view-shrunk',
    changeCount: changes.length,
    savedBytes: byteLengthOf(toBody(before)) - byteLengthOf(toBody(after)),
    handleIds: changes.flatMap(({ handles }) => handles),
  });
}

function outputBeside(output: OutputGoal, before: Draft, after: Draft): number {
  if ('tokens' in output) return output.tokens;
  const [were, are] = [before, after].map((draft) => weigh(toBody(draft), draft.format).tokens) as [number, number];
  const reserved = outputTokensOf(before.body, before.format) ?? 0;
  return roomBesideShortened(output.promptTokens, output.isMeasured, are / were, output.windowTokens, reserved);
}

/** Sets what a request reserves for its answer. */
function lowerOutput({ tell }: RecoveryState, draft: Draft, toTokens: number): Draft {
  const fromTokens = outputTokensOf(draft.body, draft.format);
  tell({ type: 'output-lowered', toTokens, ...(fromTokens !== undefined && { fromTokens }) });
  return { ...draft, body: withOutputTokens(draft.body, draft.format, toTokens) };
}
