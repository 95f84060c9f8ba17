import type { Place } from './place.ts';
import { type Rule, repeatedBy } from './rule.ts';

/** Calls that were made together, and the results that stand where theirs have to. */
export interface Step {
  readonly calls: readonly Place[];
  readonly results: readonly Place[];
}

/** How an API writes calls and results, and what it says where they do not match. */
export interface PairingForm {
  readonly stepsOf: (body: Place) => readonly Step[];
  readonly callId: (call: Place) => string | undefined;
  readonly resultId: (result: Place) => string | undefined;
  readonly missing: (call: Place) => string;
  readonly unexpected: (result: Place) => string;
  readonly repeated: (result: Place) => string;
}

/** Makes the rules that every call of a step has one result in it, and every result its call. */
export function pairingRules(form: PairingForm): readonly Rule[] {
  const { stepsOf, callId, resultId } = form;
  return [
    {
      name: 'result-missing',
      broken: (body) => stepsOf(body).flatMap((step) => without(step.calls, callId, step.results, resultId)),
      message: form.missing,
    },
    {
      name: 'result-without-call',
      broken: (body) => stepsOf(body).flatMap((step) => without(step.results, resultId, step.calls, callId)),
      message: form.unexpected,
    },
    {
      name: 'result-repeated',
      broken: (body) => stepsOf(body).flatMap(({ results }) => repeatedBy(results, resultId)),
      message: form.repeated,
    },
  ];
}

type IdOf = (place: Place) => string | undefined;

/** Those places that have no counterpart of the same id. */
function without(places: readonly Place[], idOf: IdOf, others: readonly Place[], otherId: IdOf): readonly Place[] {
  const ids = new Set(others.map(otherId));
  return places.filter((place) => !ids.has(idOf(place)));
}
