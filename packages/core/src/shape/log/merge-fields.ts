import { errorRank, errorRankOfErrors } from '../parts/error-words.ts';
import { joinTemplates, type Piece, type Template, templateKey, unknownVariable } from './template.ts';

/** Templates that differ in one field only are one template from so many on. */
const minVariants = 12;
/** Lines with more fields than this are left as they are. */
const maxFields = 64;
const maxRounds = 3;

interface Field {
  /** White space before the field. */
  readonly space: string;
  readonly pieces: readonly Piece[];
  readonly key: string;
}

interface Fielded {
  readonly template: Template;
  readonly fields: readonly Field[];
}

/**
 * Makes one template of those that differ in a single field which takes many values, such as a name or a path.
 *
 * Contract: stops at `most` templates or fewer; each round makes one more field of a template variable. Counts add up.
 * Words that report errors are never made a variable, so that no failure disappears behind `…`.
 */
export function mergeFields(templates: readonly Template[], most: number): Template[] {
  let merged = [...templates];
  for (let round = 0; round < maxRounds && merged.length > most; round++) {
    const before = merged.length;
    merged = mergeOnce(merged);
    if (merged.length === before) break;
  }
  return merged;
}

function mergeOnce(templates: readonly Template[]): Template[] {
  const fielded = templates.map((template) => ({ template, fields: splitFields(template.pieces) }));
  const groups = [...groupByOthers(fielded).values()].filter((group) => group.members.length >= minVariants);
  groups.sort((a, b) => b.members.length - a.members.length);
  const done = new Set<Template>();
  const merged: Template[] = [];
  for (const { field, members } of groups) {
    const free = members.filter(({ template }) => !done.has(template));
    if (free.length < minVariants) continue;
    for (const { template } of free) done.add(template);
    const prefix = commonPrefix(free.map(({ fields }) => fieldText(fields[field] as Field)));
    merged.push(joinTemplates(free.map((member) => maskField(member, field, prefix))));
  }
  return [...templates.filter((template) => !done.has(template)), ...merged];
}

/** Groups templates by all of their fields but one, for each field in turn. */
function groupByOthers(all: readonly Fielded[]): Map<string, { field: number; members: Fielded[] }> {
  const groups = new Map<string, { field: number; members: Fielded[] }>();
  for (const member of all) {
    const count = member.fields.length;
    if (count < 2 || count > maxFields) continue;
    const hashes = member.fields.map(({ key }, index) => hashField(key, index));
    const first = hashes.reduce((sum, [hash]) => sum + hash, 0);
    const second = hashes.reduce((sum, [, hash]) => sum + hash, 0);
    hashes.forEach(([hash, other], field) => {
      const text = (member.fields[field] as Field).key;
      if (text === '\0' || errorRank(text) >= errorRankOfErrors) return;
      const key = `${count}.${field}.${first - hash}.${second - other}`;
      const group = groups.get(key);
      if (group === undefined) groups.set(key, { field, members: [member] });
      else group.members.push(member);
    });
  }
  return groups;
}

function splitFields(pieces: readonly Piece[]): Field[] {
  const fields: { space: string; pieces: Piece[] }[] = [{ space: '', pieces: [] }];
  for (const piece of pieces) {
    if (typeof piece !== 'string') {
      fields.at(-1)?.pieces.push(piece);
      continue;
    }
    for (const part of piece.split(/(\s+)/u)) {
      if (part === '') continue;
      if (/^\s/u.test(part)) fields.push({ space: part, pieces: [] });
      else fields.at(-1)?.pieces.push(part);
    }
  }
  return fields.map((field) => ({ ...field, key: templateKey(field.pieces) }));
}

/** Makes a variable of what follows `prefix` in one field. */
function maskField({ template, fields }: Fielded, masked: number, prefix: string): Template {
  const pieces = fields.flatMap((field, index): Piece[] => {
    const own = index === masked ? [prefix, unknownVariable(fieldText(field).slice(prefix.length))] : field.pieces;
    return [field.space, ...own];
  });
  return { ...template, pieces: pieces.filter((piece) => piece !== '') };
}

function fieldText({ pieces }: Field): string {
  return pieces.map((piece) => (typeof piece === 'string' ? piece : piece.text)).join('');
}

/** What all texts start with, up to its last character that is no letter or digit, such as `user=`. */
function commonPrefix(texts: readonly string[]): string {
  const [first = '', ...others] = texts;
  let length = first.length;
  for (const other of others) while (!other.startsWith(first.slice(0, length))) length--;
  return /^.*[^A-Za-z0-9]|/u.exec(first.slice(0, length))?.[0] ?? '';
}

/** Two hashes of 32 bits, so that their sums over a line stay exact. */
function hashField(key: string, index: number): readonly [number, number] {
  let first = 0x811c9dc5 ^ index;
  let second = Math.imul(index + 1, 0x9e3779b1);
  for (let at = 0; at < key.length; at++) {
    first = Math.imul(first ^ key.charCodeAt(at), 0x01000193);
    second = Math.imul(second ^ key.charCodeAt(at), 0x85ebca6b);
    second ^= second >>> 13;
  }
  return [first >>> 0, second >>> 0];
}
