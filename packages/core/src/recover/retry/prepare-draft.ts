import { applyChanges } from '../view/change.ts';
import { heal } from '../view/heal.ts';
import { weigh } from '../view/weigh.ts';
import { findFormat, resolveFormat } from '../wire/formats.ts';
import type { JsonObject } from '../wire/json.ts';
import type { WireFormat } from '../wire/wire-format.ts';
import { changeSize } from './change-draft.ts';
import { assertSamePairs, type Draft, toBody, toDraft } from './draft.ts';
import { fitKnown } from './fit-known.ts';
import { outputTokensOf } from './output-tokens.ts';
import type { RecoveryOptions } from './recovery-options.ts';
import { modelOf, type RecoveryState } from './recovery-state.ts';

/**
 * Makes a request ready to be sent: in the forms in which its parts were sent before, bounded, and within what is known
 * of the model's limits.
 *
 * Contract: costs one pass over the transcript, and a store write for each part that is bounded. The body that was
 * given is never changed.
 * @throws TypeError for a body of no known API.
 */
export async function prepareDraft(state: RecoveryState, body: JsonObject): Promise<Draft> {
  const { options } = state;
  const given = toDraft(body, formatOf(body, options), options.repairs ?? false);
  const healed = await healDraft(state, asKnown(state, given));
  assertSamePairs(given, healed);
  return fitDraft(state, healed);
}

function formatOf(body: JsonObject, { format }: RecoveryOptions): WireFormat {
  if (format !== undefined) return resolveFormat(format);
  const found = findFormat(body);
  if (found === undefined)
    throw new TypeError('the API of this request is not known by its shape: name it as `format`');
  return found;
}

/** What was bounded once may have been shortened since: a change is looked up again where another one was found. */
function asKnown({ known }: RecoveryState, given: Draft): Draft {
  let draft = given;
  for (let found = known.find(draft.messages, draft.format); found.length > 0; ) {
    draft = { ...draft, messages: applyChanges(draft.messages, found) };
    found = known.find(draft.messages, draft.format);
  }
  return draft;
}

async function healDraft({ options, known, tell }: RecoveryState, draft: Draft): Promise<Draft> {
  const changes = await heal({ bounder: options.spillway, format: draft.format }, draft.messages);
  if (changes.length === 0) return draft;
  await known.add(draft.messages, changes);
  const savedBytes = changes.reduce((sum, { fromBytes, toBytes }) => sum + fromBytes - toBytes, 0);
  tell({ type: 'view-healed', changeCount: changes.length, savedBytes });
  return { ...draft, messages: applyChanges(draft.messages, changes) };
}

/** Makes a request fit what is known before it is sent; one that cannot be made to fit is sent as it is. */
async function fitDraft(state: RecoveryState, draft: Draft): Promise<Draft> {
  const { windowTokens } = state.options;
  const model = modelOf(state, draft);
  const outputTokens = outputTokensOf(draft.body, draft.format);
  const learned = model.limits.find();
  const maxOutputTokens = model.limits.findOutputCap();
  if (windowTokens === undefined && !learned?.countsOutput && maxOutputTokens === undefined) return draft;
  const change = fitKnown({
    weight: weigh(toBody(draft), draft.format),
    scale: model.calibration.scale(),
    ...(outputTokens !== undefined && { outputTokens }),
    ...(windowTokens !== undefined && { windowTokens }),
    ...(learned?.countsOutput && { sumTokens: learned.limitTokens }),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
  });
  if (change === undefined) return draft;
  const fitting = await changeSize(state, draft, change);
  return typeof fitting === 'string' ? draft : fitting;
}
