import type { ToolDefinition } from '../boundary.ts';

/** A tool as an entry of a tool list. */
export interface ListEntry extends Omit<ToolDefinition, 'execute'> {
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/**
 * Makes the entry of a tool. With `alwaysLoad`, a client that defers tools until they are searched for is told not to:
 * notices name it.
 */
export function toListEntry(tool: ToolDefinition, options: { readonly alwaysLoad: boolean }): ListEntry {
  const { name, title, description, inputSchema, annotations } = tool;
  const entry = { name, title, description, inputSchema, annotations };
  return options.alwaysLoad ? { ...entry, _meta: { 'anthropic/alwaysLoad': true } } : entry;
}
