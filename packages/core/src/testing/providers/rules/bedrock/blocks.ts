import { at, has, once, type Place } from '../place.ts';

/** The messages of a body. */
export function messagesOf(body: Place): readonly Place[] {
  return at(body, 'messages').items;
}

/** The blocks of a message or of a result. */
export function blocksOf(place: Place): readonly Place[] {
  return at(place, 'content').items;
}

/** The members of a name that blocks hold: a block is a union, its one key says what it is. */
export function membersOf(blocks: readonly Place[], key: string): readonly Place[] {
  return blocks.filter((block) => has(block, key)).map((block) => at(block, key));
}

/** All blocks of messages, without those inside results. */
export const messageBlocks: (body: Place) => readonly Place[] = once((body) => messagesOf(body).flatMap(blocksOf));

/** The blocks inside results. */
export const resultBlocks: (body: Place) => readonly Place[] = once((body) =>
  membersOf(messageBlocks(body), 'toolResult').flatMap(blocksOf),
);

/** All members of a name, wherever they stand. */
export function allMembers(key: string): (body: Place) => readonly Place[] {
  return once((body) => membersOf([...messageBlocks(body), ...resultBlocks(body)], key));
}
