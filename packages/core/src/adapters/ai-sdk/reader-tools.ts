import type { ReaderNames } from '../../bound/reader-names.ts';
import { jsonEscapedLength } from '../../bytes/escaped-length.ts';
import type { ToolAnswer, ToolDefinition } from '../../read/tools/tool.ts';
import type { ModelOutput } from './model-output.ts';
import { envelopeBytes, type ToolBoundary } from './output-call.ts';
import type { OutputMemory } from './output-memory.ts';
import type { Turns } from './turns.ts';
import type { ExecutionOptions } from './wrap-execute.ts';

/** The arguments of a reader, as the Standard Schema that the AI SDK understands: https://standardschema.dev */
export interface ReaderSchema {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => { readonly value: ReaderInput };
    readonly jsonSchema: {
      readonly input: () => Record<string, unknown>;
      readonly output: () => Record<string, unknown>;
    };
    readonly types?: { readonly input: unknown; readonly output: ReaderInput };
  };
}

export type ReaderInput = Record<string, unknown>;

/** A reader of stored results as a tool of the AI SDK. */
export interface ReaderTool {
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ReaderSchema;
  readonly execute: (input: ReaderInput, options?: ExecutionOptions) => Promise<ToolAnswer>;
  readonly toModelOutput: (options: {
    readonly toolCallId: string;
    readonly input: ReaderInput;
    readonly output: ToolAnswer;
  }) => Promise<{ type: 'text' | 'error-text'; value: string }>;
}

/** Makes the readers under the names by which they are listed. */
export function createReaderTools(
  bounder: ToolBoundary,
  names: ReaderNames,
  turns: Turns,
  memory: OutputMemory,
): Record<string, ReaderTool> {
  return Object.fromEntries(
    bounder.tools({ names }).map((definition) => [definition.name, toReaderTool(definition, turns, memory)]),
  );
}

function toReaderTool(definition: ToolDefinition, turns: Turns, memory: OutputMemory): ReaderTool {
  const { name: toolName, title, description } = definition;
  return {
    title,
    description,
    inputSchema: toSchema(definition),
    async execute(input, { toolCallId = '', messages, abortSignal } = {}) {
      const call = { toolName, toolCallId };
      turns.begin(call, messages);
      const options = { envelopeBytes: envelopeBytes(call), ...(abortSignal !== undefined && { signal: abortSignal }) };
      const answer = await definition.execute(input, options);
      turns.end(call, sentBytes(call, answer));
      return answer;
    },
    async toModelOutput({ toolCallId, input, output }) {
      const call = { toolName, toolCallId };
      const made = await memory.recall(toolName, toolCallId, output, async () => {
        const share = turns.shareOf(call);
        if (sentBytes(call, output) <= share) return { output: toOutput(output), keptBytes: 0 };
        const answer = await definition.execute(input, { maxResultBytes: share, envelopeBytes: envelopeBytes(call) });
        return { output: toOutput(answer), keptBytes: answer.text.length };
      });
      return made as { type: 'text' | 'error-text'; value: string };
    },
  };
}

function sentBytes(call: { toolName: string; toolCallId: string }, { text }: ToolAnswer): number {
  return envelopeBytes(call) + jsonEscapedLength(text);
}

function toOutput({ text, isError }: ToolAnswer): ModelOutput {
  return { type: isError ? 'error-text' : 'text', value: text };
}

/** The tool itself says what is wrong with its arguments, and understands more than a schema does. */
function toSchema(definition: ToolDefinition): ReaderSchema {
  const schema = (): Record<string, unknown> => ({ ...definition.inputSchema });
  return {
    '~standard': {
      version: 1,
      vendor: 'spillway',
      validate: (value) => ({ value: value as ReaderInput }),
      jsonSchema: { input: schema, output: schema },
    },
  };
}
