import type { Description, InnerPlace } from '../shape.ts';
import { detailsOf } from './facts/facts.ts';
import { stringKind } from './paths/path-node.ts';
import { findSingle } from './queries/find-path.ts';
import { countOf, largestScalar } from './rows/kind-words.ts';

const minShare = 0.5;
const quoteBytes = 1;

/** Finds the string that is most of a JSON document. Contract: as `Shape.inner`. */
export function innerPlace(description: Description): InnerPlace | undefined {
  const details = detailsOf(description);
  const { isLines, isTranscoded, hardFault, smallFault, byteLength } = details;
  if (isLines || isTranscoded || hardFault !== undefined || smallFault !== undefined) return undefined;
  const most = largestScalar(details);
  if (most === undefined || most.largestBytes < byteLength * minShare) return undefined;
  if (countOf(most, stringKind) === 0 || (most.texts?.dataCount ?? 0) > 0) return undefined;
  return {
    path: findSingle(details, most) ?? most.path,
    offset: most.largestOffset + quoteBytes,
    byteLength: most.largestBytes - 2 * quoteBytes,
  };
}
