/** What a tool answers: text for the model, and the same facts as data. */
export interface ToolAnswer {
  readonly text: string;
  readonly isError: boolean;
  /** All fields of the page but its content; of an error, its code and facts. Counted in the budget of the answer. */
  readonly page?: Readonly<Record<string, unknown>>;
}

/** What bounds one call of a tool. */
export interface ToolCallOptions {
  /** Encoded bytes of the answer; the smaller of this and the settings' own limit counts. */
  readonly maxResultBytes?: number;
  /** Encoded bytes that the sender adds around the blocks and the page. */
  readonly envelopeBytes?: number;
  readonly signal?: AbortSignal;
}

/** A tool as plain data and a function, for any framework to register. */
export interface ToolDefinition {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
    readonly destructiveHint: boolean;
  };
  /** Never throws for bad arguments: the answer says what is wrong and what to do. */
  execute(input: unknown, options?: ToolCallOptions): Promise<ToolAnswer>;
}
