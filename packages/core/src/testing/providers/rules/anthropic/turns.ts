import { isObject } from '../../parts/json.ts';
import { at, once, Place, textAt } from '../place.ts';

/** Messages of one role that follow each other: the API reads them as one. */
export interface Turn {
  readonly role: string | undefined;
  readonly blocks: readonly Place[];
}

/** The messages of a body. */
export function messagesOf(body: Place): readonly Place[] {
  return at(body, 'messages').items;
}

/** The blocks of a content; a text that stands for one is given as a block, at its own place. */
export function blocksIn(content: Place): readonly Place[] {
  if (typeof content.value !== 'string') return content.items;
  return content.value === '' ? [] : [new Place({ type: 'text', text: content.value }, () => content.where)];
}

/** The blocks of a message. */
export function blocksOf(message: Place): readonly Place[] {
  return blocksIn(at(message, 'content'));
}

/** All blocks of a body: those of messages, and those inside results. */
export const allBlocks: (body: Place) => readonly Place[] = once((body) =>
  messagesOf(body)
    .flatMap(blocksOf)
    .flatMap((block) => (textAt(block, 'type') === 'tool_result' ? [block, ...blocksOf(block)] : [block])),
);

/** Tells blocks of a type. */
export function isType(...types: readonly string[]): (block: Place) => boolean {
  return (block) => types.includes(textAt(block, 'type') ?? '');
}

/** All blocks of a type. */
export function blocksOfType(...types: readonly string[]): (body: Place) => readonly Place[] {
  return once((body) => allBlocks(body).filter(isType(...types)));
}

/** The turns of a body: messages of one role in a row are merged. */
export const turnsOf: (body: Place) => readonly Turn[] = once((body) => {
  const turns: Turn[] = [];
  for (const message of messagesOf(body).filter(({ value }) => isObject(value))) {
    const role = textAt(message, 'role');
    const last = turns.at(-1);
    if (last !== undefined && last.role === role)
      turns[turns.length - 1] = { role, blocks: [...last.blocks, ...blocksOf(message)] };
    else turns.push({ role, blocks: blocksOf(message) });
  }
  return turns;
});
