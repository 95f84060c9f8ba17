import { formatBytes, formatCount, plural } from '../../../bytes/count-words.ts';
import type { JsonDetails, PathFacts } from '../facts/facts.ts';
import { objectKind } from '../paths/path-node.ts';
import type { Fault } from '../tokens/faults.ts';
import { displayPath } from './field-rows.ts';
import { below, isAll, isScalar, kindWords, largestScalar, rootWords, wholeValues } from './kind-words.ts';
import { hasUsefulLines } from './place-words.ts';
import { orders, type Row, worths } from './row.ts';
import { arrayWords, isSingleScalar, mapText, membersWords, objectWords, scalarWords } from './shape-words.ts';

/** Values of at least so many bytes, or this share of the content, are told. */
const largeBytes = 2_000;
const largeShare = 0.2;
const deepLevels = 12;
const veryDeep = 40;
const longKeyBytes = 200;

/** Writes what concerns the content as a whole. */
export function documentRows(details: JsonDetails): Row[] {
  const { duplicates, deepest, deepestOffset, untrackedValues } = details;
  const rows = [{ text: rootText(details), worth: worths.root, order: orders.root }, ...faultRows(details)];
  if (duplicates > 0) rows.push({ text: duplicateWords(details), worth: worths.duplicates, order: orders.duplicates });
  if (deepest >= deepLevels) {
    const text = `nested ${formatCount(deepest)} levels deep, deepest @${deepestOffset}`;
    rows.push({ text, worth: deepest > veryDeep ? worths.veryDeep : worths.deep, order: orders.end });
  }
  if (untrackedValues > 0) {
    const values = plural(untrackedValues, 'more value');
    const text = `${values} at further paths, which were not looked at one by one`;
    rows.push({ text, worth: worths.untracked, order: orders.end + 1 });
  }
  return [...rows, ...largestRows(details)];
}

/** The first row: what it is and, for an object, its members, scalars first. */
function rootText(details: JsonDetails): string {
  const root = details.paths[0] as PathFacts;
  const lines = plural(details.lineCount, 'line');
  if (details.isLines) return linesText(details, root, lines);
  const legend = details.isTranscoded ? '; bytes are counted in UTF-8' : '; @ is a byte offset';
  return `${documentWords(details, root)} (${lines}${hasUsefulLines(details) && !details.isTranscoded ? '' : legend})`;
}

/** Where lines are broken, values are counted and not lines; those that are begun stand among the kinds. */
function linesText(details: JsonDetails, root: PathFacts, lines: string): string {
  const whole = wholeValues(details);
  const values = details.faultyLines > 0 ? `${plural(whole, 'value')} in ` : '';
  const blank = details.blankLines > 0 ? `, ${plural(details.blankLines, 'blank line')}` : '';
  const begun = root.count > whole ? ', with what stands before faults' : '';
  const words = isAll(root, objectKind) ? `each ${objectWords(details, 0)}` : `${kindWords(root)}${begun}`;
  return `${values}${lines}${blank}: ${words}`;
}

function documentWords(details: JsonDetails, root: PathFacts): string {
  if (root.count !== 1) return rootWords(details);
  if (isScalar(root)) return `${rootWords(details)}: ${scalarWords(root)}`;
  if (!isAll(root, objectKind)) return `array of ${arrayWords(details, 0)}`;
  if (root.mapKeys !== undefined) return `object of ${mapText(details, 0)}`;
  const members = below(details, 0);
  const scalars = members.filter(isSingleScalar);
  const others = members.filter((member) => !isSingleScalar(member));
  const words = membersWords(details, root, [...scalars, ...others]);
  return `${rootWords(details)}${words === '' ? '' : `: ${words}`}`;
}

function faultRows(details: JsonDetails): Row[] {
  const { hardFault, smallFault, smallFaults, isLines, faultyLines, toldLines } = details;
  const texts: string[] = [];
  if (isLines) {
    if (faultyLines > 0) {
      const lines = plural(faultyLines, 'line');
      const told = toldLines.map((fault) => faultWords(fault)).join('; ');
      texts.push(`${lines} not JSON (what stands before the fault is counted below): ${told}`);
    }
  } else if (hardFault !== undefined) {
    const isEnd = hardFault.byte === -1;
    const rest = isEnd ? 'counts are of what is there' : 'what follows is not described';
    texts.push(`${isEnd ? 'cut off' : 'not valid JSON'}: ${faultWords(hardFault)}; ${rest}`);
  }
  if (!isLines && smallFault !== undefined) {
    const more = smallFaults > 1 ? `, ${plural(smallFaults, 'such place')}` : '';
    texts.push(`not valid JSON: ${faultWords(smallFault)}${more}; read on all the same`);
  }
  return texts.map((text, nth) => ({ text, worth: worths.fault - nth, order: orders.fault + nth }));
}

/** Writes where a content breaks the grammar, and what could stand there. */
export function faultWords({ offset, line, expected, byte }: Fault): string {
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
  return `${plural(duplicates, 'duplicate key')} (both values are counted): ${told.join(', ')}${more > 0 ? `, … ${formatCount(more)} more` : ''}`;
}

/** The largest scalar and the longest key, where they are large. */
function largestRows(details: JsonDetails): Row[] {
  const rows: Row[] = [];
  const worthOf = (bytes: number): number =>
    bytes >= details.byteLength * largeShare ? worths.mostOfContent : worths.large;
  const largest = largestScalar(details);
  if (largest !== undefined && largest.largestBytes >= largeBytes) {
    const size = formatBytes(largest.texts?.maxBytes ?? largest.largestBytes);
    const text = `largest value: ${displayPath(details, largest)}, ${size} @${largest.largestOffset}`;
    rows.push({ text, worth: worthOf(largest.largestBytes), order: orders.end + 2 });
  }
  const longest = details.paths.reduce((most, { longestKey }) => Math.max(most, longestKey), 0);
  if (longest >= longKeyBytes)
    rows.push({ text: `longest key: ${formatBytes(longest)}`, worth: worthOf(longest) - 10, order: orders.end + 3 });
  return rows;
}
