import { escapePattern, SpillwayError } from '@spillway/core';
import type { FileForm } from '../writing/file-form.ts';
import { encodeText, withLineEnds } from '../writing/text-form.ts';

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
 * CR LF, line feeds of an edit stand for that.
 * @throws SpillwayError `edit-mismatch` for the first edit that matches nowhere, or in several places without
 * `replaceAll`; nothing is applied then.
 */
export function applyEdits(bytes: Buffer, edits: readonly Edit[], form: EditForm): Edited {
  let current = bytes;
  const replaced: number[] = [];
  for (const [at, edit] of edits.entries()) {
    const oldBytes = encodeText(withLineEnds(edit.oldText, form.lineEnds), form.encoding);
    const newBytes = encodeText(withLineEnds(edit.newText, form.lineEnds), form.encoding);
    if (oldBytes.length === 0)
      throw mismatch(at, edits.length, 'its oldText is empty: name the text that is replaced', 0);
    const places = findPlaces(current, oldBytes, form.encoding);
    if (places.length === 0) throw mismatch(at, edits.length, absentWords(current, edit.oldText, form), 0);
    if (places.length > 1 && !edit.replaceAll) {
      throw mismatch(at, edits.length, severalWords(current, places, form), places.length);
    }
    current = splice(current, places, oldBytes.length, newBytes);
    replaced.push(places.length);
  }
  return { bytes: current, replaced };
}

/** Places of UTF-16 begin at whole units. */
function findPlaces(bytes: Buffer, sought: Buffer, encoding: EditForm['encoding']): readonly number[] {
  const unit = encoding === 'utf-8' ? 1 : 2;
  const places: number[] = [];
  for (let at = bytes.indexOf(sought); at !== -1; ) {
    const isAligned = at % unit === 0;
    if (isAligned) places.push(at);
    at = bytes.indexOf(sought, at + (isAligned ? sought.length : 1));
  }
  return places;
}

function splice(bytes: Buffer, places: readonly number[], oldLength: number, newBytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  let from = 0;
  for (const place of places) {
    parts.push(bytes.subarray(from, place), newBytes);
    from = place + oldLength;
  }
  return Buffer.concat([...parts, bytes.subarray(from)]);
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

const maxNamedLines = 5;

function severalWords(bytes: Buffer, places: readonly number[], form: EditForm): string {
  const named = places.slice(0, maxNamedLines).map((place) => lineAt(bytes, place, form.encoding));
  const rest = places.length > named.length ? ' and more' : '';
  const where = `lines ${named.join(', ')}${rest}`;
  return `its oldText stands in ${places.length} places (${where}): add lines around it until it is one, or set replaceAll`;
}

/** Says where the text would be but for white space, which models often get wrong. */
function absentWords(bytes: Buffer, oldText: string, form: EditForm): string {
  const text = bytes.toString(form.encoding === 'utf-8' ? 'utf8' : 'utf16le');
  const squeezed = oldText.trim().split(/\s+/).map(escapePattern).join('\\s+');
  const near = form.encoding === 'utf-16be' || squeezed === '' ? null : new RegExp(squeezed, 'u').exec(text);
  const hint =
    near === null
      ? 'read the place again and copy it exactly, without line numbers'
      : `the same words with other white space stand at line ${countLines(text.slice(0, near.index))}: copy that exactly`;
  return `its oldText is not in the file: ${hint}`;
}

function lineAt(bytes: Buffer, place: number, encoding: EditForm['encoding']): number {
  const before = bytes.subarray(0, place);
  if (encoding === 'utf-8') return countLines(before.toString('latin1'));
  return countLines((encoding === 'utf-16le' ? before : Buffer.from(before).swap16()).toString('utf16le'));
}

function countLines(text: string): number {
  return text.split('\n').length;
}
