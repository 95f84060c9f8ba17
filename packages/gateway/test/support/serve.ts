import { EventEmitter } from 'node:events';
import { defineTool, type ParameterRow, type ToolAnswer, type ToolCall, type ToolDefinition } from '@spillway/core';
import { type ServeOptions, serveTools } from '../../src/serve/serve-tools.ts';
import { createTestBoundary } from './boundary.ts';
import { LIMITS } from './limits.ts';
import { runWired, type WiredProgram } from './wired-program.ts';

/** Tools that are served in this process, and a raw client before them. */
export interface TestServer extends WiredProgram {
  readonly signals: EventEmitter;
}

/** Serves tools, and the readers before them; it is ended when the test is. */
export function startServer(
  tools: (limits: { maxResultBytes: number }) => readonly ToolDefinition[],
  options: Partial<ServeOptions> = {},
): TestServer {
  const signals = new EventEmitter();
  const boundary = createTestBoundary();
  const wired = runWired((streams) =>
    serveTools({
      boundary,
      toolsWithin: (maxResultBytes) => [...boundary.tools(), ...tools({ maxResultBytes })],
      limits: LIMITS,
      identity: { name: 'test-server', version: '1.2.3' },
      instructions: 'Nothing to say.',
      signals,
      ...options,
      ...streams,
    }),
  );
  return { ...wired, signals };
}

/** Makes a tool of a function. */
export function toolOf(
  name: string,
  run: (input: Readonly<Record<string, unknown>>, call: ToolCall) => Promise<ToolAnswer>,
  options: { parameters?: readonly ParameterRow[]; readOnly?: boolean } = {},
): ToolDefinition {
  const { parameters = [], readOnly = true } = options;
  return defineTool(
    {
      name,
      title: name,
      describe: () => `The tool ${name}.`,
      parameters: () => parameters,
      annotations: { readOnlyHint: readOnly, idempotentHint: false, openWorldHint: false, destructiveHint: false },
      run,
    },
    LIMITS,
  );
}

/** The `_meta` of each request of the later era. */
export const modernMeta = (clientName: string): object => ({
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: clientName, version: '1' },
});
