import type { NextCall } from '../content.ts';
import type { KeyMode } from '../guard/key-mode.ts';
import type { Store } from '../store/store.ts';
import type { NoticeLog } from './notice-log.ts';
import type { ReaderNames } from './reader-names.ts';
import type { BoundContext } from './result.ts';
import type { Settings } from './settings.ts';

/** What bounding stands on: where results go, the limits, and the readers that notices may name. */
export interface Boundary {
  readonly store: Store;
  readonly scope: string;
  readonly settings: Settings;
  readonly readers: ReaderNames;
  readonly formatCall: (call: NextCall) => string;
  readonly notices: NoticeLog;
  /** What is done about bodies of private keys. */
  readonly keys: KeyMode;
}

/** Returns the encoded bytes that one result may have: the smaller of the call's own limit and the settings'. */
export function budgetOf(boundary: Boundary, context: BoundContext): number {
  return Math.min(boundary.settings.maxResultBytes, context.maxResultBytes ?? Number.POSITIVE_INFINITY);
}
