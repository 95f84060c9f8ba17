import { neededBytes } from './needed-bytes.ts';
import { envelopeBytes, type OutputCall } from './output-call.ts';
import { boundError } from './tool-error.ts';
import type { Turns } from './turns.ts';

/** What the AI SDK tells a tool of a call, as far as it is read here. */
export interface ExecutionOptions {
  readonly toolCallId?: string;
  readonly messages?: unknown;
  readonly abortSignal?: AbortSignal;
}

export type Execute = (input: unknown, options?: ExecutionOptions) => unknown;

/** What wrapping one tool's function needs. */
export interface ExecuteContext {
  readonly turns: Turns;
  /** Its `toModelOutput` makes what is shown, so the output says nothing of what that takes. */
  readonly isShownOtherwise: boolean;
  callOf(toolCallId: string, input: unknown): Omit<OutputCall, 'maxResultBytes'>;
}

/**
 * Wraps a tool's function.
 *
 * Contract: returns what it returns, a stream as a stream of the same values; what it throws, now or later, is thrown
 * with a message that fits, but for an abort, which passes as it is.
 */
export function wrapExecute(execute: Execute, { turns, isShownOtherwise, callOf }: ExecuteContext): Execute {
  return (input, options) => {
    const call = callOf(options?.toolCallId ?? '', input);
    const { maxResultBytes } = call.bounder.settings;
    turns.begin(call, options?.messages);
    const end = (output: unknown): void => {
      const bytes = isShownOtherwise ? maxResultBytes : neededBytes(output, maxResultBytes) + envelopeBytes(call);
      turns.end(call, bytes);
    };
    const toThrown = async (error: unknown): Promise<unknown> =>
      options?.abortSignal?.aborted === true ? error : boundError(error, call, turns);
    try {
      const result = execute(input, options);
      return isStream(result) ? watchStream(result, end, toThrown) : watchResult(result, end, toThrown);
    } catch (error) {
      return watchResult(Promise.reject(error), end, toThrown);
    }
  };
}

function isStream(result: unknown): result is AsyncIterable<unknown> {
  return (
    typeof (result as { [Symbol.asyncIterator]?: unknown } | null | undefined)?.[Symbol.asyncIterator] === 'function'
  );
}

async function watchResult(
  result: unknown,
  end: (output: unknown) => void,
  toThrown: (error: unknown) => Promise<unknown>,
): Promise<unknown> {
  try {
    const output = await result;
    end(output);
    return output;
  } catch (error) {
    throw await toThrown(error);
  }
}

/** The last value is the result; those before it are shown to people only. */
async function* watchStream(
  stream: AsyncIterable<unknown>,
  end: (output: unknown) => void,
  toThrown: (error: unknown) => Promise<unknown>,
): AsyncGenerator<unknown> {
  let last: unknown;
  try {
    for await (const output of stream) {
      last = output;
      yield output;
    }
  } catch (error) {
    throw await toThrown(error);
  }
  end(last);
}
