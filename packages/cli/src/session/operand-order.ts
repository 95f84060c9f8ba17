import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { quoteLine } from '../text/escapes.ts';
import { UsageError } from '../usage-error.ts';
import { isHandle } from './open-target.ts';

/**
 * Makes sure that what is searched stands before what is searched for, which other programs have the other way round.
 *
 * Contract: `second` names the second operand in the error.
 * @throws UsageError where the first operand is nothing that could be read, and the second is.
 */
export function assertOperandOrder(cwd: string, [operand, text]: readonly [string, string], second: string): void {
  const canRead = (name: string): boolean => isHandle(name) || (name !== '' && existsSync(resolve(cwd, name)));
  if (canRead(operand) || !canRead(text)) return;
  throw new UsageError(
    `${quoteLine(operand)} is neither a handle nor a file, and ${quoteLine(text)} is: put it first, the ${second} behind it`,
  );
}
