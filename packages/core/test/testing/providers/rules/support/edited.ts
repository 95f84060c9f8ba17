import { checkRequest } from '../../../../../src/testing/providers/rules/check-request.ts';
import type { ProviderApi } from '../../../../../src/testing/providers/rules/rule.ts';

/** What to change in a body: values by where they stand, keys divided by dots; `undefined` leaves one out. */
export type Edits = Readonly<Record<string, unknown>>;

/** A body that breaks one rule: a title, what makes it so, and `rule where` of every fault. */
export type BrokenCase = readonly [title: string, edits: Edits, faults: readonly string[]];

/** Copies a body and changes it. */
export function edited(body: object, edits: Edits): object {
  const copy = JSON.parse(JSON.stringify(body));
  for (const [path, value] of Object.entries(edits)) {
    const keys = path.split('.');
    const owner = keys
      .slice(0, -1)
      .reduce<Record<string, unknown>>(
        (at, key) => at[key] as Record<string, unknown>,
        copy as Record<string, unknown>,
      );
    const last = keys.at(-1) as string;
    if (Array.isArray(owner) && value === undefined) owner.splice(Number(last), 1);
    else owner[last] = value;
  }
  return copy;
}

/** The faults of a body, as `rule where`. */
export function faultsOf(api: ProviderApi, body: unknown): string[] {
  return checkRequest(api, body).map(({ rule, where }) => `${rule} ${where}`);
}
