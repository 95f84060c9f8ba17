import { contentCases } from './content-cases.ts';
import type { StoreContractCase } from './harness.ts';
import { identityCases } from './identity-cases.ts';
import { lifetimeCases } from './lifetime-cases.ts';

/**
 * What every store promises, as cases for any test runner.
 *
 * Contract: needs no test runner; each case makes the stores it needs and throws a plain `AssertionError`. Stores are
 * not closed by the cases: the harness knows what it made.
 *
 * @example
 * for (const { title, run } of storeContract) it(title, () => run({ createStore }));
 */
export const storeContract: readonly StoreContractCase[] = [...contentCases, ...identityCases, ...lifetimeCases];
