import type { BoundContext, BoundedResult, ToolResult } from './bound/result.ts';
import type { HandlePage, Store } from './store/store.ts';

/** What a tool answers: text for the model, and the same facts as data. */
export interface ToolAnswer {
  readonly text: string;
  readonly isError: boolean;
  /** All fields of the page but its content. */
  readonly page?: Readonly<Record<string, unknown>>;
}

/** A tool as plain data and a function, for any framework to register. */
export interface ToolDefinition {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly annotations: { readonly readOnlyHint: boolean; readonly idempotentHint: boolean; readonly openWorldHint: boolean; readonly destructiveHint: boolean };
  /** Never throws for bad arguments: the answer says what is wrong and what to do. `maxResultBytes` bounds the encoded answer. */
  execute(input: unknown, options?: { maxResultBytes?: number; envelopeBytes?: number; signal?: AbortSignal }): Promise<ToolAnswer>;
}
export type { BoundContext, BoundedResult, HandlePage, Store, ToolResult };
