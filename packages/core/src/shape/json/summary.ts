import type { JsonCollector } from './collector.ts';
import type { JsonDetails, PathFacts } from './facts.ts';
import { hasDataForKeys } from './map-likeness.ts';
import { collapseToMap } from './merge-nodes.ts';
import { toPathFacts } from './path-facts.ts';
import type { PathNode } from './path-node.ts';
import type { JsonTokenizer } from './tokenizer.ts';

/** Characters of all paths together; beyond the first they come without values and places, beyond the second not at all. */
const mostRichChars = 1_000_000;
const mostChars = 1_500_000;
/** From so many keys on an object may still turn out to be a map at the end; its values must then be much alike. */
const fewestMapKeys = 8;
const muchAlike = 0.5;

/** Turns what was learnt of a content into plain data of bounded size. */
export function toDetails(
  collector: JsonCollector,
  tokenizer: JsonTokenizer,
  byteLength: number,
  isLines: boolean,
): JsonDetails {
  const { faults } = tokenizer;
  return {
    isLines,
    paths: toPaths(collector.tree.root),
    rootCount: collector.rootCount,
    blankLines: tokenizer.blankLines,
    lineCount: tokenizer.lineCount,
    byteLength,
    ...(faults.hard !== undefined && { hardFault: faults.hard }),
    ...(faults.firstSmall !== undefined && { smallFault: faults.firstSmall }),
    smallFaults: faults.smallCount,
    faultyLines: faults.faultyLines,
    toldLines: faults.toldLines,
    deepest: collector.deepest,
    deepestOffset: collector.deepestOffset,
    duplicates: collector.duplicates.count,
    toldDuplicates: collector.duplicates.told,
    untrackedValues: collector.untrackedValues,
    gaps: tokenizer.gaps.seen,
  };
}

function toPaths(root: PathNode): PathFacts[] {
  const paths: PathFacts[] = [];
  let chars = 0;
  const open: { node: PathNode; parent: number }[] = [{ node: root, parent: -1 }];
  for (let next = open.pop(); next !== undefined && chars < mostChars; next = open.pop()) {
    const { node, parent } = next;
    if (node.children.length >= fewestMapKeys && hasDataForKeys(node, muchAlike)) collapseToMap(node);
    let facts = toPathFacts(node, parent, paths[parent]?.path);
    if (chars > mostRichChars) facts = toPlainFacts(facts);
    chars += JSON.stringify(facts).length;
    const index = paths.push(facts) - 1;
    const below = [...node.children, node.items, node.values, node.longKeys];
    for (const child of below.reverse())
      if (child !== undefined && child.count > 0) open.push({ node: child, parent: index });
  }
  return paths;
}

function toPlainFacts({ values: _, firstItem: __, ...facts }: PathFacts): PathFacts {
  return { ...facts, missing: [], presentAt: [], rareKinds: [] };
}
