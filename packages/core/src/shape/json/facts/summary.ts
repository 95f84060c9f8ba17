import type { JsonCollector } from '../paths/collector.ts';
import { hasDataForKeys } from '../paths/map-likeness.ts';
import { collapseToMap } from '../paths/merge-nodes.ts';
import type { PathNode } from '../paths/path-node.ts';
import type { JsonTokenizer } from '../tokens/tokenizer.ts';
import { elementNode, idKeys } from './element-id.ts';
import type { JsonDetails, PathFacts } from './facts.ts';
import { toPathFacts } from './path-facts.ts';

/** Characters of all paths together; beyond the first they come without values and places, beyond the second not at all. */
const maxRichChars = 1_000_000;
const maxChars = 1_500_000;
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
  const { paths, untoldValues } = toPaths(collector.tree.root);
  return {
    isLines,
    paths,
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
    untrackedValues: collector.untrackedValues + untoldValues,
    gaps: tokenizer.gaps.seen,
  };
}

/** The paths that are told, and how many values stand at those for which there is no room. */
function toPaths(root: PathNode): { paths: PathFacts[]; untoldValues: number } {
  const paths: PathFacts[] = [];
  const idOf = rememberIds();
  let chars = 0;
  let untoldValues = 0;
  const open: { node: PathNode; parent: number }[] = [{ node: root, parent: -1 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, parent } = next;
    let index = -1;
    if (chars > maxChars) untoldValues += node.count;
    else {
      if (node.children.length >= fewestMapKeys && hasDataForKeys(node, muchAlike)) collapseToMap(node);
      const facts = toPathFacts(node, parent, paths[parent]?.path, idOf(node));
      const told = chars > maxRichChars ? toPlainFacts(facts) : facts;
      chars += JSON.stringify(told).length;
      index = paths.push(told) - 1;
    }
    const below = [...node.children, node.items, node.values, node.longKeys];
    for (const child of below.reverse())
      if (child !== undefined && child.count > 0) open.push({ node: child, parent: index });
  }
  return { paths, untoldValues };
}

/** Finds the id keys of each element once. */
function rememberIds(): (node: PathNode) => readonly string[] | undefined {
  const known = new Map<PathNode, readonly string[] | undefined>();
  return (node) => {
    const element = elementNode(node);
    if (element === undefined || element === node) return undefined;
    if (!known.has(element)) known.set(element, idKeys(element));
    return known.get(element);
  };
}

function toPlainFacts({ values: _, firstItem: __, ...facts }: PathFacts): PathFacts {
  return { ...facts, missing: [], presentAt: [], rareKinds: [] };
}
