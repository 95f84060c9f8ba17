import type { Draft } from './draft.ts';
import { createKnownChanges, type KnownChanges } from './known-changes.ts';
import { createPlaces, type Place, type Places } from './place.ts';
import type { RecoveryOptions } from './recovery-options.ts';

/** What a recovery learns from one request for the next. */
export interface RecoveryState {
  readonly options: RecoveryOptions;
  readonly known: KnownChanges;
  readonly places: Places;
}

export function createRecoveryState(options: RecoveryOptions): RecoveryState {
  return { options, known: options.known ?? createKnownChanges(), places: createPlaces() };
}

/** Returns what is known of the endpoint and model that a request goes to. */
export function placeOf({ options, places }: RecoveryState, { body }: Draft): Place {
  const model = options.model ?? modelOf(body);
  return places.find([options.provider ?? '', options.endpoint ?? '', model].join('\n'));
}

/** Bedrock's SDK names the model under another key. */
function modelOf({ model, modelId }: Draft['body']): string {
  return typeof model === 'string' ? model : typeof modelId === 'string' ? modelId : '';
}
