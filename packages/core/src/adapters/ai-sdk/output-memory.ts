import { createHash } from 'node:crypto';
import { jsonChunks } from '../../bound/json-chunks.ts';
import { createPace } from '../../read/pace.ts';
import type { ModelOutput } from './model-output.ts';

/** A made output, and the bytes it takes here where it is worth keeping. */
export interface MadeOutput {
  readonly output: ModelOutput;
  readonly keptBytes: number;
}

const maxKeptBytes = 64 * 1024 * 1024;

/** Remembers what a model was shown of a result. */
export interface OutputMemory {
  /**
   * Returns what was made of this output of this call, or makes it.
   *
   * Contract: made once, also when asked for twice at the same time; outputs whose `keptBytes` is 0 are made anew each
   * time. The least recently used are forgotten past 64 MiB.
   */
  recall(toolName: string, toolCallId: string, output: unknown, make: () => Promise<MadeOutput>): Promise<ModelOutput>;
}

/** Creates the memory of one set of tools. */
export function createOutputMemory(): OutputMemory {
  const known = new Map<string, { readonly making: Promise<MadeOutput>; keptBytes: number }>();
  let keptBytes = 0;
  function forgetOldest(): void {
    for (const [key, entry] of known) {
      if (keptBytes <= maxKeptBytes) return;
      // What is still being made takes nothing yet, and is waited for.
      if (entry.keptBytes === 0) continue;
      keptBytes -= entry.keptBytes;
      known.delete(key);
    }
  }
  return {
    async recall(toolName, toolCallId, output, make) {
      const key = await digest(toolName, toolCallId, output);
      const found = known.get(key);
      if (found !== undefined) {
        known.delete(key);
        known.set(key, found);
        return (await found.making).output;
      }
      const entry = { making: make(), keptBytes: 0 };
      known.set(key, entry);
      try {
        const made = await entry.making;
        entry.keptBytes = made.keptBytes;
        keptBytes += made.keptBytes;
        if (made.keptBytes === 0) known.delete(key);
        forgetOldest();
        return made.output;
      } catch (error) {
        known.delete(key);
        throw error;
      }
    },
  };
}

async function digest(toolName: string, toolCallId: string, output: unknown): Promise<string> {
  const kind = output instanceof Uint8Array ? 'bytes' : typeof output;
  const hash = createHash('sha256').update(JSON.stringify([toolName, toolCallId, kind]));
  if (typeof output === 'string' || output instanceof Uint8Array) return hash.update(output).digest('base64');
  const pace = createPace();
  for (const chunk of jsonChunks(output)) {
    hash.update(chunk);
    if (pace.isDue()) await pace.rest();
  }
  return hash.digest('base64');
}
