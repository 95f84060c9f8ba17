import type { Spillway } from '@spillway/core';
import type { Roots } from '../roots/roots.ts';

/** What reading documents stands on. */
export interface DocumentReader {
  /** The folder of documents, as the only root. */
  readonly roots: Roots;
  /** What is done about bodies of private keys. */
  readonly keys: Spillway['keys'];
  /** Writes the call that reads on in one document, or reads others. */
  readonly formatCall: (input: { readonly names: readonly string[]; readonly cursor?: string }) => string;
}
