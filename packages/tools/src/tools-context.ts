import type { NextCall, Spillway } from '@spillway/core';
import type { Roots } from './roots/roots.ts';
import type { ReadLog } from './writing/read-log.ts';

/** What every tool stands on. */
export interface ToolsContext {
  /** The boundary: its limits, its store and scope, its events. */
  readonly spillway: Spillway;
  readonly roots: Roots;
  /** The folder of documents that are read by name, as the only root; without it there is no read_skill. */
  readonly skills?: Roots;
  /** What was shown of which files; every tool that shows a range of a file tells it. */
  readonly readLog: ReadLog;
  /** How a call is written in an answer; on a shell, as a command. */
  readonly formatCall: (call: NextCall) => string;
}
