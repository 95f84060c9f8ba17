import type { Draft } from './draft.ts';
import { createKnownChanges, type KnownChanges } from './known-changes.ts';
import { createKnownModels, type KnownModel, type KnownModels } from './known-models.ts';
import type { RecoveryEvent } from './recovery-event.ts';
import type { RecoveryOptions } from './recovery-options.ts';
import { type RetrySettings, resolveRetrySettings } from './waiting.ts';

/** What a recovery learns from one request for the next. */
export interface RecoveryState {
  readonly options: RecoveryOptions;
  readonly known: KnownChanges;
  readonly models: KnownModels;
  readonly retry: RetrySettings;
  /** Tells the listener; its failure changes nothing. */
  tell(event: RecoveryEvent): void;
}

/** Creates the state of a recovery. @throws TypeError for a limit that is no number above zero. */
export function createRecoveryState(options: RecoveryOptions): RecoveryState {
  const { windowTokens, onEvent } = options;
  if (windowTokens !== undefined && !(windowTokens > 0))
    throw new TypeError('windowTokens is a number above zero, or left out');
  return {
    options,
    known: options.known ?? createKnownChanges(),
    models: createKnownModels(),
    retry: resolveRetrySettings(options.retry),
    tell(event) {
      try {
        onEvent?.(event);
      } catch {
        // A request is worth more than what is told of it.
      }
    },
  };
}

/** Returns what is known of the endpoint and model that a request goes to. */
export function modelOf({ options, models }: RecoveryState, { body, format }: Draft): KnownModel {
  const named = body[format.modelKey ?? 'model'];
  const model = options.model ?? (typeof named === 'string' ? named : '');
  return models.find([options.provider ?? '', options.endpoint ?? '', model].join('\n'));
}
