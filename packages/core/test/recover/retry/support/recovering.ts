import { createRecovery, type Recovery } from '../../../../src/recover/retry/recovery.ts';
import type { RecoveryEvent } from '../../../../src/recover/retry/recovery-event.ts';
import type { RecoveryOptions } from '../../../../src/recover/retry/recovery-options.ts';
import { resolveFormat } from '../../../../src/recover/wire/formats.ts';
import type { JsonObject } from '../../../../src/recover/wire/json.ts';
import { createSpillway } from '../../../../src/spillway.ts';
import { createMemoryStore } from '../../../../src/store/memory.ts';
import type { ProviderApi } from '../../../../src/testing/providers/rules/rule.ts';
import { calledTurn, readLogs } from '../../../support/called-turn.ts';
import { loopRows } from '../../../support/provider-loop.ts';

/** A recovery, what it told, and how long it waited. */
export interface Watched {
  readonly recovery: Recovery;
  readonly events: readonly RecoveryEvent[];
  readonly waits: readonly number[];
}

export function startRecovery(api: ProviderApi, options: Partial<RecoveryOptions> = {}): Watched {
  const events: RecoveryEvent[] = [];
  const waits: number[] = [];
  const recovery = createRecovery({
    spillway: createSpillway({ store: createMemoryStore(), scope: 'test' }),
    format: api,
    onEvent: (event) => events.push(event),
    wait: async (ms) => void waits.push(ms),
    ...options,
  });
  return { recovery, events, waits };
}

const line = '2026-11-30T03:00:00Z INFO [w3] served request id=100001 status=200 took=16ms\n';
export const log = (bytes: number): string => line.repeat(Math.ceil(bytes / line.length)).slice(0, bytes);

export interface Given {
  /** What `read_log` gave, each time it was called. */
  readonly results?: readonly string[];
  readonly ask?: string;
  readonly maxOutputTokens?: number;
  readonly tools?: readonly string[];
  readonly describe?: string;
}

/** A request with results of one turn, or without any. */
export function requestOf(api: ProviderApi, given: Given = {}): JsonObject {
  const {
    results = [],
    ask = 'What does the log say?',
    maxOutputTokens = 500,
    tools = ['read_log'],
    describe = '',
  } = given;
  const messages = results.length === 0 ? [loopRows[api].user(ask)] : calledTurn(api, ask, readLogs(results));
  return {
    ...loopRows[api].base({ tools, maxOutputTokens, describe }),
    [resolveFormat(api).messagesKey]: messages,
  };
}
