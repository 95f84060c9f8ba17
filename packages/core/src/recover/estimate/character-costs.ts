import { hangulLevels, ideographLevels } from './character-levels.ts';

/** How the characters of a block stand in a text. */
export interface CharacterBlock {
  /** Letters form words with their neighbours; symbols stand for themselves. */
  readonly isLetter: boolean;
  /** Tokens of one alone, or at the start of a word. */
  readonly alone: number;
  /** Tokens that one adds inside a word of common make. */
  readonly joined: number;
  /** Tokens that one adds after two of the same. */
  readonly repeated: number;
}

type Row = readonly [end: number, kind: 'letter' | 'symbol', alone: number, joined: number, repeated?: number];

/** Of an alphabet, or a common character: in a text of a language no letter stands three times. */
const repeatedLetter = 0.9;

/** The blocks of Unicode past ASCII, by the code point where they end; what is not known costs what its bytes cost. */
const rows: readonly Row[] = [
  [0xa0, 'symbol', 1.9, 1.9],
  [0xaa, 'symbol', 1, 1],
  [0xab, 'letter', 1, 0.32],
  [0xba, 'symbol', 1, 1],
  [0xbb, 'letter', 1, 0.32],
  [0xc0, 'symbol', 1, 1],
  [0xd7, 'letter', 1, 0.32],
  [0xd8, 'symbol', 1, 1],
  [0xf7, 'letter', 1, 0.32],
  [0xf8, 'symbol', 1, 1],
  [0x100, 'letter', 1, 0.32],
  [0x110, 'letter', 1.1, 0.75],
  [0x112, 'letter', 1, 0.3],
  [0x180, 'letter', 1.2, 0.78],
  [0x1a0, 'letter', 1.9, 1.6],
  [0x1a2, 'letter', 1, 0.2],
  [0x1af, 'letter', 1.9, 1.6],
  [0x1b1, 'letter', 1, 0.2],
  [0x370, 'letter', 1.9, 1.6],
  [0x400, 'letter', 1.1, 0.3],
  [0x450, 'letter', 1, 0.175],
  [0x460, 'letter', 1, 0.65],
  [0x530, 'letter', 1.4, 1],
  [0x589, 'letter', 1, 0.3],
  [0x58b, 'symbol', 1, 1],
  [0x590, 'letter', 1, 0.3],
  [0x600, 'letter', 1, 0.26],
  [0x60c, 'letter', 1, 0.21],
  [0x60e, 'symbol', 1, 1],
  [0x61b, 'letter', 1, 0.21],
  [0x620, 'symbol', 1, 1],
  [0x6d4, 'letter', 1, 0.21],
  [0x6d5, 'symbol', 1, 1],
  [0x700, 'letter', 1, 0.21],
  [0x900, 'letter', 2.4, 2.4],
  [0x964, 'letter', 1, 0.19],
  [0x966, 'symbol', 0.8, 1],
  [0x980, 'letter', 1, 0.19],
  [0xe00, 'letter', 1, 0.29],
  [0xe80, 'letter', 1, 0.36],
  [0x1000, 'letter', 2, 1.4],
  [0x104a, 'letter', 1.3, 0.7],
  [0x104c, 'symbol', 1, 1],
  [0x10a0, 'letter', 1.3, 0.7],
  [0x1100, 'letter', 1.2, 0.31],
  [0x1780, 'letter', 2.8, 2.7],
  [0x17d4, 'letter', 1.2, 0.62],
  [0x17d6, 'symbol', 1, 1],
  [0x1800, 'letter', 1.2, 0.62],
  [0x1e00, 'letter', 2.9, 2.9],
  [0x1ea0, 'letter', 1.7, 1.4],
  [0x1f00, 'letter', 1, 0.08],
  [0x2000, 'letter', 2, 1.8],
  [0x2022, 'symbol', 1, 0.9],
  [0x2023, 'symbol', 1, 0.9, 0.6],
  [0x2026, 'symbol', 1, 1],
  [0x2027, 'symbol', 1, 0.9, 0.1],
  [0x2030, 'symbol', 1, 1],
  [0x2070, 'symbol', 1.5, 1.3],
  [0x2200, 'symbol', 1.7, 1.5],
  [0x2300, 'symbol', 1.8, 1.8],
  [0x2400, 'symbol', 2.5, 2.5],
  [0x2500, 'symbol', 2, 2],
  [0x2502, 'symbol', 1.2, 1.3, 0.1],
  [0x2550, 'symbol', 1.2, 1.3],
  [0x2551, 'symbol', 1.2, 1.3, 0.1],
  [0x2580, 'symbol', 1.2, 1.3],
  [0x2588, 'symbol', 1.3, 1.3],
  [0x2589, 'symbol', 1, 0.8, 0.3],
  [0x25a0, 'symbol', 1, 1],
  [0x2600, 'symbol', 1.5, 1.5],
  [0x27c0, 'symbol', 1.8, 1.5],
  [0x3000, 'symbol', 2.9, 2.9],
  [0x3040, 'symbol', 1, 0.8],
  [0x30a0, 'letter', 1, 0.7],
  [0x30fb, 'letter', 1, 0.72],
  [0x30fc, 'symbol', 1, 0.8],
  [0x30fd, 'letter', 1, 0.6, 0.3],
  [0x3100, 'letter', 1, 0.72],
  [0x3400, 'symbol', 2.6, 2.6],
  [0x4e00, 'letter', 2.9, 2.9],
  [0xa000, 'letter', 1, 1],
  [0xac00, 'letter', 3, 3],
  [0xd7b0, 'letter', 1, 1],
  [0xfe00, 'symbol', 2.9, 2.9],
  [0xfe10, 'symbol', 0.4, 0.4],
  [0xff00, 'symbol', 2, 2],
  [0xff60, 'symbol', 1, 0.9],
  [0xfff0, 'symbol', 1.9, 1.9],
  [0x10000, 'symbol', 1, 1],
  [0x1d400, 'letter', 3.9, 3.9],
  [0x1d800, 'letter', 2.8, 2.8],
  [0x1f000, 'symbol', 3.6, 3.6],
  [0x1f300, 'symbol', 2.9, 2.7],
  [0x1f600, 'symbol', 2, 1.95],
  [0x1f650, 'symbol', 1.8, 1.8],
  [0x1fb00, 'symbol', 2.4, 2.25],
  [0x110000, 'letter', 3.9, 3.9],
];

const blocks: readonly CharacterBlock[] = rows.map(([, kind, alone, joined, repeated]) => ({
  isLetter: kind === 'letter',
  alone,
  joined,
  repeated: repeated ?? Math.max(joined, kind === 'letter' ? repeatedLetter : 0),
}));

/** Tokens of a Chinese character or a Korean syllable, by how common it is. */
const commonness: readonly CharacterBlock[] = [
  { isLetter: true, alone: 1, joined: 0.64, repeated: 1 },
  { isLetter: true, alone: 1, joined: 1.25, repeated: 1 },
  { isLetter: true, alone: 2, joined: 2, repeated: 2 },
  { isLetter: true, alone: 3, joined: 2.9, repeated: 2.9 },
];

/** The row of every code point of the first plane. */
const rowOf: Uint8Array = new Uint8Array(0x10000);
for (const [index, [end]] of rows.entries()) rowOf.fill(index, rows[index - 1]?.[0] ?? 0, Math.min(end, 0x10000));

/**
 * Finds the costs of a character past ASCII.
 *
 * Contract: constant time, builds nothing; any code point has a cost above zero.
 */
export function characterBlock(codePoint: number): CharacterBlock {
  if (codePoint >= 0x4e00 && codePoint < 0xa000) return atLevel(ideographLevels, codePoint - 0x4e00);
  if (codePoint >= 0xac00 && codePoint < 0xd7a4) return atLevel(hangulLevels, codePoint - 0xac00);
  const row = codePoint < 0x10000 ? rowOf[codePoint] : rows.findIndex(([end]) => codePoint < end);
  return blocks[row as number] as CharacterBlock;
}

/** A character of the recorded text holds the levels of three characters, two bits each, from `0` upwards. */
function atLevel(levels: string, index: number): CharacterBlock {
  const packed = levels.charCodeAt((index / 3) | 0) - 0x30;
  return commonness[(packed >> ((index % 3) * 2)) & 3] as CharacterBlock;
}
