import type { ByteSource, TextEncoding } from '../../bytes/byte-source.ts';
import { compareFile, type FileFacts, type FileIdentity, identifyFile } from '../../handle/identity.ts';
import { setNewest } from '../../set-newest.ts';
import { createKnownLines, type KnownLines } from './known-lines.ts';

interface Remembered {
  readonly identity: FileIdentity;
  readonly lines: KnownLines;
}

/** Remembers what is known of the lines of live files, from one reading to the next. */
export interface LineIndexMemory {
  /** Returns what is known of this file as it is now; nothing is known of one that was never scanned. */
  recall(source: ByteSource, facts: FileFacts, encoding: TextEncoding): Promise<KnownLines>;
}

/** Files of a session that are read at the same time; each costs at most 3 MiB. */
const maxFiles = 32;

/**
 * Creates a memory of line indexes.
 *
 * Contract: keeps those of the `maxFiles` files that were read last. A file that has only grown keeps what is known of
 * it; one that was replaced, shortened or edited is forgotten, and so is one whose time of change alone is another. Reads
 * as much as `compareFile`.
 */
export function createLineIndexMemory(): LineIndexMemory {
  const files = new Map<string, Remembered>();
  return {
    async recall(source, facts, encoding) {
      const key = `${facts.dev}:${facts.ino}:${encoding}`;
      const known = files.get(key);
      const comparison = known && (await compareFile(known.identity, facts, source, known.identity.byteLength));
      const isUsable = comparison === 'same' || comparison === 'appended';
      const lines = known !== undefined && isUsable ? known.lines : createKnownLines(encoding);
      const identity =
        known !== undefined && comparison === 'same'
          ? known.identity
          : await identifyFile(facts, source, source.byteLength);
      setNewest(files, key, { identity, lines }, maxFiles);
      return lines;
    },
  };
}
