import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRecord } from '../../src/recover/record/open-record.ts';
import type { SessionRecord } from '../../src/recover/record/record.ts';
import type { RecoveryEvent } from '../../src/recover/retry/recovery-event.ts';
import { openSession, type Session, type SessionOptions } from '../../src/recover/session/session.ts';
import type { JsonObject } from '../../src/recover/wire/json.ts';
import { createSpillway, type Spillway } from '../../src/spillway.ts';
import { createMemoryStore } from '../../src/store/memory.ts';
import type { ProviderApi } from '../../src/testing/providers/rules/rule.ts';
import {
  type ScriptedProvider,
  type ScriptedProviderOptions,
  startScriptedProvider,
} from '../../src/testing/providers/scripted-provider.ts';
import { type LoopRow, loopRows, post } from './provider-loop.ts';

/** A session, its provider, and the tools that its model calls. */
export interface SessionLoop {
  readonly provider: ScriptedProvider;
  readonly session: Session;
  readonly record: SessionRecord;
  readonly spillway: Spillway;
  readonly row: LoopRow;
  readonly events: readonly RecoveryEvent[];
  /** How often a tool ran. */
  readonly toolRuns: () => number;
  /** Sends a prompt and runs what the model calls until it answers in words; returns the last answer. */
  prompt(text: string, base?: Partial<Parameters<LoopRow['base']>[0]>): Promise<JsonObject>;
  close(): Promise<void>;
}

export interface SessionLoopOptions {
  readonly provider: ScriptedProviderOptions;
  /** What each tool gives. */
  readonly tools?: Readonly<Record<string, (input: unknown) => string>>;
  /** Messages that were recorded before, by somebody who bounded nothing. */
  readonly before?: (row: LoopRow) => readonly JsonObject[];
  readonly recordPath?: string;
  readonly session?: Partial<SessionOptions>;
}

/** Starts a loop as an agent has it, against a provider that speaks the API over HTTP. */
export async function startSessionLoop(api: ProviderApi, options: SessionLoopOptions): Promise<SessionLoop> {
  const row = loopRows[api];
  const tools = options.tools ?? { read_log: () => '' };
  const spillway = createSpillway({ store: createMemoryStore(), scope: 'test' });
  const record = await openRecord(
    options.recordPath ?? join(mkdtempSync(join(tmpdir(), 'spillway-')), 'session.jsonl'),
  );
  for (const message of options.before?.(row) ?? []) await record.append({ type: 'message', message });
  const provider = await startScriptedProvider(options.provider);
  const events: RecoveryEvent[] = [];
  const session = await openSession({
    record,
    spillway,
    format: api,
    onEvent: (event) => events.push(event),
    wait: async () => {},
    ...options.session,
  });
  const send = post(provider.url, row);
  let runs = 0;
  return {
    provider,
    session,
    record,
    spillway,
    row,
    events,
    toolRuns: () => runs,
    async prompt(text, base = {}) {
      await session.append(row.user(text));
      for (;;) {
        const body = row.base({ tools: Object.keys(tools), maxOutputTokens: 1_000, ...base });
        const response = await session.send(body, send);
        const answer = (await response.json()) as JsonObject;
        if (!response.ok) throw new Error(`${response.status} ${JSON.stringify(answer)}`);
        const { messages, calls } = row.read(answer);
        for (const message of messages) await session.append(message);
        await record.sync();
        if (calls.length === 0) return answer;
        const given = calls.map((call) => {
          runs += 1;
          return { call, text: tools[call.name]?.(call.input) ?? '' };
        });
        for (const message of row.results(given)) await session.append(message);
      }
    },
    async close() {
      await provider.close();
      await record.close();
      await spillway.close();
    },
  };
}
