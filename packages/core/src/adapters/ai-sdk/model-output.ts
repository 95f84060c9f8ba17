/** What a model is shown of a tool result, as the AI SDK hands it to a provider: one of its `ToolResultOutput`. */
export interface ModelOutput {
  readonly type: string;
  readonly value?: unknown;
  readonly [key: string]: unknown;
}

/** One part of an output of type `content`. */
export interface OutputPart {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** What `toModelOutput` of a tool is called with. */
export interface ModelOutputOptions {
  readonly toolCallId: string;
  readonly input: unknown;
  readonly output: unknown;
}

/** Makes the output that the AI SDK makes where a tool has no `toModelOutput`. */
export function defaultOutput(output: unknown): ModelOutput {
  return typeof output === 'string'
    ? { type: 'text', value: output }
    : { type: 'json', value: output === undefined ? null : output };
}

export function isErrorOutput({ type }: ModelOutput): boolean {
  return type === 'error-text' || type === 'error-json';
}
