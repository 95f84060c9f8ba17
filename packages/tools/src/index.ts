export { type CreateToolsOptions, createTools, TOOLS, type ToolRow } from './create-tools.ts';
export type { RootSpec } from './roots/check-roots.ts';
export { createRoots, type RootsOptions } from './roots/create-roots.ts';
export { formatPathPart } from './roots/path-text.ts';
export type { FoundPath, FoundPlace, OpenDirectory, OpenFile, Root, Roots } from './roots/roots.ts';
export type { ToolsContext } from './tools-context.ts';
