import type { Boundary } from '../../../src/bound/boundary.ts';
import { createNoticeLog } from '../../../src/bound/notice-log.ts';
import { resolveSettings } from '../../../src/bound/resolve-settings.ts';
import type { Settings } from '../../../src/bound/settings.ts';
import { formatCall } from '../../../src/content.ts';
import { createMemoryStore } from '../../../src/store/memory.ts';
import type { Store } from '../../../src/store/store.ts';

/** A boundary over a memory store with the readers that notices name by default. */
export function createBoundary(budget: Partial<Settings> = {}, store: Store = createMemoryStore()): Boundary {
  return {
    store,
    scope: 'test',
    settings: resolveSettings([{ source: 'code', values: budget }]).settings,
    readers: { readResult: 'read_result', grepResult: 'grep_result' },
    formatCall,
    notices: createNoticeLog(),
    keys: 'redact',
  };
}

/** Reads everything that a handle keeps. */
export async function storedBytes(boundary: Boundary, handle: string): Promise<Buffer> {
  const source = await boundary.store.open(boundary.scope, handle);
  const bytes = await source.read(0, source.byteLength);
  await source.close();
  return Buffer.from(bytes);
}
