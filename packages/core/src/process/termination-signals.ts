/** The signals that ask a process to end, and that it may pass on. */
export const terminationSignals: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];
