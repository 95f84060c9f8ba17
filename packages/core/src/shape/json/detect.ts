import { JsonCollector } from './paths/collector.ts';
import { arrayKind, objectKind, stringKind } from './paths/path-node.ts';
import { JsonTokenizer } from './tokens/tokenizer.ts';

/** A fault that comes so early says that the text only begins like JSON, as `[2026-11-30]` and `{name}` do. */
const fewBytes = 96;
const byteOrderMark = [0xef, 0xbb, 0xbf];

/**
 * Tells how sure it is that a content is one JSON document, from its beginning.
 *
 * Contract: near 1 for an object or array that reads as JSON as far as it goes; low where it breaks off after a few
 * bytes. A scalar counts only where the content is complete.
 */
export function detectJson(head: Uint8Array, complete: boolean): number {
  const start = firstByte(head);
  if (start === undefined) return 0;
  const isContainer = start === 0x7b || start === 0x5b;
  if (!isContainer && !complete) return 0;
  const { tokenizer, collector } = read(head, false);
  const fault = tokenizer.faults.hard?.offset ?? head.length;
  if (fault < head.length) {
    if (!isContainer || fault < fewBytes) return 0.05;
    return fault * 2 > head.length ? 0.75 : 0.4;
  }
  if (!isContainer)
    return collector.rootCount === 1 && tokenizer.faults.hard === undefined ? scalarChance(collector) : 0;
  return collector.rootCount > 1 ? 0.8 : 0.96;
}

/**
 * Tells how sure it is that a content is JSON Lines, from its beginning.
 *
 * Contract: high when the first two or more lines are objects or arrays, whole on their line.
 */
export function detectJsonLines(head: Uint8Array, complete: boolean): number {
  const start = firstByte(head);
  if (start === undefined) return 0;
  const whole = complete ? head.length : head.lastIndexOf(0x0a) + 1;
  const { tokenizer, collector } = read(head.subarray(0, whole), true);
  const lines = tokenizer.lineCount - tokenizer.blankLines;
  const faulty = tokenizer.faults.faultyLines;
  const { kinds } = collector.tree.root;
  const containers = (kinds[objectKind]?.count ?? 0) + (kinds[arrayKind]?.count ?? 0);
  const good = Math.min(lines - faulty, containers);
  if (good < 2) return 0;
  if (faulty === 0) return good === lines ? 0.98 : 0.3;
  return good >= lines * 0.9 ? 0.9 : good >= lines / 2 ? 0.7 : 0.1;
}

function scalarChance(collector: JsonCollector): number {
  return (collector.tree.root.kinds[stringKind]?.count ?? 0) > 0 ? 0.8 : 0.5;
}

function read(head: Uint8Array, isLines: boolean): { tokenizer: JsonTokenizer; collector: JsonCollector } {
  const collector = new JsonCollector(isLines);
  const tokenizer = new JsonTokenizer(collector, isLines);
  tokenizer.write(head);
  tokenizer.end();
  return { tokenizer, collector };
}

/** The first byte that is no space and no byte order mark. */
function firstByte(head: Uint8Array): number | undefined {
  const from = byteOrderMark.every((byte, at) => head[at] === byte) ? 3 : 0;
  for (let at = from; at < head.length; at++) {
    const byte = head[at] as number;
    if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d) return byte;
  }
  return undefined;
}
