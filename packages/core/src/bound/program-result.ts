import type { ProgramResult } from './result.ts';

/**
 * Wraps a result for a program that wants every byte of it.
 *
 * Contract: `value` is the very value given. The wrapper cannot become text or JSON: both throw `TypeError`, so that an
 * unbounded result never ends in a transcript by accident.
 */
export function programResult<T>(value: T, isError: boolean): ProgramResult<T> {
  const refuse = (): never => {
    throw new TypeError('a program result is unbounded and cannot be appended to a transcript; use its value');
  };
  return { consumer: 'program', value, isError, toJSON: refuse, toString: refuse };
}
