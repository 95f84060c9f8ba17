import { formatBytes, formatCount, formatCountOf } from '../parts/format-number.ts';
import type { JsonDetails, PathFacts } from './facts.ts';
import type { Fault } from './faults.ts';
import { displayPath } from './field-rows.ts';
import { below, isAll, isScalar, kindWords, rootWords } from './kind-words.ts';
import { objectKind } from './path-node.ts';
import { hasUsefulLines } from './place-words.ts';
import type { Row } from './row.ts';
import { arrayWords, isSingleScalar, mapText, memberWords, objectWords, scalarWords } from './shape-words.ts';

const mostScalarChars = 100;
/** Values of at least so many bytes, or this share of the content, are told. */
const largeBytes = 2_000;
const largeShare = 0.2;
const deepLevels = 12;
const veryDeep = 40;
const longKeyBytes = 200;

/** Writes what concerns the content as a whole. */
export function documentRows(details: JsonDetails): Row[] {
  const rows: Row[] = [{ text: rootText(details), worth: 1_000, order: -90 }];
  const add = (text: string, worth: number, order: number): void => {
    rows.push({ text, worth, order });
  };
  addFaults(details, add);
  if (details.duplicates > 0) add(duplicateWords(details), 940, -80);
  if (details.deepest >= deepLevels)
    add(
      `nested ${formatCount(details.deepest)} levels deep, deepest @${details.deepestOffset}`,
      details.deepest > veryDeep ? 900 : 560,
      9e5,
    );
  if (details.untrackedValues > 0)
    add(
      `${formatCountOf(details.untrackedValues, 'more value')} at further paths, which were not looked at one by one`,
      640,
      9e5 + 1,
    );
  addLargest(details, add);
  return rows;
}

/** The first row: what it is and, for an object, its members, scalars first. */
function rootText(details: JsonDetails): string {
  const root = details.paths[0] as PathFacts;
  const lines = formatCountOf(details.lineCount, 'line');
  if (details.isLines) {
    const blank = details.blankLines > 0 ? `, ${formatCountOf(details.blankLines, 'blank line')}` : '';
    return `${lines}${blank}: ${isAll(root, objectKind) ? `each ${objectWords(details, 0)}` : kindWords(root)}`;
  }
  return `${documentWords(details, root)} (${lines}${hasUsefulLines(details) ? '' : '; @ is a byte offset'})`;
}

function documentWords(details: JsonDetails, root: PathFacts): string {
  if (root.count !== 1) return rootWords(details);
  if (isScalar(root)) return `${rootWords(details)}: ${scalarWords(root, mostScalarChars)}`;
  if (!isAll(root, objectKind)) return `array of ${arrayWords(details, 0)}`;
  if (root.mapKeys !== undefined) return `object of ${mapText(details, 0)}`;
  const members = below(details, 0);
  const scalars = members.filter(isSingleScalar);
  const others = members.filter((member) => !isSingleScalar(member));
  const words = [...scalars, ...others].map((member) => memberWords(details, member, mostScalarChars));
  return `${rootWords(details)}${words.length > 0 ? `: ${words.join(', ')}` : ''}`;
}

function addFaults(details: JsonDetails, add: (text: string, worth: number, order: number) => void): void {
  const { hardFault, smallFault, smallFaults, isLines, faultyLines, toldLines } = details;
  if (isLines) {
    if (faultyLines > 0) {
      const told = toldLines.map((fault) => faultWords(fault));
      add(
        `${formatCountOf(faultyLines, 'line')} not JSON (what stands before the fault is counted below): ${told.join('; ')}`,
        990,
        -100,
      );
    }
    return;
  }
  if (smallFault !== undefined) {
    const more = smallFaults > 1 ? `, ${formatCountOf(smallFaults, 'such place')}` : '';
    add(`not valid JSON: ${faultWords(smallFault)}${more}; read on all the same`, 989, -99);
  }
  if (hardFault === undefined) return;
  const isEnd = hardFault.byte === -1;
  const what = isEnd ? 'cut off' : 'not valid JSON';
  add(
    `${what}: ${faultWords(hardFault)}; ${isEnd ? 'counts are of what is there' : 'what follows is not described'}`,
    990,
    -100,
  );
}

function faultWords({ offset, line, expected, byte }: Fault): string {
  return `byte ${offset} (line ${formatCount(line)}): expected ${expected}, found ${byteWords(byte)}`;
}

function byteWords(byte: number): string {
  if (byte === -1) return 'the end';
  if (byte === 0x0a) return 'the end of the line';
  return byte > 0x20 && byte < 0x7f ? `'${String.fromCharCode(byte)}'` : `byte 0x${byte.toString(16).padStart(2, '0')}`;
}

function duplicateWords({ duplicates, toldDuplicates }: JsonDetails): string {
  const told = toldDuplicates.map(({ key, offset }) => `${JSON.stringify(key)} @${offset}`);
  const more = duplicates - told.length;
  return `${formatCountOf(duplicates, 'duplicate key')} (both values are counted): ${told.join(', ')}${more > 0 ? `, … ${formatCount(more)} more` : ''}`;
}

/** The largest scalar and the longest key, where they are large. */
function addLargest(details: JsonDetails, add: (text: string, worth: number, order: number) => void): void {
  const leaves = details.paths.filter((facts) => isScalar(facts));
  const largest = leaves.reduce<PathFacts | undefined>(
    (most, facts) => (facts.largestBytes > (most?.largestBytes ?? 0) ? facts : most),
    undefined,
  );
  if (largest !== undefined && largest.largestBytes >= largeBytes) {
    const isMost = largest.largestBytes >= details.byteLength * largeShare;
    add(
      `largest value: ${displayPath(details, largest)}, ${formatBytes(largest.texts?.mostBytes ?? largest.largestBytes)} @${largest.largestOffset}`,
      isMost ? 760 : 540,
      9e5 + 2,
    );
  }
  const longest = details.paths.reduce((most, { longestKey }) => Math.max(most, longestKey), 0);
  if (longest >= longKeyBytes)
    add(`longest key: ${formatBytes(longest)}`, longest >= details.byteLength * largeShare ? 750 : 530, 9e5 + 3);
}
