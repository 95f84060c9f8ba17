/** How long a server may take to end once its client has gone. */
export interface Graces {
  /** From the end of its input to SIGTERM, when no call is open. */
  readonly closeMs: number;
  /** The same while calls are open: their answers may still be read. */
  readonly openCallsMs: number;
  /** From SIGTERM to SIGKILL. */
  readonly killMs: number;
}

/** Both together stay under the four seconds after which client libraries kill us, and could leave an orphan. */
export const GRACES: Graces = { closeMs: 1_500, openCallsMs: 30_000, killMs: 1_500 };

/**
 * Ends a server whose client has gone, step by step: end of input, SIGTERM, SIGKILL.
 *
 * Contract: nothing happens before `clientGone`; a signal from outside only goes on to the server until then. After it,
 * the signal also starts the last step. `stop` ends all waiting.
 */
export class Shutdown {
  readonly #kill: (signal: NodeJS.Signals) => void;
  readonly #endInput: () => void;
  readonly #hasOpenCalls: () => boolean;
  readonly #graces: Graces;
  #isGone = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: {
    kill: (signal: NodeJS.Signals) => void;
    endInput: () => void;
    hasOpenCalls: () => boolean;
    graces: Graces;
  }) {
    this.#kill = options.kill;
    this.#endInput = options.endInput;
    this.#hasOpenCalls = options.hasOpenCalls;
    this.#graces = options.graces;
  }

  clientGone(): void {
    if (this.#isGone) return;
    this.#isGone = true;
    this.#endInput();
    this.#await(this.#hasOpenCalls() ? this.#graces.openCallsMs : this.#graces.closeMs, () => this.#terminate());
  }

  signal(signal: NodeJS.Signals): void {
    this.#kill(signal);
    if (this.#isGone) this.#await(this.#graces.killMs, () => this.#kill('SIGKILL'));
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#isGone = true;
  }

  #terminate(): void {
    this.#kill('SIGTERM');
    this.#await(this.#graces.killMs, () => this.#kill('SIGKILL'));
  }

  #await(ms: number, step: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(step, ms);
  }
}
