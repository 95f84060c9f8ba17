/** States in which a value may begin: of the content or of a line, as an item, as a member. */
export const rootValue = 0;
export const firstItem = 1;
export const nextItem = 2;
export const memberValue = 3;
export const lastValueState = 3;
/** States in which a key may begin. */
export const firstKey = 4;
export const nextKey = 5;
export const colon = 6;
export const afterItem = 7;
export const afterMember = 8;
export const afterRoot = 9;
/** A fault has ended the document or the line. */
export const stopped = 10;

/** What may stand in each state, in words. */
export const expectedWords: readonly string[] = [
  'a value',
  'a value or "]"',
  'a value',
  'a value',
  'a key in quotes or "}"',
  'a key in quotes',
  '":"',
  '"," or "]"',
  '"," or "}"',
  'the end',
  '',
];
