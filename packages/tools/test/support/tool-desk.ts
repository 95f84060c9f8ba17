import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemoryStore, createSpillway, parsePage, type ToolAnswer, type ToolDefinition } from '@spillway/core';
import { type CreateToolsOptions, createTools } from '../../src/create-tools.ts';
import { createRoots, type RootsOptions } from '../../src/roots/create-roots.ts';
import type { Roots } from '../../src/roots/roots.ts';
import { createExampleSkills } from './example-skills.ts';

/** A new folder as the root `logs`, and the tools over it. */
export interface ToolDesk {
  /** Absolute, without links. */
  readonly folder: string;
  readonly roots: Roots;
  readonly options: CreateToolsOptions;
  /** Calls a tool by its name. */
  call(tool: string, input: object, options?: { maxResultBytes?: number; signal?: AbortSignal }): Promise<ToolAnswer>;
  /** The JSON Schema of a tool's arguments. */
  schemaOf(tool: string): Readonly<Record<string, unknown>>;
  remove(): void;
}

/** Makes a desk. Contract: `remove` takes everything away again. */
export function createToolDesk(options: RootsOptions = {}): ToolDesk {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'spillway-tools-')));
  const roots = createRoots([{ name: 'logs', path: folder }], options);
  const spillway = createSpillway({ store: createMemoryStore(), scope: 'tools-test' });
  const skillFolder = createExampleSkills();
  const skills = createRoots([{ name: 'skills', path: skillFolder }]);
  const toolsOptions = { spillway, roots, skills };
  const tools = createTools(toolsOptions);
  const toolOf = (name: string): ToolDefinition => {
    const tool = tools.find((one) => one.name === name);
    if (tool === undefined) throw new Error(`no tool ${name}`);
    return tool;
  };
  return {
    folder,
    roots,
    options: toolsOptions,
    call: (tool, input, callOptions) => toolOf(tool).execute(input, callOptions),
    schemaOf: (tool) => toolOf(tool).inputSchema,
    remove: () => {
      for (const made of [folder, skillFolder]) rmSync(made, { recursive: true, force: true });
    },
  };
}

/** The call that an answer names last; undefined at the end. */
export function nextInput(answer: ToolAnswer): object | undefined {
  return parsePage(answer.text)?.next?.arguments;
}
