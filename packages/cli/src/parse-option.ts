import { quoteLine } from './text/escapes.ts';
import { UsageError } from './usage-error.ts';

/**
 * Creates the parser of a whole-number option.
 *
 * @throws UsageError for anything but digits between `min` and `max`, naming both.
 */
export function wholeNumber(flag: string, min: number, max: number): (value: string) => number {
  return (value) => {
    const number = /^\d{1,16}$/.test(value) ? Number(value) : Number.NaN;
    if (number >= min && number <= max) return number;
    const bounds = `${min.toLocaleString('en-US')} to ${max.toLocaleString('en-US')}`;
    throw new UsageError(`${flag} must be a whole number, ${bounds}, not ${quoteLine(value)}`);
  };
}
