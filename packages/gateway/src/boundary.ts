import type {
  BoundContext,
  BoundedResult,
  ContentBlock,
  OriginPart,
  ReaderNames,
  ToolDefinition,
} from '@spillway/core';

export type { BoundedResult, ContentBlock, OriginPart, ReaderNames, ToolDefinition };

/**
 * The part of a Spillway instance that the gateway needs; any object with these two functions serves.
 *
 * Contract: `bound` never loses a byte while its handle lives and never changes success into error; `tools` returns the
 * readers under the given names.
 */
export interface Boundary {
  bound(result: unknown, context: BoundContext & { consumer?: 'model' | 'json' }): Promise<BoundedResult>;
  tools(options?: { names?: ReaderNames }): readonly ToolDefinition[];
}
