import { jsonEscapedLength } from '../../../bytes/escaped-length.ts';
import { formatPathString } from '../../../bytes/path-selector.ts';
import type { JsonDetails, PathFacts, ValueFacts } from '../facts/facts.ts';
import { arrayKind, objectKind } from '../paths/path-node.ts';
import { countOf, isAll } from '../rows/kind-words.ts';
import { canQuery, hasWholeLine } from './can-query.ts';
import type { Finding } from './finding.ts';
import { formatSteps, type Step, stepsTo } from './steps.ts';

/** Longer paths are no help, and a notice may have no room for them. */
const maxPathBytes = 160;
/** Elements that are larger on average are not shown whole for one of their values. */
const maxElementBytes = 8_192;
/** Numbers that a path holds as they stand, and a 64-bit float too. */
const plainNumber = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,6})?$/;

/**
 * Writes the JSONPath (RFC 9535) that finds exactly the elements which hold something rare.
 *
 * Contract: finds at least one; undefined where none is sure to, or the elements are large.
 */
export function findPath(details: JsonDetails, finding: Finding): string | undefined {
  const lines = finding.places.map(({ line }) => line);
  if (!canQuery(details) || !hasWholeLine(details, lines)) return undefined;
  const steps = stepsTo(details, finding.facts);
  if (steps === undefined) return undefined;
  const at = elementAt(steps);
  const element = steps[at];
  if (element === undefined || averageBytes(element.facts) > maxElementBytes) return undefined;
  const condition = formatCondition(details, finding, steps.slice(at + 1));
  if (condition === undefined) return undefined;
  return ifShort(`$${formatSteps(steps.slice(0, at))}[?${condition}]`);
}

/** Writes the path of something that stands at one place; undefined where it cannot be found by one. */
export function findSingle(details: JsonDetails, facts: PathFacts, selector = ''): string | undefined {
  if (!canQuery(details) || details.faultyLines > 0) return undefined;
  const steps = stepsTo(details, facts);
  if (steps === undefined || steps.some(({ name }) => name === undefined)) return undefined;
  return ifShort(`$${formatSteps(steps)}${selector}`);
}

function ifShort(path: string): string | undefined {
  return jsonEscapedLength(path) <= maxPathBytes ? path : undefined;
}

/** The innermost element that is an object, where the steps go on with a key; else the innermost. */
function elementAt(steps: readonly Step[]): number {
  const isElement = ({ name }: Step): boolean => name === undefined;
  const object = steps.findLastIndex((step, at) => isElement(step) && steps[at + 1]?.name !== undefined);
  return object < 0 ? steps.findLastIndex(isElement) : object;
}

function averageBytes(facts: PathFacts): number {
  const containers = countOf(facts, objectKind) + countOf(facts, arrayKind);
  return containers === 0 ? 0 : facts.byteTotal / containers;
}

/** `inner` are the steps from the element to what is found. */
function formatCondition(details: JsonDetails, finding: Finding, inner: readonly Step[]): string | undefined {
  const place = `@${formatSteps(inner)}`;
  if (finding.what === 'present') return place;
  if (finding.what === 'missing') {
    const above = details.paths[finding.facts.parent];
    if (above === undefined || !isAll(above, objectKind)) return undefined;
    return inner.length === 1 ? `!${place}` : `@${formatSteps(inner.slice(0, -1))} && !${place}`;
  }
  const test = finding.what === 'not-null' ? '!=null' : valueTest(finding.facts, finding.value);
  if (test === undefined) return undefined;
  if (inner.at(-1) !== undefined && inner.at(-1)?.name === undefined)
    return `@${formatSteps(inner.slice(0, -1))}[?@${test}]`;
  // What is not there is not null either.
  return finding.what === 'not-null' && inner.length > 0 ? `${place} && ${place}${test}` : `${place}${test}`;
}

/** Compares with a value, where nothing else at the path is equal to it. */
function valueTest(facts: PathFacts, value: ValueFacts): string | undefined {
  const meant = meaningOf(value);
  if (meant === undefined) return undefined;
  if (typeof meant === 'object' || typeof meant === 'boolean') return `==${value.text}`;
  const isAlone = facts.values?.every((other) => other === value || meaningOf(other) !== meant);
  if (isAlone !== true) return undefined;
  if (typeof meant === 'string') return meant.isWellFormed() ? `==${formatPathString(meant)}` : undefined;
  return plainNumber.test(value.text) ? `==${value.text}` : undefined;
}

/** The value itself; undefined where it is not known as a whole. */
function meaningOf({ text, isCut }: ValueFacts): string | number | boolean | null | undefined {
  if (isCut) return undefined;
  try {
    return JSON.parse(text) as string | number | boolean | null;
  } catch {
    return undefined;
  }
}
