import { isMissing } from '../../../system/errno.ts';
import { storeNames } from '../disk/layout.ts';
import { within } from '../disk/secure-directory.ts';
import type { FsContext } from '../root/context.ts';
import { Allowance } from './allowance.ts';
import { Census } from './census.ts';
import { Charge } from './charge.ts';
import { removeLeftovers } from './leftovers.ts';
import { makeRoom } from './make-room.ts';
import { ProcessBudget, type RemovalOutcome } from './process-budget.ts';
import { removeObject } from './removal.ts';

/** The room of one store object: its share of the store, and what of it is its own. */
export class Space {
  readonly #census = new Census();
  readonly #context: FsContext;
  readonly #allowance: Allowance;
  readonly #budget: ProcessBudget;

  constructor(context: FsContext) {
    const { root, session, limits } = context;
    this.#context = context;
    this.#allowance = new Allowance({
      limitBytes: limits.storeBytes,
      publish: (bytes) => within(root.openToWrite(), (opened) => session.publishReservation(opened, bytes)),
      othersBytes: () => within(root.openToWrite(), (opened) => this.#census.count(opened, session.name)),
      makeRoom: (bytes) =>
        within(root.openToWrite(), async (opened) => {
          await removeLeftovers(opened);
          return (await makeRoom(context, opened, bytes)).freedBytes;
        }),
    });
    this.#budget = new ProcessBudget(limits.processStoreBytes, (key) => this.#remove(key));
  }

  /** Starts to count for one writer. */
  createCharge(): Charge {
    return new Charge(this.#allowance, this.#budget);
  }

  /** Says that a result is gone. */
  forget(scopeName: string, id: string): void {
    this.#budget.forget(`${scopeName}/${id}`);
  }

  /** Resolves when nothing is under way that needs the session. */
  async idle(): Promise<void> {
    await this.#allowance.idle();
  }

  /** Says that the session that stated the share is gone, and returns what the next one has to state. */
  restate(): number {
    return this.#allowance.restate();
  }

  async #remove(key: string): Promise<RemovalOutcome> {
    const [scopeName = '', id = ''] = key.split('/');
    try {
      return await within(this.#context.root.openToWrite(), (root) =>
        within(root.openChild(storeNames.objects), (objects) =>
          within(objects.openChild(scopeName), async (scope) => {
            return (await removeObject(this.#context, { root, scope, scopeName, id }, 'evicted')).outcome;
          }),
        ),
      );
    } catch (error) {
      if (isMissing(error)) return 'missing';
      throw error;
    }
  }
}
