import { createHash } from 'node:crypto';
import { opendir } from 'node:fs/promises';
import { encodeBase32 } from '@spillway/core';

const tokenForm = /^n_[0-9a-hjkmnp-tv-z]{16}$/;
const digestBytes = 10;

/** Shortens a name to a token that stands for it in a path. Contract: 18 characters; 80 bits of the name's hash. */
export function formatNameToken(name: Uint8Array): string {
  return `n_${encodeBase32(createHash('sha256').update(name).digest().subarray(0, digestBytes))}`;
}

/** Tells whether a part of a path may be a token. */
export function isNameToken(text: string): boolean {
  return tokenForm.test(text);
}

/**
 * Finds the entry of a directory that a token stands for.
 *
 * Contract: reads the names of the whole directory at most once, holding one at a time.
 */
export async function findByToken(directory: Buffer, token: string): Promise<Buffer | undefined> {
  for await (const { name } of await openNames(directory)) {
    if (formatNameToken(name) === token) return name;
  }
  return undefined;
}

/** A name in a directory, and what the system says of it at no cost. */
export interface NamedEntry {
  readonly name: Buffer;
  isDirectory(): boolean;
}

/** Opens a directory to read what is in it, names as bytes, in the order of the system. */
export async function openNames(directory: Buffer | string): Promise<AsyncIterable<NamedEntry>> {
  // The declarations know only names that are text.
  const options = { encoding: 'buffer' as BufferEncoding, bufferSize: 256 };
  return (await opendir(directory, options)) as unknown as AsyncIterable<NamedEntry>;
}
