import { describe, expect, it } from 'vitest';
import type { OverflowClassification } from '../../../src/recover/overflow/classification.ts';
import { changeItem } from '../../../src/recover/retry/change-item.ts';
import { toDraft } from '../../../src/recover/retry/draft.ts';
import { resolveFormat } from '../../../src/recover/wire/formats.ts';
import type { JsonObject } from '../../../src/recover/wire/json.ts';
import { createSpillway } from '../../../src/spillway.ts';
import { createMemoryStore } from '../../../src/store/memory.ts';
import { log } from './support/recovering.ts';

const format = resolveFormat('anthropic-messages');
const bounder = createSpillway({ store: createMemoryStore(), scope: 'test' });
const picture = (length: number): JsonObject => ({
  type: 'image',
  source: { type: 'base64', media_type: 'image/png', data: 'A'.repeat(length) },
});
const result = (id: string, content: JsonObject['content']): JsonObject => ({
  type: 'tool_result',
  tool_use_id: id,
  content,
});
const call = (id: string): JsonObject => ({ type: 'tool_use', id, name: 'look', input: {} });

/** Messages 2 and 4 hold results; of the pictures, the second one of message 4 is the largest. */
const messages: JsonObject[] = [
  { role: 'user', content: 'Look.' },
  { role: 'assistant', content: [call('a'), call('b')] },
  { role: 'user', content: [result('a', log(9_000)), result('b', log(5_000))] },
  { role: 'assistant', content: [call('c'), call('d')] },
  { role: 'user', content: [result('c', [picture(4_000), picture(8_000)]), result('d', [picture(6_000)])] },
];
const draft = toDraft({ model: 'm', max_tokens: 9, messages }, format, false);

/** Which parts were changed: their message, and the numbers on the way. */
async function changed(
  what: Parameters<typeof changeItem>[3],
  fields: Partial<OverflowClassification>,
): Promise<number[][]> {
  const said = { outcome: 'image', isOverflow: false, isRetryable: false, isLowerBound: false, ...fields } as const;
  const changes = await changeItem({ bounder, format }, draft, said, what);
  return changes.map(({ index, path }) => [index, ...path.filter((key) => typeof key === 'number')]);
}

describe('of a refusal of one part', () => {
  it.each([
    ['text', undefined, [[2, 0]]],
    ['text', 'messages.2.content.1', [[2, 1]]],
    ['text', 'messages[2].content[1].content', [[2, 1]]],
    ['text', '$.messages[2]', [[2, 0]]],
    ['text', 'messages', [[2, 0]]],
    ['text', 'messages.4.content.0', []],
    ['text', 'messages.9.content.0', []],
    ['text', 'system', []],
    ['picture', undefined, [[4, 0, 1]]],
    ['picture', 'messages.4.content.1.tool_result.content.0.image.source.base64', [[4, 1, 0]]],
    ['picture', 'messages.4.content.0', [[4, 0, 1]]],
    ['picture', 'messages.2.content.0', []],
  ] as const)('the %s of %s is shortened: %j', async (what, item, parts) => {
    expect(await changed(what, item === undefined ? {} : { item })).toEqual(parts);
  });
});

describe('of too many pictures', () => {
  it.each([
    [
      'all but three quarters of what is allowed, of one turn the largest first',
      2,
      [
        [4, 0, 1],
        [4, 1, 0],
      ],
    ],
    [
      'all where none is allowed',
      0,
      [
        [4, 0, 0],
        [4, 0, 1],
        [4, 1, 0],
      ],
    ],
    ['none where there are no more than allowed', 3, []],
    [
      'half of them, and a quarter more, where no number is stated',
      undefined,
      [
        [4, 0, 1],
        [4, 1, 0],
      ],
    ],
  ] as const)('%s', async (_, limitCount, parts) => {
    const sorted = (await changed('pictures', limitCount === undefined ? {} : { limitCount })).sort();
    expect(sorted).toEqual(parts);
  });
});
