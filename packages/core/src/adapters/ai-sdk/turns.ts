import { shareBudget } from '../../bound/share-budget.ts';
import { setNewest } from '../../set-newest.ts';

/** The smallest share that still holds a notice and a page. */
const minShareBytes = 2_048;
const knownCalls = 4_096;

/** The calls that one answer of a model made. */
interface Turn {
  /** Bytes that each result needs; all that it may have until it is there. */
  readonly needs: Map<string, number>;
  /** Bytes that results have taken for good, errors among them. */
  readonly taken: Map<string, number>;
  isClosed: boolean;
}

/** One call of a tool, by whatever tells it from others. */
export interface TurnCall {
  readonly toolName: string;
  readonly toolCallId: string;
}

/**
 * Shares one turn's bytes between the results of the calls that a model made in one answer.
 *
 * Contract: calls are of one turn when they were made with the same list of messages, and none of their results had
 * been asked for yet. The shares of the results that are there do not depend on the order in which they came; they add
 * up to at most `maxTurnBytes`, as long as each call can have 2,048 of them.
 */
export class Turns {
  readonly #limits: { readonly maxTurnBytes: number; readonly maxResultBytes: number };
  readonly #byMessages = new WeakMap<object, Turn>();
  readonly #byCall = new Map<string, Turn>();

  constructor(limits: { readonly maxTurnBytes: number; readonly maxResultBytes: number }) {
    this.#limits = limits;
  }

  begin(call: TurnCall, messages: unknown): void {
    if (typeof messages !== 'object' || messages === null) return;
    const open = this.#byMessages.get(messages);
    const turn = open === undefined || open.isClosed ? newTurn() : open;
    this.#byMessages.set(messages, turn);
    const key = keyOf(call);
    turn.needs.set(key, this.#limits.maxResultBytes);
    setNewest(this.#byCall, key, turn, knownCalls);
  }

  /** Takes note of how many bytes a result needs. */
  end(call: TurnCall, neededBytes: number): void {
    const key = keyOf(call);
    this.#byCall.get(key)?.needs.set(key, Math.min(neededBytes, this.#limits.maxResultBytes));
  }

  /** Returns what a result may have that cannot wait for the others, and is told by `take` what it took. */
  evenShare(call: TurnCall): number {
    const { maxTurnBytes, maxResultBytes } = this.#limits;
    const callCount = this.#byCall.get(keyOf(call))?.needs.size ?? 1;
    return Math.min(maxResultBytes, Math.max(minShareBytes, Math.floor(maxTurnBytes / callCount)));
  }

  take(call: TurnCall, bytes: number): void {
    const key = keyOf(call);
    this.#byCall.get(key)?.taken.set(key, bytes);
  }

  /** Returns the bytes that a result may have. */
  shareOf(call: TurnCall): number {
    const { maxTurnBytes, maxResultBytes } = this.#limits;
    const key = keyOf(call);
    const turn = this.#byCall.get(key);
    if (turn === undefined) return maxResultBytes;
    turn.isClosed = true;
    const waiting = [...turn.needs.keys()].filter((one) => !turn.taken.has(one));
    const taken = [...turn.taken.values()].reduce((sum, bytes) => sum + bytes, 0);
    const needs = waiting.map((one) => turn.needs.get(one) ?? maxResultBytes);
    const share = shareBudget(maxTurnBytes - taken, needs, minShareBytes)[waiting.indexOf(key)] ?? maxResultBytes;
    // What is whole in its share may have all of the budget: it needs no more than it said.
    return share === turn.needs.get(key) ? maxResultBytes : Math.max(share, Math.min(minShareBytes, maxResultBytes));
  }
}

function newTurn(): Turn {
  return { needs: new Map(), taken: new Map(), isClosed: false };
}

function keyOf({ toolName, toolCallId }: TurnCall): string {
  return `${toolName}\n${toolCallId}`;
}
