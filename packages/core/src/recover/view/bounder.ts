import type { BoundContext, BoundedResult, ToolResult } from '../../bound/result.ts';
import type { Settings } from '../../bound/settings.ts';

/** How a result is bounded for a model. */
export type ModelContext = BoundContext & { consumer?: 'model' };

/** What recovery needs of a Spillway: to bound, and the limits. A Spillway is one. */
export interface Bounder {
  readonly settings: Settings;
  bound(result: ToolResult, context: ModelContext): Promise<BoundedResult>;
}
