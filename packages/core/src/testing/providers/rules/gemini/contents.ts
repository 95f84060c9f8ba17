import { at, has, once, type Place, textAt } from '../place.ts';

/** What a content is for: its role, where answers of functions are a role of their own. */
export type ContentKind = 'user' | 'model' | 'function' | 'unknown';

/** The contents of a body. */
export function contentsOf(body: Place): readonly Place[] {
  return at(body, 'contents').items;
}

/** The parts of a content. */
export function partsOf(content: Place): readonly Place[] {
  return at(content, 'parts').items;
}

/** The members of a name that the parts of contents hold. */
export function membersOf(contents: readonly Place[], key: string): readonly Place[] {
  return contents
    .flatMap(partsOf)
    .filter((part) => has(part, key))
    .map((part) => at(part, key));
}

/** All members of a name in a body. */
export function allMembers(key: string): (body: Place) => readonly Place[] {
  return once((body) => membersOf(contentsOf(body), key));
}

/** Says what a content is for; one without a role is the user's. */
export function kindOf(content: Place): ContentKind {
  const role = textAt(content, 'role') ?? 'user';
  if (role === 'model') return 'model';
  if (role !== 'user' && role !== 'function') return 'unknown';
  return membersOf([content], 'functionResponse').length > 0 ? 'function' : 'user';
}
