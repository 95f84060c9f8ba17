import type { BoundContext, BoundedResult, ToolResult } from '../../bound/result.ts';
import type { Settings } from '../../bound/settings.ts';

/** What recovery needs of a Spillway: to bound, and the limits. A Spillway is one. */
export interface Bounder {
  readonly settings: Settings;
  bound(result: ToolResult, context: BoundContext & { consumer?: 'model' }): Promise<BoundedResult>;
}
