import type { NextCall } from '../content.ts';
import type { Store } from '../store/store.ts';
import type { ReaderNames } from './calls.ts';
import type { NoticeLog } from './notice-log.ts';
import type { Settings } from './settings.ts';

/** What bounding stands on: where results go, the limits, and the readers that notices may name. */
export interface Boundary {
  readonly store: Store;
  readonly scope: string;
  readonly settings: Settings;
  readonly readers: ReaderNames;
  readonly formatCall: (call: NextCall) => string;
  readonly notices: NoticeLog;
}
