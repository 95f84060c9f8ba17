import type { NextCall, Spillway } from '@spillway/core';
import type { Roots } from './roots/roots.ts';

/** What every tool stands on. */
export interface ToolsContext {
  /** The boundary: its limits, its store and scope, its events. */
  readonly spillway: Spillway;
  readonly roots: Roots;
  /** How a call is written in an answer; on a shell, as a command. */
  readonly formatCall: (call: NextCall) => string;
}
