import type { BoundContext, BoundedResult, ToolResult } from './bound/result.ts';
import type { HandlePage, Store } from './store/store.ts';

export type { ToolAnswer, ToolCallOptions, ToolDefinition } from './read/tool.ts';
export type { BoundContext, BoundedResult, HandlePage, Store, ToolResult };
