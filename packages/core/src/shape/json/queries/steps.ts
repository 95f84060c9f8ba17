import { formatNameSelector } from '../../../bytes/path-selector.ts';
import type { JsonDetails, PathFacts } from '../facts/facts.ts';

/** One step of a path: a member, or everything that an array, a map or the lines hold. */
export interface Step {
  /** Absent where it leads to everything. */
  readonly name?: string;
  /** What stands there. */
  readonly facts: PathFacts;
}

/** Finds the steps from the root to a path; undefined where a key on the way is not known as a whole. */
export function stepsTo(details: JsonDetails, to: PathFacts): readonly Step[] | undefined {
  const steps: Step[] = [];
  let facts: PathFacts | undefined = to;
  for (; facts !== undefined && facts.kind !== 'root'; facts = details.paths[facts.parent]) {
    if (facts.kind === 'items' || facts.kind === 'values') steps.push({ facts });
    else {
      const name = exactName(facts);
      if (name === undefined) return undefined;
      steps.push({ name, facts });
    }
  }
  if (details.isLines && facts !== undefined) steps.push({ facts });
  return steps.reverse();
}

/** Writes steps as a JSONPath has them. */
export function formatSteps(steps: readonly Step[]): string {
  return steps.map(({ name }) => (name === undefined ? '[*]' : formatNameSelector(name))).join('');
}

function exactName({ kind, name, source }: PathFacts): string | undefined {
  if (kind !== 'key' || name.endsWith('…') || !name.isWellFormed()) return undefined;
  return source === undefined || meansName(source, name) ? name : undefined;
}

/** A key with a wrong escape is named as it stands. */
function meansName(source: string, name: string): boolean {
  try {
    return JSON.parse(`"${source}"`) === name;
  } catch {
    return false;
  }
}
