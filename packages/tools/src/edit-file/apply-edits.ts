import { formatCount, SpillwayError } from '@spillway/core';
import type { FileForm } from '../writing/file-form.ts';
import { countLines, decodeText, encodeText, type LineEnds, withLineEnds } from '../writing/text-form.ts';
import { findWords } from './find-words.ts';
import { countPlaces, type Places, replacePlaces, type Sought } from './places.ts';

/** A larger file is not held in memory, and is not made. */
export const maxFileBytes = 268_435_456;
/** More would keep the process busy for seconds. */
const maxPlaces = 1_000_000;
const maxNamedLines = 5;

/** One replacement of exact text. */
export interface Edit {
  readonly oldText: string;
  readonly newText: string;
  /** Replaces every place; otherwise there must be exactly one. */
  readonly replaceAll: boolean;
}

/** What of a file's form an edit needs. */
type EditForm = Pick<FileForm, 'encoding' | 'lineEnds'>;

/** A file's bytes after the edits, and how many places each replaced. */
export interface Edited {
  readonly bytes: Buffer;
  readonly replaced: readonly number[];
}

/**
 * Applies edits one after the other, each to what the ones before it left.
 *
 * Contract: works on bytes, so what is not replaced stays as it is, ill-formed text too. In a file whose lines end in
 * CR LF, line feeds of an edit stand for that; in one that has both, for that where they stand for themselves nowhere.
 * @throws SpillwayError `edit-mismatch` for the first edit that matches nowhere, in several places without `replaceAll`,
 * in more than 1,000,000 with it, or that makes the file larger than 256 MiB; nothing is applied then.
 */
export function applyEdits(bytes: Buffer, edits: readonly Edit[], form: EditForm): Edited {
  let current = bytes;
  const replaced: number[] = [];
  for (const [at, { oldText, newText, replaceAll }] of edits.entries()) {
    const fail = (what: string, count: number): SpillwayError => mismatch(at, edits.length, what, count);
    if (oldText === '') throw fail('its oldText is empty: name the text that is replaced', 0);
    const { sought, newBytes, places } = findEdit(current, oldText, newText, form);
    if (places.count === 0) throw fail(absentWords(current, oldText, form), 0);
    if (places.count > (replaceAll ? maxPlaces : 1)) throw fail(severalWords(current, places, form), places.count);
    if (current.length + places.count * (newBytes.length - sought.bytes.length) > maxFileBytes) {
      throw fail(
        `the file would be larger than ${formatCount(maxFileBytes)} bytes. Use a command instead`,
        places.count,
      );
    }
    current = replacePlaces(current, sought, places.count, newBytes);
    replaced.push(places.count);
  }
  return { bytes: current, replaced };
}

interface FoundEdit {
  readonly sought: Sought;
  readonly newBytes: Buffer;
  readonly places: Places;
}

/** A page does not show which of its lines end in CR LF, so in a file that has both the edit may mean either. */
function findEdit(bytes: Buffer, oldText: string, newText: string, form: EditForm): FoundEdit {
  const find = (lineEnds: LineEnds): FoundEdit => {
    const unit = form.encoding === 'utf-8' ? 1 : 2;
    const sought: Sought = { bytes: encodeText(withLineEnds(oldText, lineEnds), form.encoding), unit };
    const newBytes = encodeText(withLineEnds(newText, lineEnds), form.encoding);
    return { sought, newBytes, places: countPlaces(bytes, sought, { maxCount: maxPlaces, maxFirst: maxNamedLines }) };
  };
  const found = find(form.lineEnds);
  return found.places.count === 0 && form.lineEnds === 'mixed' ? find('crlf') : found;
}

function mismatch(at: number, count: number, what: string, matchCount: number): SpillwayError {
  const which =
    count === 1 ? 'The edit was not made' : `None of the ${count} edits was made, because of edit ${at + 1}`;
  return new SpillwayError({
    code: 'edit-mismatch',
    message: `${which}: ${what}. The file is as it was.`,
    facts: { edit: at, matchCount },
  });
}

function severalWords(bytes: Buffer, { count, first }: Places, form: EditForm): string {
  if (count > maxPlaces)
    return `its oldText stands in more than ${formatCount(maxPlaces)} places: use a command instead`;
  const lines = [...new Set(first.map((place) => lineAt(bytes, place, form.encoding)))];
  const where = `${lines.length === 1 ? 'line' : 'lines'} ${lines.join(', ')}${count > first.length ? ' and more' : ''}`;
  return `its oldText stands in ${formatCount(count)} places (${where}): add lines around it until it is one, or set replaceAll`;
}

/** Says where the text would be but for white space, which models often get wrong. */
function absentWords(bytes: Buffer, oldText: string, form: EditForm): string {
  const text = decodeText(bytes, form.encoding);
  const near = findWords(text, oldText);
  const hint =
    near === -1
      ? 'read the place again and copy it exactly, without line numbers and the » « of a search'
      : `the same words with other white space stand at line ${countLines(text.slice(0, near))}: copy that exactly`;
  return `its oldText is not in the file: ${hint}`;
}

function lineAt(bytes: Buffer, place: number, encoding: EditForm['encoding']): number {
  return countLines(decodeText(bytes.subarray(0, place), encoding, 'latin1'));
}
