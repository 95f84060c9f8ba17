import { toErrorAnswer } from './error-answer.ts';
import { type Arguments, type ParameterRow, readArguments, toInputSchema } from './parameters.ts';
import type { ToolAnswer, ToolCallOptions, ToolDefinition } from './tool.ts';

/** What tells one tool from another. */
export interface ToolSpec {
  readonly name: string;
  readonly title: string;
  /** Written anew each time it is asked for, from the limits of the moment. */
  readonly describe: () => string;
  readonly parameters: () => readonly ParameterRow[];
  /** Default: it reads, and nothing else. */
  readonly annotations?: ToolDefinition['annotations'];
  /** Answers within `maxBytes`, counted as `answerBytes` does; throws what cannot be done. */
  readonly run: (input: Arguments, call: ToolCall) => Promise<ToolAnswer>;
  /** Hears of a call that was refused. */
  readonly onRefused?: (error: unknown) => void;
}

/** What a tool is told of one call. */
export interface ToolCall {
  readonly maxBytes: number;
  /** Taken off `maxBytes` already. */
  readonly envelopeBytes: number;
  readonly signal?: AbortSignal;
}

const readOnly = { readOnlyHint: true, idempotentHint: true, openWorldHint: false, destructiveHint: false };

/**
 * Makes a tool of a function that answers within a budget.
 *
 * Contract: `execute` never throws; what the function throws becomes an answer with `isError`.
 */
export function defineTool(spec: ToolSpec, limits: { readonly maxResultBytes: number }): ToolDefinition {
  return {
    name: spec.name,
    title: spec.title,
    get description(): string {
      return spec.describe();
    },
    get inputSchema(): Readonly<Record<string, unknown>> {
      return toInputSchema(spec.parameters());
    },
    annotations: spec.annotations ?? readOnly,
    execute: async (input, options: ToolCallOptions = {}) => {
      const { envelopeBytes = 0, signal } = options;
      const maxBytes = Math.min(limits.maxResultBytes, options.maxResultBytes ?? limits.maxResultBytes) - envelopeBytes;
      try {
        const given = readArguments(spec.name, spec.parameters(), input);
        return await spec.run(given, { maxBytes, envelopeBytes, ...(signal !== undefined && { signal }) });
      } catch (error) {
        spec.onRefused?.(error);
        return toErrorAnswer(error, maxBytes);
      }
    },
  };
}
