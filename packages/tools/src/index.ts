export type { FoundPath, Root, Roots } from './roots/roots.ts';
export type { ToolsContext } from './tools-context.ts';
