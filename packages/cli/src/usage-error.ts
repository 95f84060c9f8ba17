/**
 * Reports a mistake of the person who typed the command.
 *
 * Contract: the message is one line that names the fix; `main` prints it without a stack and exits with 2.
 */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
