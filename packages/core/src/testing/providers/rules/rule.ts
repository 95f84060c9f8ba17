import type { Place } from './place.ts';

/** The wire formats whose rules are known. */
export type ProviderApi = 'openai-responses' | 'openai-chat' | 'anthropic-messages' | 'bedrock-converse' | 'gemini';

/** One reason for which a provider refuses a request. */
export interface RuleFault {
  /** The stable name of the rule that is broken. */
  readonly rule: string;
  /** Where in the body, as a JSONPath. */
  readonly where: string;
  /** What the provider says of it. */
  readonly message: string;
}

/** One rule of a provider. Contract: `broken` returns the places at which a body breaks it, and none where it holds. */
export interface Rule {
  readonly name: string;
  readonly broken: (body: Place) => readonly Place[];
  readonly message: (place: Place) => string;
}

/** Makes a rule that every one of some places has to hold. */
export function ruleOf(
  name: string,
  places: (body: Place) => readonly Place[],
  isBroken: (place: Place, index: number) => boolean,
  message: (place: Place) => string,
): Rule {
  return { name, broken: (body) => places(body).filter(isBroken), message };
}

/** Applies rules to a body, in their order. */
export function applyRules(rules: readonly Rule[], body: Place): readonly RuleFault[] {
  return rules.flatMap(({ name, broken, message }) =>
    broken(body).map((place) => ({ rule: name, where: place.where, message: message(place) })),
  );
}

/** Returns those places whose key an earlier one had; a key of undefined is like no other. */
export function repeatedBy(places: readonly Place[], keyOf: (place: Place) => string | undefined): readonly Place[] {
  const seen = new Set<string>();
  return places.filter((place) => {
    const key = keyOf(place);
    if (key === undefined) return false;
    if (seen.has(key)) return true;
    seen.add(key);
    return false;
  });
}
