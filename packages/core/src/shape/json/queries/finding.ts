import type { JsonDetails, PathFacts, PlaceFacts, ValueFacts } from '../facts/facts.ts';
import { isRare } from '../facts/scalar-facts.ts';
import { nullKind, valueKinds } from '../paths/path-node.ts';
import { maxRareKeys, rareValues } from '../rows/field-rows.ts';
import { below } from '../rows/kind-words.ts';

/** What few of many have at one path, and where. */
export type Finding = { readonly facts: PathFacts; readonly places: readonly PlaceFacts[] } & (
  | { readonly what: 'value'; readonly value: ValueFacts }
  | { readonly what: 'present' }
  | { readonly what: 'missing' }
  /** Any value but `null`, which the others are. */
  | { readonly what: 'not-null' }
);

/** What a search for text cannot find comes after what it can. */
const order = ['value', 'present', 'not-null', 'missing'];

/** Finds what is rare: the top of the content first, then the rarest first. */
export function findRare(details: JsonDetails): readonly Finding[] {
  const found = details.paths.flatMap((facts) => findAt(details, facts)).filter(({ places }) => places.length > 0);
  const kindOf = ({ what }: Finding): number => Math.max(0, order.indexOf(what) - 1);
  return found.sort(
    (a, b) => kindOf(a) - kindOf(b) || depth(a.facts) - depth(b.facts) || a.places.length - b.places.length,
  );
}

function findAt(details: JsonDetails, facts: PathFacts): Finding[] {
  const found: Finding[] = rareValues(facts).map((value) => ({ what: 'value', facts, value, places: value.places }));
  const hasRareValues = found.length > 0;
  if (facts.presentAt.length > 0) found.push({ what: 'present', facts, places: facts.presentAt });
  const places = hasRareValues ? [] : placesBesideNull(facts);
  if (places.length > 0) found.push({ what: 'not-null', facts, places });
  if (isMissingRarely(details, facts)) found.push({ what: 'missing', facts, places: facts.missing });
  return found;
}

function placesBesideNull({ count, kinds, rareKinds }: PathFacts): readonly PlaceFacts[] {
  const others = count - (kinds[nullKind] ?? 0);
  const [rare] = rareKinds.filter(({ kind }) => kind !== 'null' && kinds[valueKinds.indexOf(kind)] === others);
  return rare?.places ?? [];
}

/** Where many keys are missing here and there, none is. */
function isMissingRarely(details: JsonDetails, facts: PathFacts): boolean {
  const { length } = facts.missing;
  if (length !== facts.of - facts.presence || !isRare(length, facts.of)) return false;
  return below(details, facts.parent).filter(({ missing }) => missing.length > 0).length <= maxRareKeys;
}

function depth(facts: PathFacts): number {
  return facts.collections * 4 + facts.path.split('.').length;
}
