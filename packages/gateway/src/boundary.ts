import type {
  BoundContext,
  BoundedResult,
  ContentBlock,
  OriginPart,
  ReaderNames,
  ResultCapture,
  ToolDefinition,
} from '@spillway/core';

export type { BoundContext, BoundedResult, ContentBlock, OriginPart, ReaderNames, ResultCapture, ToolDefinition };

/**
 * The part of a Spillway instance that the gateway needs; any object with these functions serves.
 *
 * Contract: `bound` never loses a byte while its handle lives and never changes success into error; `tools` returns the
 * readers under the given names. `withoutKeys` masks bodies of private keys in what is sent without being bounded. With
 * `capture`, a large text is described and stored while it arrives; it gives what `bound` gives.
 */
export interface Boundary {
  bound(result: unknown, context: BoundContext & { consumer?: 'model' | 'json' }): Promise<BoundedResult>;
  capture?(context: BoundContext): ResultCapture;
  withoutKeys?(bytes: Uint8Array): Uint8Array;
  tools(options?: { names?: ReaderNames }): readonly ToolDefinition[];
}
