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
 * Contract: nothing happens before `clientGone` or a signal from outside, which goes on to the server. SIGTERM and
 * SIGHUP, and any signal after `clientGone`, also start the last step. `stop` ends all waiting.
 */
export class Shutdown {
  readonly #kill: (signal: NodeJS.Signals) => void;
  readonly #endInput: () => void;
  readonly #hasOpenCalls: () => boolean;
  readonly #graces: Graces;
  #isGone = false;
  #isLastStep = false;
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
    if (this.#isLastStep) return;
    const graceMs = this.#hasOpenCalls() ? this.#graces.openCallsMs : this.#graces.closeMs;
    this.#await(graceMs, () => {
      this.#kill('SIGTERM');
      this.#startLastStep();
    });
  }

  signal(signal: NodeJS.Signals): void {
    this.#kill(signal);
    // An interrupt is for the server to make sense of; the others ask us to end.
    if (this.#isGone || signal !== 'SIGINT') this.#startLastStep();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#isGone = true;
    this.#isLastStep = true;
  }

  #startLastStep(): void {
    if (this.#isLastStep) return;
    this.#isLastStep = true;
    this.#await(this.#graces.killMs, () => this.#kill('SIGKILL'));
  }

  #await(ms: number, step: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(step, ms);
  }
}
