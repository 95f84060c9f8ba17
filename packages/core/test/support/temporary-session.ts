import { join } from 'node:path';
import { openRecord } from '../../src/recover/record/open-record.ts';
import type { SessionRecord } from '../../src/recover/record/record.ts';
import { openSession, type Session, type SessionOptions } from '../../src/recover/session/session.ts';
import type { JsonObject } from '../../src/recover/wire/json.ts';
import { createSpillway, type Spillway, type SpillwayOptions } from '../../src/spillway.ts';
import { createMemoryStore } from '../../src/store/memory.ts';
import type { Store } from '../../src/store/store.ts';
import { afterwards, temporaryFolder } from '../store/support/temporary.ts';

export interface TemporarySession {
  readonly session: Session;
  readonly record: SessionRecord;
  readonly spillway: Spillway;
  readonly path: string;
  readonly store: Store;
  /** Reads all that a handle keeps. */
  stored(handle: string): Promise<string>;
  close(): Promise<void>;
}

export interface TemporarySessionOptions {
  readonly format?: SessionOptions['format'];
  readonly budget?: SpillwayOptions['budget'];
  /** A record to open again. Default: a new one. */
  readonly path?: string;
  readonly store?: Store;
  /** Events that somebody else wrote first. */
  readonly events?: readonly { readonly type: string; readonly [field: string]: unknown }[];
  /** What stands between the session and its record. */
  readonly around?: (record: SessionRecord) => SessionRecord;
}

/** Opens a session for one test, with a store in memory. */
export async function temporarySession(options: TemporarySessionOptions = {}): Promise<TemporarySession> {
  const path = options.path ?? join(temporaryFolder(), 'session.jsonl');
  const store = options.store ?? createMemoryStore();
  const spillway = createSpillway({ store, scope: 'test', ...(options.budget && { budget: options.budget }) });
  const record = await openRecord(path);
  afterwards(() => record.close());
  for (const event of options.events ?? []) await record.append(event);
  const session = await openSession({
    record: options.around?.(record) ?? record,
    spillway,
    format: options.format ?? 'openai-chat',
    wait: async () => {},
  });
  const stored = async (handle: string): Promise<string> => {
    const source = await store.open('test', handle);
    return Buffer.from(await source.read(0, source.byteLength)).toString();
  };
  return { session, record, spillway, path, store, stored, close: () => record.close() };
}

/** Finds the handle that a message names. */
export function handleIn(message: unknown): string {
  return /r_[0-9A-Za-z]{8,}/u.exec(JSON.stringify(message))?.[0] ?? '';
}

/** Messages of OpenAI's Chat. */
export const chat = {
  user: (content: string): JsonObject => ({ role: 'user', content }),
  answer: (content: string): JsonObject => ({ role: 'assistant', content }),
  call: (id: string, args = '{}', name = 'read_log'): JsonObject => ({
    role: 'assistant',
    content: null,
    tool_calls: [{ id, type: 'function', function: { name, arguments: args } }],
  }),
  result: (id: string, content: string): JsonObject => ({ role: 'tool', tool_call_id: id, content }),
};
