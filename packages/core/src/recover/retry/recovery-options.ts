import type { ErrorEnvelope } from '../overflow/envelope.ts';
import type { Bounder } from '../view/bounder.ts';
import type { ShrinkOrder } from '../view/candidates.ts';
import type { WireFormat } from '../wire/wire-format.ts';
import type { KnownChanges } from './known-changes.ts';
import type { RecoveryEvent } from './recovery-event.ts';
import type { RetrySettings, Wait } from './waiting.ts';

/** What a provider counted for a request that it answered. */
export interface AnswerUsage {
  /** All of the prompt, with what was read from a cache. */
  readonly inputTokens: number;
}

/** How a recovery is set up. */
export interface RecoveryOptions {
  /** Bounds what is shortened and keeps it; a Spillway is one. */
  readonly spillway: Bounder;
  /** The API of the requests, or its name. Default: told by each body's shape. */
  readonly format?: WireFormat | string;
  /** The model's window for input and output, where it is known: a larger request is made smaller before it is sent. */
  readonly windowTokens?: number;
  /** Whom requests go to; limits that were learned count for one endpoint and model. */
  readonly provider?: string;
  readonly endpoint?: string;
  /** Default: the body's own `model`. */
  readonly model?: string;
  /** Which results are shortened first. Default: `newest`. */
  readonly order?: ShrinkOrder;
  readonly retry?: Partial<RetrySettings>;
  /** Also mends what no provider accepts: calls without results, results without calls, empty texts. Default: false. */
  readonly repairs?: boolean;
  /** Reads a refusal out of what `send` returned, where that is no `Response` and was not thrown. */
  readonly refusalOf?: (answer: unknown) => ErrorEnvelope | undefined;
  /** Reads the usage out of what `send` returned, to estimate later requests better. Default: as the APIs give it. */
  readonly usageOf?: (answer: unknown) => AnswerUsage | undefined;
  readonly onEvent?: (event: RecoveryEvent) => void;
  /** Where changed parts are remembered. Default: in memory, by their content. */
  readonly known?: KnownChanges;
  /** Waits before a request is sent again. Default: a timer. */
  readonly wait?: Wait;
}
