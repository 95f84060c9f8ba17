import type { ContentBlock, NextCall } from '../content.ts';
import type { SpillwayError } from '../errors.ts';
import type { Handle, OriginPart, Provenance } from '../handle/handle.ts';
import type { ReaderNames } from './reader-names.ts';

/** Who reads the bounded result: a model (text), a program that types JSON objects, or a program that wants every byte. */
export type Consumer = 'model' | 'json' | 'program';

/**
 * What a tool gave back: text, bytes, content blocks, a stream of text or bytes, or any value (sent on as JSON). What a
 * tool threw is a value too: pass it with `isError: true`.
 */
export type ToolResult =
  | string
  | Uint8Array
  | readonly ContentBlock[]
  | AsyncIterable<string | Uint8Array>
  | ReadableStream<string | Uint8Array>
  | unknown;

/** The upstream's exact result, and how the bounded one stands in it. */
export interface Origin {
  readonly bytes: Uint8Array;
  /**
   * Returns what has to be kept beside the bounded result to write `bytes` again, or nothing where all of them have to be.
   * Asked for when all of the result was taken.
   */
  toParts?(): readonly OriginPart[] | undefined;
}

/** What is known of the call whose result is bounded. */
export interface BoundContext {
  readonly toolName: string;
  readonly toolCallId?: string;
  /** The call's arguments; only their digest is kept. */
  readonly input?: unknown;
  readonly isError?: boolean;
  /** Default: `model`. */
  readonly consumer?: Consumer;
  /** Encoded bytes for this result; the smaller of this and the settings' own limit counts. */
  readonly maxResultBytes?: number;
  readonly previewBytes?: number;
  /** Images and audio up to this many bytes (as base64) pass as they are. */
  readonly maxMediaBytes?: number;
  /** Encoded bytes that the sender adds around the blocks; they count against the budget. */
  readonly envelopeBytes?: number;
  /** For bytes whose kind is known, such as `application/json`. */
  readonly mediaType?: string;
  /** The upstream's exact result, kept when this result is spilled: as parts where it has them, else under a handle. */
  readonly origin?: Origin;
  /** The readers that this call's model has, where they are not those of the whole instance. */
  readonly readers?: ReaderNames;
  /** Control characters pass as they are: for a terminal, not for a provider. */
  readonly keepControls?: boolean;
  /** The provenance of the whole call, where this is a part of it; see `createProvenance`. */
  readonly provenance?: (isWhole: boolean) => Promise<Provenance>;
  /** Even a text that fits becomes a notice: for one that stands for more than its own bytes. */
  readonly alwaysNotice?: boolean;
  /** A notice shows the first and the last line whatever its budget, as of a command. */
  readonly keepsEnds?: boolean;
  /** Words before the headline, such as `part 2 of 5`. */
  readonly label?: string;
  /** The label says that it failed, such as `exit code 3`: the first line of a notice then has no other words for it. */
  readonly failureInLabel?: boolean;
  readonly signal?: AbortSignal;
}

/** What is delivered in a result's place, or the result itself. */
export interface BoundedResult {
  /** True when every produced byte was delivered. */
  readonly complete: boolean;
  /** JSON-encoded UTF-8 bytes of `blocks`. */
  readonly deliveredBytes: number;
  readonly producedBytes: number;
  readonly isError: boolean;
  readonly blocks: readonly ContentBlock[];
  /** Present when the result was stored. */
  readonly handle?: Handle;
  /** Why it could not be stored, where it was to be. */
  readonly failure?: SpillwayError;
  /** Bytes of private keys that are masked in what is delivered and stored; absent where there are none. */
  readonly withheldBytes?: number;
  /** The calls that fetch the rest, best first. */
  readonly next?: readonly NextCall[];
  /** Returns the text for a tool message. */
  toText(): string;
  /** Returns one JSON object, always valid. */
  toJson(): BoundedJson;
  toBlocks(): readonly ContentBlock[];
}

/**
 * The whole result for a program.
 *
 * Contract: `value` is what the tool produced, untouched and unbounded. Turning this object into text or JSON throws
 * `TypeError`: it can never be appended to a transcript.
 */
export interface ProgramResult<T = unknown> {
  readonly consumer: 'program';
  readonly value: T;
  readonly isError: boolean;
  toJSON(): never;
  toString(): never;
}

/**
 * The bounded result as data. A complete result has `value` alone, one that fits but for its keys `value` and
 * `withheldBytes`; a partial one the other fields.
 */
export interface BoundedJson {
  readonly partial: boolean;
  readonly value?: unknown;
  readonly handle?: string;
  readonly shape?: string;
  readonly producedBytes?: number;
  readonly recoverable?: boolean;
  readonly headline?: string;
  /** Bytes that the handle keeps, where they are fewer than were produced. */
  readonly keptBytes?: number;
  /** Why nothing can read the rest; goes with `recoverable: false`. */
  readonly notKept?: string;
  readonly preview?: string;
  /** Bytes of private keys that are masked. */
  readonly withheldBytes?: number;
  /** With `command` where notices write calls in another way than as a tool's name and a JSON object. */
  readonly next?: readonly (NextCall & { readonly command?: string })[];
}
