/** The readers as they are listed to this client; an absent one is not there. */
export interface ReaderNames {
  readonly readResult?: string;
  readonly grepResult?: string;
}

/** What the gateway tells of a result when it asks for it to be bounded. */
export interface BoundaryContext {
  readonly toolName: string;
  readonly toolCallId?: string;
  readonly input?: unknown;
  readonly isError?: boolean;
  readonly maxResultBytes?: number;
  readonly maxMediaBytes?: number;
  readonly envelopeBytes?: number;
  readonly mediaType?: string;
  readonly origin?: Uint8Array;
  readonly readers?: ReaderNames;
}

/** A content block of the Model Context Protocol, as far as the gateway reads it. */
export interface Block {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** What is delivered in a result's place. */
export interface BoundaryResult {
  readonly complete: boolean;
  readonly isError: boolean;
  readonly blocks: readonly Block[];
  readonly handle?: { readonly id: string };
  toText(): string;
  toJson(): object;
}

/** A reader as data and a function. */
export interface ReaderTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly annotations: Readonly<Record<string, unknown>>;
  execute(
    input: unknown,
    options?: { maxResultBytes?: number; envelopeBytes?: number; signal?: AbortSignal },
  ): Promise<{ readonly text: string; readonly isError: boolean; readonly page?: Readonly<Record<string, unknown>> }>;
}

/**
 * The part of a Spillway instance that the gateway needs; any object with these two functions serves.
 *
 * Contract: `bound` never loses a byte while its handle lives and never changes success into error; `tools` returns the
 * readers under the given names, at least one of them.
 */
export interface Boundary {
  bound(result: unknown, context: BoundaryContext): Promise<BoundaryResult>;
  tools(options?: { names?: ReaderNames }): readonly ReaderTool[];
}
