import { isLikePrefix, normalizePrefix } from './prefix.ts';
import { contentEnd, findRuns, isLikeBase64, isMostlyLetters, type Run } from './segment.ts';

/** What is known of a body while it is read. */
export interface BodyState {
  /** The normal form of what stands before the armor, or before the last line of the body. */
  prefix: string;
  /** Length of the body's first line; 0 before it. */
  width: number;
  /** A line shorter than the first has been met, after which a body ends. */
  isShort: boolean;
  /** Foreign segments since the armor or the last line of the body. */
  foreign: number;
  /** The segment begins right after the armor, or goes on from a piece of the body. */
  isOpen: boolean;
  /** The armor stands right after the `+` of a diff, which base64 has as well. */
  readonly isAdded: boolean;
  /** The segment goes on from a piece that is no part of the body. */
  isForeignPiece: boolean;
}

const headers = /(?:^|[\s"'`>|:+-])(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset|MessageID|Subject|X-[\w-]+): /u;
const flatHeaders =
  /^(?:[\s"'`\\]*(?:Proc-Type: 4,ENCRYPTED|DEK-Info: [A-Z0-9-]+,(?:[0-9A-F]{32}|[0-9A-F]{16})|(?:Proc-Type|DEK-Info): \S+)|[\s"'`\\]*(?:Version|Comment): .{0,60}?(?= [A-Za-z0-9+/]{40}))+/u;
/** A run of this length is no word. */
const longRun = 40;
const minFirstRun = 16;
const minCutRun = 4;
const maxPrefixChars = 512;
const checksum = /^=[A-Za-z0-9+/]{4}$/u;
const ofCode = /[(){};]/u;

/** What a segment is to the body around it. */
export type Judgement = 'blank' | 'header' | 'foreign' | readonly Run[];

/** Tells which runs of a segment belong to a key's body. `isCut` says that the stream ends with it. */
export function judgeSegment(text: string, state: BodyState, isCut: boolean): Judgement {
  if (state.isForeignPiece) return 'foreign';
  const found = findRuns(text);
  if (state.isAdded) dropPlus(found, text);
  const flat = state.isOpen ? flatRuns(text, found, state, isCut) : [];
  if (flat.length > 0) return flat;
  const isGlued = state.isOpen && state.width === 0 && found[0]?.start === 0;
  if (isGlued) return 'foreign';
  const end = contentEnd(text);
  const tail = found.findLast((run) => run.end === end);
  if (tail !== undefined && fits(text.slice(0, tail.start), tail.text, state, isCut)) return [tail];
  const normal = normalizePrefix(text);
  if (normal === '') return 'blank';
  if (normal === state.prefix || (state.width === 0 && headers.test(text))) return 'header';
  if (isLikePrefix(normal, state.prefix)) return 'blank';
  if (state.foreign > 0) return 'foreign';
  const isLater = state.width > 0;
  const long = found.filter((run) => run.text.length >= longRun && isLikeBase64(run.text) && (isLater || run === tail));
  const first = long[0];
  if (first === undefined || first.start > maxPrefixChars) return 'foreign';
  return isLater || !ofCode.test(text.slice(0, first.start)) ? long : 'foreign';
}

function dropPlus(found: Run[], text: string): void {
  const [first] = found;
  if (first === undefined || !first.text.startsWith('+') || /[A-Za-z]/u.test(text.slice(0, first.start))) return;
  found[0] = { start: first.start + 1, end: first.end, text: first.text.slice(1) };
}

/** A key whose line ends have become blanks, or nothing: its runs stand one after the other. */
function flatRuns(text: string, found: readonly Run[], state: BodyState, isCut: boolean): Run[] {
  const taken: Run[] = [];
  let from = state.width === 0 ? headersEnd(text) : 0;
  let width = state.width;
  for (const word of found) {
    if (word.end <= from) continue;
    // Where there is no line end, the key is glued to its headers.
    const run = word.start < from ? { start: from, end: word.end, text: word.text.slice(from - word.start) } : word;
    if (!/^[\s"'`\\+,]*$/u.test(text.slice(from, run.start))) break;
    const isLast = isCut && run.end === text.length;
    if (width === 0 && !isFirstRun(run.text, isLast)) break;
    // Words may be glued to an armor line in a program's constants; a key's first characters have digits among them.
    if (width === 0 && run.start === 0 && run.text.length >= longRun && !isLikeBase64(run.text.slice(0, 64))) break;
    if (width === 0) width = run.text.length;
    taken.push(run);
    from = run.end;
    if (run.text.length < width && run.text.length < longRun) break;
  }
  return taken;
}

/** Where the headers end that stand in one line with the key. */
function headersEnd(text: string): number {
  return flatHeaders.exec(text)?.[0].length ?? 0;
}

function isFirstRun(run: string, isCut: boolean): boolean {
  if (!isMostlyLetters(run)) return false;
  if (run.length >= longRun) return true;
  return run.length >= minFirstRun ? isLikeBase64(run) : isCut && run.length >= minCutRun;
}

function fits(before: string, run: string, state: BodyState, isCut: boolean): boolean {
  const prefix = normalizePrefix(before);
  const isLike = isLikePrefix(prefix, state.prefix);
  if (state.width === 0) {
    if (state.foreign > 0 && prefix === '') return run.length >= longRun && isLikeBase64(run);
    return (state.foreign > 0 ? prefix === state.prefix : isLike) && isFirstRun(run, isCut);
  }
  if (!isLike) return false;
  if (state.foreign > 0) return prefix === state.prefix && (prefix !== '' || run.length === state.width);
  if (checksum.test(run)) return true;
  const isSure = run.length >= minFirstRun && isMostlyLetters(run);
  return isSure || (prefix === state.prefix && !state.isShort);
}
