import type { OverflowClassification } from '../overflow/classification.ts';
import { applyChanges, type Change } from '../view/change.ts';
import type { ViewContext } from '../view/heal.ts';
import { shrink, shrinkable } from '../view/shrink.ts';
import { weigh } from '../view/weigh.ts';
import { changeItem } from './change-item.ts';
import { type Decision, leastOutput, roomBeside } from './decide.ts';
import { assertSamePairs, byteLengthOf, type Draft, toBody } from './draft.ts';
import { outputTokensOf, withOutputTokens } from './output-tokens.ts';
import type { GivenUp } from './overflow-error.ts';
import type { RecoveryState } from './recovery-state.ts';

type ChangingDecision = Extract<Decision, { kind: 'change' | 'change-item' }>;

/**
 * Changes a refused request as was decided.
 *
 * Contract: the request that comes back is smaller, in bytes or in the answer that it reserves; what was shortened is
 * remembered. Where shortening could not help, nothing is shortened.
 */
export async function changeDraft(
  state: RecoveryState,
  draft: Draft,
  decision: ChangingDecision,
  classification: OverflowClassification,
): Promise<Draft | GivenUp> {
  const context: ViewContext = { bounder: state.options.spillway, format: draft.format };
  const changes = await findChanges(state, context, draft, decision, classification);
  if (changes === undefined) return 'nothing-to-shorten';
  const shorter = { ...draft, messages: applyChanges(draft.messages, changes) };
  assertSamePairs(draft, shorter);
  const lowered = decision.kind === 'change' ? lowerOutput(state, draft, shorter, decision.output) : shorter;
  if (typeof lowered === 'string') return lowered;
  if (changes.length === 0 && lowered === shorter) return 'nothing-to-shorten';
  if (changes.length > 0) await keepChanges(state, draft, lowered, changes);
  return lowered;
}

async function findChanges(
  { options: { order = 'newest' } }: RecoveryState,
  context: ViewContext,
  { messages }: Draft,
  decision: ChangingDecision,
  classification: OverflowClassification,
): Promise<readonly Change[] | undefined> {
  if (decision.kind === 'change-item') {
    const changes = await changeItem(context, messages, classification, decision.what);
    return changes.length === 0 ? undefined : changes;
  }
  const { excess } = decision;
  if (excess === undefined) return [];
  if (shrinkable(messages, context, excess.unit) < excess.must) return undefined;
  const goal = { unit: excess.unit, save: excess.want, order: excess.unit === 'bytes' ? 'largest' : order } as const;
  const changes = await shrink(context, messages, goal);
  return changes.length === 0 ? undefined : changes;
}

async function keepChanges(
  state: RecoveryState,
  before: Draft,
  after: Draft,
  changes: readonly Change[],
): Promise<void> {
  await state.known.add(before.messages, changes);
  state.options.onEvent?.({
    type: 'view-shrunk',
    changeCount: changes.length,
    savedBytes: byteLengthOf(toBody(before)) - byteLengthOf(toBody(after)),
    handleIds: changes.flatMap(({ handles }) => handles),
  });
}

/** Reserves what is left of the window beside the prompt, where the request reserves more. */
function lowerOutput(
  state: RecoveryState,
  before: Draft,
  draft: Draft,
  output: Extract<Decision, { kind: 'change' }>['output'],
): Draft | GivenUp {
  if (output === undefined) return draft;
  const reserved = outputTokensOf(draft.body, draft.format);
  const tokens =
    'tokens' in output ? output.tokens : roomBeside(promptTokens(state, before, draft, output), output.windowTokens);
  if (reserved !== undefined && reserved <= tokens) return draft;
  if (tokens < Math.min(16, leastOutput(reserved ?? 0))) return 'output-too-small';
  state.options.onEvent?.({
    type: 'output-lowered',
    toTokens: tokens,
    ...(reserved !== undefined && { fromTokens: reserved }),
  });
  return { ...draft, body: withOutputTokens(draft.body, draft.format, tokens) };
}

/** What the provider counted, less what was shortened since; or as we count it. */
function promptTokens(
  { calibration }: RecoveryState,
  before: Draft,
  draft: Draft,
  { promptTokens: counted }: { readonly promptTokens?: number },
): number {
  const now = weigh(toBody(draft), draft.format).tokens;
  if (counted === undefined) return now * calibration.scale();
  return draft.messages === before.messages ? counted : (counted * now) / weigh(toBody(before), before.format).tokens;
}
