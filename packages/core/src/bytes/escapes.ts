/** Terminal escape sequences: CSI, OSC with its end, and those of two characters. None goes over a line feed. */
// biome-ignore lint/complexity/useRegexLiterals: a literal would hold raw control characters.
const escapeSequence = new RegExp(
  '\\u001b(?:\\[[0-?]*[ -/]*[@-~]|\\][^\\u0007\\u001b\\n]*(?:\\u0007|\\u001b\\\\)|[()][0-9A-B]|[@-Z\\\\^_=>78c])',
  'g',
);
/** The same, and sequences for colours as quoted text has them: `\u001b[32m`, `\x1b[0m`, `\033[m`, `\e[K`. */
const writtenSequence = new RegExp(`${escapeSequence.source}|\\\\+(?:u001[bB]|x1[bB]|033|e)\\[[0-?]*[ -/]*[@-~]`, 'g');
/** A sequence that the end of a text may have cut. */
// biome-ignore lint/complexity/useRegexLiterals: a literal would hold raw control characters.
const openSequence = new RegExp('\\u001b(?:\\[[0-?]*[ -/]*|\\][^\\u0007\\u001b\\n]*\\u001b?|[()])?$');
const maxOpenUnits = 4096;
/** Escape sequences that put the cursor at the start of the line, as a carriage return does. */
// biome-ignore lint/complexity/useRegexLiterals: a literal would hold raw control characters.
const cursorToStart = new RegExp('\\u001b\\[[01]?G', 'g');

/** A text without its escape sequences, and where its characters stand in the text with them. */
export interface StrippedText {
  readonly text: string;
  /** Maps an index to the index of the same character with the sequences; the length to the length. */
  toSource(index: number): number;
  /** Maps the end, exclusive, of what starts at `start`: sequences that follow it are no part of it. */
  toSourceEnd(start: number, end: number): number;
  /** Maps an index with the sequences to that of the first character at or after it. */
  fromSource(index: number): number;
}

/** Removes terminal escape sequences. Contract: returns the same string where there is none; line feeds stay. */
export function stripEscapes(text: string): string {
  return text.includes('\u001b') ? text.replace(escapeSequence, '') : text;
}

/** A line as a terminal shows it in the end, and how many times it was drawn. */
export interface DrawnLine {
  readonly text: string;
  readonly frames: number;
}

/**
 * Draws one line as a terminal does: escape sequences gone, of what was drawn over the last.
 *
 * Contract: a carriage return, or a sequence that puts the cursor at the start of the line, begins a new frame; empty
 * frames do not count. A line with neither comes back as it is, with one frame.
 */
export function drawLine(line: string): DrawnLine {
  let text = line;
  if (text.includes('\u001b')) text = stripEscapes(text.replace(cursorToStart, '\r'));
  if (!text.includes('\r')) return { text, frames: 1 };
  const frames = text.split('\r').filter((frame) => frame !== '');
  return { text: frames.at(-1) ?? '', frames: Math.max(1, frames.length) };
}

/** Removes terminal escape sequences and keeps where they stood. Contract: `text` as `stripEscapes`. */
export function mapEscapes(source: string): StrippedText {
  return mapSequences(source, escapeSequence);
}

/** Does what `mapEscapes` does, and removes the sequences that stand written out in quoted text as well. */
export function mapWrittenEscapes(source: string): StrippedText {
  return mapSequences(source, writtenSequence);
}

function mapSequences(source: string, sequence: RegExp): StrippedText {
  const starts: number[] = [];
  const removedBefore: number[] = [];
  let removed = 0;
  for (const { index, 0: found } of source.matchAll(sequence)) {
    const start = index - removed;
    removed += found.length;
    if (starts.at(-1) === start) removedBefore[removedBefore.length - 1] = removed;
    else {
      starts.push(start);
      removedBefore.push(removed);
    }
  }
  const toSource = (index: number): number => index + (removedBefore[lastAtMost(starts, index)] ?? 0);
  const text = removed === 0 ? source : source.replace(sequence, '');
  return {
    text,
    toSource,
    toSourceEnd: (start, end) => (end > start ? toSource(end - 1) + 1 : toSource(end)),
    fromSource(index) {
      let [low, high] = [0, text.length];
      while (low < high) {
        const middle = (low + high) >>> 1;
        if (toSource(middle) >= index) high = middle;
        else low = middle + 1;
      }
      return low;
    },
  };
}

/** Finds where a sequence starts that the end of a text cuts; the length where there is none. */
export function openEscapeStart(text: string): number {
  const tail = text.slice(-maxOpenUnits);
  const at = tail.search(openSequence);
  return at < 0 ? text.length : text.length - tail.length + at;
}

/** The place of the last number that is at most `limit` in a rising list; -1 where there is none. */
function lastAtMost(rising: readonly number[], limit: number): number {
  let [low, high] = [0, rising.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rising[middle] as number) <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
