import { chooseReaderNames } from '../../bound/reader-names.ts';
import { boundOutput } from './bound-output.ts';
import { defaultOutput, type ModelOutput, type ModelOutputOptions } from './model-output.ts';
import type { OutputCall, ToolBoundary } from './output-call.ts';
import { createOutputMemory, type OutputMemory } from './output-memory.ts';
import { createReaderTools, type ReaderTool } from './reader-tools.ts';
import { Turns } from './turns.ts';
import { type Execute, wrapExecute } from './wrap-execute.ts';

/** What of a tool of the AI SDK is read here. */
interface Tool {
  readonly type?: string;
  readonly isProviderExecuted?: boolean;
  readonly execute?: Execute;
  readonly toModelOutput?: (options: ModelOutputOptions) => ModelOutput | PromiseLike<ModelOutput>;
}

/** How a set of tools is wrapped. */
export interface WrapToolsOptions {
  /**
   * Base64 size of media that pass as they are. Default: the setting of this name. 0 for APIs whose tool results are
   * text alone, such as OpenAI's Chat Completions: the AI SDK writes media into that text.
   */
  readonly maxMediaBytes?: number;
}

type ReaderName = 'read_result' | 'grep_result';

/** A set of tools with the readers beside them, under other names where a tool has one of theirs. */
export type WithReaders<T> = string extends keyof T
  ? T
  : T & {
      readonly [K in Extract<keyof T, ReaderName> extends never ? ReaderName : `spillway_${ReaderName}`]: ReaderTool;
    };

const wrapped = new WeakSet<object>();

/**
 * Wraps a set of tools for the AI SDK, so that no result overflows the model's context and nothing is lost.
 *
 * Contract: programs and user interfaces get what tools return, whole; the model gets what `toModelOutput` gives,
 * within `maxResultBytes` as it is sent, and the results of one turn within `maxTurnBytes`. A tool's own
 * `toModelOutput` decides what is shown, and is bounded. What was bounded once is shown with the same bytes again, and
 * stored once, as long as this set lives. Errors are bounded where they are thrown, with the first one as `cause`.
 * Tools that a provider runs stay as they are; tools are not changed, and one that is wrapped is not wrapped again. The
 * readers come first, named `read_result` and `grep_result`; both with the prefix `spillway_` where a tool has one of
 * these names.
 */
export function wrapTools<const T extends object>(
  tools: T,
  spillway: ToolBoundary,
  options: WrapToolsOptions = {},
): WithReaders<T> {
  const names = chooseReaderNames(new Set(Object.keys(tools)));
  const turns = new Turns(spillway.settings);
  const memory = createOutputMemory();
  const callOf = (toolName: string, toolCallId: string, input: unknown): Omit<OutputCall, 'maxResultBytes'> => ({
    bounder: spillway,
    toolName,
    toolCallId,
    input,
    readers: names,
    maxMediaBytes: options.maxMediaBytes ?? spillway.settings.maxMediaBytes,
  });
  const entries = Object.entries<Tool>(tools as Record<string, Tool>).map(([name, tool]) => [
    name,
    wrapped.has(tool) || isRunByProvider(tool)
      ? tool
      : wrapTool(tool, { turns, memory, callOf: (id, input) => callOf(name, id, input) }),
  ]);
  return { ...createReaderTools(spillway, names, turns, memory), ...Object.fromEntries(entries) };
}

/** AI SDK 6 does not say who runs a tool of a provider; one with a function is run here. */
function isRunByProvider({ type, execute, isProviderExecuted }: Tool): boolean {
  return type === 'provider' && execute === undefined && isProviderExecuted !== false;
}

interface WrapContext {
  readonly turns: Turns;
  readonly memory: OutputMemory;
  callOf(toolCallId: string, input: unknown): Omit<OutputCall, 'maxResultBytes'>;
}

function wrapTool(tool: Tool, { turns, memory, callOf }: WrapContext): Tool {
  const { execute, toModelOutput } = tool;
  const show = async (options: ModelOutputOptions): Promise<ModelOutput> => {
    const call = callOf(options.toolCallId, options.input);
    return memory.recall(call.toolName, options.toolCallId, options.output, async () => {
      const own = (await toModelOutput?.call(tool, options)) ?? defaultOutput(options.output);
      const output = await boundOutput(own, { ...call, maxResultBytes: turns.shareOf(call) }, tool.type === 'provider');
      return { output, keptBytes: output === own ? 0 : JSON.stringify(output).length };
    });
  };
  const isShownOtherwise = toModelOutput !== undefined;
  const made = copyOf(tool, {
    toModelOutput: show,
    ...(execute !== undefined && {
      execute: wrapExecute(execute.bind(tool), { turns, isShownOtherwise, callOf }),
    }),
  });
  wrapped.add(made);
  return made;
}

/** Getters of a tool stay getters. */
function copyOf(tool: Tool, changes: Partial<Tool>): Tool {
  const descriptors = Object.getOwnPropertyDescriptors(tool);
  for (const key of Object.keys(changes)) delete (descriptors as Record<string, unknown>)[key];
  const copy: Tool = Object.create(Object.getPrototypeOf(tool), descriptors);
  return Object.assign(copy, changes);
}
