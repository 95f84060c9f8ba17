import { utf8ToString } from '../../bytes/decode.ts';
import { scanCoarsely } from './coarse-scanner.ts';
import { type Example, takeExample } from './example.ts';
import { frameBytes, type LineGroups } from './line-groups.ts';
import { LineScanner } from './line-scanner.ts';
import { normalizePieces } from './normalize-pieces.ts';
import { spellNumber } from './number-spelling.ts';
import {
  type NumberRange,
  type Piece,
  type Template,
  unknownVariable,
  type Variable,
  type VariableValue,
} from './template.ts';
import { maxValues, type TemplateTable, tooMany } from './template-table.ts';

/** Reads the templates out of the groups of a stream. Contract: one for each slot, in the order of their first lines. */
export function readTemplates(groups: LineGroups): Template[] {
  const { table, examples, isCoarse } = groups;
  return examples.map((example, slot) => {
    const count = table.counts[slot] as number;
    const firstLine = table.firstLines[slot] as number;
    const pieces =
      isCoarse && !example.isCoarse ? coarsePieces(example, table, slot) : finePieces(example, table, slot);
    return {
      count,
      firstLine,
      lastLine: table.lastLines[slot] as number,
      pieces: normalizePieces(pieces, count, firstLine),
      lineBytes: example.lineBytes,
      isPart: example.bytes.length === frameBytes && example.lineBytes > frameBytes,
      redraws: { least: table.minRedraws[slot] as number, most: table.maxRedraws[slot] as number },
      hasLooseSpaces: false,
    };
  });
}

function finePieces(example: Example, table: TemplateTable, slot: number): Piece[] {
  const variables = Array.from(example.starts, (start, index) =>
    readVariable(table, slot, index, utf8ToString(example.bytes.subarray(start, example.ends[index]))),
  );
  return cutPieces(example, variables);
}

/** Masks what the coarse scanner masks, keeping what is known of variables that both see. */
function coarsePieces(example: Example, table: TemplateTable, slot: number): Piece[] {
  const scanner = new LineScanner();
  const line = new Uint8Array(example.bytes.length + 1);
  line.set(example.bytes);
  line[example.bytes.length] = 0x0a;
  scanCoarsely(scanner, line, 0);
  const coarse = takeExample(scanner, line, example.bytes.length, { ...example, isCoarse: true });
  const variables = Array.from(coarse.starts, (start, index) => {
    const text = utf8ToString(example.bytes.subarray(start, coarse.ends[index]));
    const fine = example.starts.indexOf(start);
    return fine >= 0 && example.ends[fine] === coarse.ends[index]
      ? readVariable(table, slot, fine, text)
      : unknownVariable(text);
  });
  return cutPieces(coarse, variables);
}

/** Splits the example at its variables. */
function cutPieces(example: Example, variables: readonly Variable[]): Piece[] {
  const pieces: Piece[] = [];
  const text = (start: number, end: number): string => utf8ToString(example.bytes.subarray(start, end));
  if (example.stampEnd > 0) pieces.push(unknownVariable(text(0, example.stampEnd)));
  let from = example.stampEnd;
  variables.forEach((variable, index) => {
    pieces.push(text(from, example.starts[index] as number), variable);
    from = example.ends[index] as number;
  });
  const rest = text(from, example.bytes.length);
  pieces.push(example.hasMore ? unknownVariable(rest) : rest);
  return pieces.filter((piece) => piece !== '');
}

function readVariable(table: TemplateTable, slot: number, index: number, text: string): Variable {
  const at = (table.bases[slot] as number) + index;
  const low = table.lows[at] as number;
  const known = table.valueCounts[at] as number;
  const values: VariableValue[] = [];
  for (let value = at * maxValues; known !== tooMany && value < at * maxValues + known; value++) {
    const key = table.values[value] as number;
    values.push({
      text: key < 0 ? (table.valueTexts.get(value) ?? '') : spellNumber(key, table.valueSpellings[value] as number),
      count: table.valueUses[value] as number,
      line: table.valueLines[value] as number,
    });
  }
  return {
    text,
    ...(low >= 0 && { range: readRange(table, at) }),
    ...(known !== tooMany && { values }),
  };
}

function readRange(table: TemplateTable, at: number): NumberRange {
  const low = table.lows[at] as number;
  const high = table.highs[at] as number;
  const lowText = spellNumber(low, table.lowSpellings[at] as number);
  return { low, high, lowText, highText: spellNumber(high, table.highSpellings[at] as number) };
}
