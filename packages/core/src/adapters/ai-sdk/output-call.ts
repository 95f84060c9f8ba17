import type { ReaderNames } from '../../bound/reader-names.ts';
import type { BoundedResult, ToolResult } from '../../bound/result.ts';
import { jsonEscapedLength } from '../../bytes/escaped-length.ts';
import { SpillwayError } from '../../errors.ts';
import type { ToolDefinition } from '../../read/tools/tool.ts';
import type { Bounder, ModelContext } from '../../recover/view/bounder.ts';

/** The part of a Spillway that the adapter needs. */
export interface ToolBoundary extends Bounder {
  tools(options?: { names?: ReaderNames }): readonly ToolDefinition[];
}

/** One tool call, and what its result may take. */
export interface OutputCall {
  readonly bounder: Bounder;
  readonly toolName: string;
  readonly toolCallId: string;
  readonly input: unknown;
  /** The readers that the model has, where they are not those of the whole Spillway. */
  readonly readers?: ReaderNames;
  /** Of the result as its message carries it. */
  readonly maxResultBytes: number;
  readonly maxMediaBytes: number;
}

/** The longest that a provider's message has around a result, its id and the name of its tool aside. */
const messageFrameBytes = 128;

/** Returns the bytes that providers put around the result of a call. */
export function envelopeBytes({ toolName, toolCallId }: Pick<OutputCall, 'toolName' | 'toolCallId'>): number {
  return messageFrameBytes + jsonEscapedLength(toolCallId) + 2 * jsonEscapedLength(toolName);
}

/**
 * Bounds a result so that the message that carries it keeps within the call's budget.
 *
 * Contract: where a budget is too small for both, the notice keeps within it and the message around it does not.
 */
export async function boundFor(
  call: OutputCall,
  result: ToolResult,
  changes: Partial<ModelContext> = {},
): Promise<BoundedResult> {
  const { bounder, toolName, toolCallId, input, readers, maxResultBytes, maxMediaBytes } = call;
  const limits = { maxResultBytes, maxMediaBytes, ...changes };
  const context = { toolName, toolCallId, input, ...(readers !== undefined && { readers }), ...limits };
  try {
    return await bounder.bound(result, { ...context, envelopeBytes: envelopeBytes(call) });
  } catch (error) {
    if (!SpillwayError.isInstance(error) || error.code !== 'budget-too-small') throw error;
    return bounder.bound(result, context);
  }
}
