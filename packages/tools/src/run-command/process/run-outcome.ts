/** What to run, and what takes its output. */
export interface RunOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** `closed` gives the command an empty standard input; a text is all of it. */
  readonly stdin: 'closed' | 'inherited' | { readonly text: string };
  readonly timeoutMs?: number;
  /** Ends the command as the time limit does. */
  readonly signal?: AbortSignal;
  /**
   * What SIGINT, SIGTERM and SIGHUP to this process mean: passed on to the command while this process waits, or the end
   * of both.
   */
  readonly hostSignals: 'pass-on' | 'end-both';
  readonly onStdout: (chunk: Uint8Array) => Promise<void>;
  readonly onStderr: (chunk: Uint8Array) => Promise<void>;
}

/** How a command ended. Exactly one of `exitCode` and `signal` is there. */
export interface RunOutcome {
  readonly exitCode?: number;
  readonly signal?: NodeJS.Signals;
  /** Why it did not end by itself. */
  readonly stoppedBy?: 'timeout' | 'abort';
  /** A pipe was still held open after the command had ended, and was let go. */
  readonly letGo: boolean;
  /** Processes that were told to end and did not. */
  readonly survivors: readonly number[];
}
