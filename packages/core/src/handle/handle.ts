import type { TextEncoding } from '../bytes/byte-source.ts';
import type { ShapeName } from '../shape/shape.ts';

/**
 * One piece of an upstream's exact result: its own text, or a place where the stored bytes stand: `raw` as they are,
 * `escaped` as `JSON.stringify` writes them, quotes included.
 */
export type OriginPart = string | { readonly stored: 'escaped' | 'raw' };

/** Where a stored result came from; one entry each time the same bytes were produced. */
export interface Provenance {
  readonly toolName: string;
  readonly toolCallId?: string;
  /** First 16 hex digits of the SHA-256 of the call's arguments as JSON. */
  readonly inputDigest?: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** The handle that keeps the upstream's exact result, where this one shows a part or a decoded form of it. */
  readonly originId?: string;
  /** The upstream's exact result, where it holds little beside the stored bytes. */
  readonly originParts?: readonly OriginPart[];
}

/** Bytes of a content: 0-based, end exclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The durable, scoped name of a stored result and what is known of it.
 *
 * Contract: immutable but for `provenance`, which only grows. `byteLength` counts the stored bytes; `producedBytes` is
 * greater only when the capture ceiling was met, and then `gap` says which produced bytes were not kept. `withheld` says
 * which stored bytes are masked in the place of private keys, so that `sha256` is that of the masked bytes; of more than
 * 8,192 runs the last reaches to the end of the last key. `unfinished` says that the process that received it ended before
 * all of it was there: how much more would have come is not known, and what is masked in it is not listed.
 */
export interface Handle {
  /** `r_` and 8 or more characters of Crockford's base 32, lower case. */
  readonly id: string;
  readonly sha256: string;
  readonly byteLength: number;
  readonly producedBytes: number;
  readonly mediaType: string;
  readonly encoding: TextEncoding;
  /** Absent for binary. */
  readonly lineCount?: number;
  readonly shape: ShapeName;
  /** The description's headline, such as `log, 20,000 lines`. */
  readonly headline: string;
  readonly scope: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly expiresAt?: number;
  readonly provenance: readonly Provenance[];
  readonly withheld: readonly ByteRange[];
  readonly gap?: ByteRange;
  readonly unfinished?: true;
}
