import type { SpillwayEvent } from '../../../events.ts';
import type { StoreLimits } from '../../limits.ts';
import type { StoreRoot } from './root.ts';
import type { Session } from './session.ts';

/** `fsync`: a stored result survives a crash of the machine. `none`: it survives the process, `kill -9` included. */
export type Durability = 'fsync' | 'none';

/** What the parts of one fs store share. */
export interface FsContext {
  readonly root: StoreRoot;
  readonly session: Session;
  readonly limits: StoreLimits;
  readonly durability: Durability;
  /** Milliseconds since the epoch, whole. */
  readonly now: () => number;
  /** Never throws. */
  readonly emit: (event: SpillwayEvent) => void;
}
