import { chooseReaderNames, defaultReaderNames } from '@spillway/core/reader-names';
import type { Boundary, ReaderNames, ToolDefinition } from '../boundary.ts';
import { toListEntry } from './list-entry.ts';

/**
 * Holds the readers under the names that this client knows them by.
 *
 * Contract: before the first list the names are plain. A name that was given out stays good for calls, as long as the
 * server has no tool of that name.
 */
export class Readers {
  readonly #boundary: Boundary;
  readonly #given = new Map<string, ToolDefinition>();
  #names: Required<ReaderNames> = defaultReaderNames;
  #listed: readonly ToolDefinition[];

  constructor(boundary: Boundary) {
    this.#boundary = boundary;
    this.#listed = this.#give(defaultReaderNames);
  }

  get names(): Required<ReaderNames> {
    return this.#names;
  }

  /** Names the readers anew beside the names of the server's first page of tools. */
  nameBeside(taken: ReadonlySet<string>, hasMorePages: boolean): void {
    this.#names = chooseReaderNames(taken, hasMorePages);
    this.#listed = this.#give(this.#names);
    for (const name of taken) this.#given.delete(name);
  }

  find(toolName: string): ToolDefinition | undefined {
    return this.#given.get(toolName);
  }

  /** Writes the readers as entries of a tool list. */
  toListEntries(): Buffer[] {
    return this.#listed.map((tool) => Buffer.from(JSON.stringify(toListEntry(tool, { alwaysLoad: true }))));
  }

  #give(names: Required<ReaderNames>): readonly ToolDefinition[] {
    const tools = this.#boundary.tools({ names });
    for (const tool of tools) this.#given.set(tool.name, tool);
    return tools;
  }
}
