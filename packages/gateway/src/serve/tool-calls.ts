import { defaultReaderNames } from '@spillway/core/reader-names';
import type { Boundary, ToolDefinition } from '../boundary.ts';
import { OpenCalls } from '../calls/open-calls.ts';
import type { OwnCallLimits, OwnResult } from '../calls/own-call.ts';
import { OwnCalls } from '../calls/own-calls.ts';
import { type ClientLimits, toClientLimits } from '../clients/client-limits.ts';
import type { GatewayChoices, GatewayLimits } from '../limits.ts';
import { type ListEntry, toListEntry } from '../lists/list-entry.ts';

/** Which tools are served, and within what limits. */
export interface ToolCallsOptions {
  /** Makes the tools for a client whose answers have so many bytes; their descriptions may name the number. */
  readonly toolsWithin: (maxResultBytes: number) => readonly ToolDefinition[];
  /** Shortens the answer of a tool that must not run twice, where a client counts lines. */
  readonly boundary: Pick<Boundary, 'bound'>;
  readonly limits: GatewayLimits;
  readonly choices: GatewayChoices;
}

/** One call, as the protocol's side hands it over. */
export interface ToolCallRequest {
  readonly id: string | number;
  readonly tool: ToolDefinition;
  readonly input: unknown;
  readonly clientName: string | undefined;
  readonly isModern: boolean;
  readonly meta: Readonly<Record<string, unknown>> | undefined;
  readonly signal: AbortSignal;
}

/**
 * Lists tools and runs their calls, each within its client's budget.
 *
 * Contract: calls that are open at once share `maxTurnBytes`. `abort` ends all that run and all that follow;
 * `settled` resolves when none runs any more.
 */
export class ToolCalls implements OwnCallLimits {
  readonly openCalls: OpenCalls;
  readonly #options: ToolCallsOptions;
  readonly #tools = new Map<number, readonly ToolDefinition[]>();
  readonly #calls = new OwnCalls(this);
  readonly #end = new AbortController();

  constructor(options: ToolCallsOptions) {
    this.#options = options;
    this.openCalls = new OpenCalls({ maxTurnBytes: options.limits.maxTurnBytes });
  }

  limitsFor(clientName: string | undefined): ClientLimits {
    return toClientLimits(clientName, this.#options.limits, this.#options.choices);
  }

  async shorten(toolName: string, text: string, maxResultBytes: number, signal: AbortSignal): Promise<string> {
    const context = { toolName, maxResultBytes, alwaysNotice: true, signal };
    return (await this.#options.boundary.bound(text, context)).toText();
  }

  list(clientName: string | undefined): ListEntry[] {
    const readers: readonly string[] = Object.values(defaultReaderNames);
    return this.#toolsFor(clientName).map((tool) => toListEntry(tool, { alwaysLoad: readers.includes(tool.name) }));
  }

  find(name: string, clientName: string | undefined): ToolDefinition | undefined {
    return this.#toolsFor(clientName).find((tool) => tool.name === name);
  }

  async run(request: ToolCallRequest): Promise<OwnResult> {
    const { id, meta, signal, ...call } = request;
    const { result } = await this.#calls.run({
      ...call,
      id: JSON.stringify(id),
      signal: AbortSignal.any([signal, this.#end.signal]),
      ...(meta !== undefined && { meta }),
    });
    return result;
  }

  abort(): void {
    this.#end.abort();
  }

  async settled(): Promise<void> {
    await this.#calls.settled();
  }

  #toolsFor(clientName: string | undefined): readonly ToolDefinition[] {
    const { maxResultBytes } = this.limitsFor(clientName);
    const known = this.#tools.get(maxResultBytes);
    if (known !== undefined) return known;
    const tools = this.#options.toolsWithin(maxResultBytes);
    this.#tools.set(maxResultBytes, tools);
    return tools;
  }
}
