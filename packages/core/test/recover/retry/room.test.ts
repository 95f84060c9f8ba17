import { expect, it } from 'vitest';
import { minOutputTokens, promptGoal, roomBeside, roomBesideShortened } from '../../../src/recover/retry/room.ts';

it.each([
  ['a counted prompt, less one in a hundred', [10_000, 16_000, true], 5_900],
  ['a large one, less 128 tokens', [198_981, 200_000, true], 891],
  ['an estimated one, less twelve in a hundred', [10_000, 16_000, false], 4_800],
  ['a small one, less 64 tokens', [100, 1_000, true], 836],
  ['one that does not fit', [10_000, 8_000, true], -2_100],
] as const)('the room beside %s', (_, [prompt, window, isMeasured], room) => {
  expect(roomBeside(prompt, window, isMeasured)).toBe(room);
});

it.each<[string, Parameters<typeof roomBesideShortened>, number]>([
  ['what is gone of a counted one is unsure', [10_000, true, 0.5, 16_000, 9_000], 10_400],
  ['all of an estimated one is', [10_000, false, 0.5, 16_000, 9_000], 10_400],
  ['a little is gone of a counted one', [10_000, true, 0.9, 16_000, 9_000], 6_880],
  ['a little is gone of an estimated one', [10_000, false, 0.9, 16_000, 9_000], 5_920],
  ['there is none: the least that is useful', [10_000, true, 0.9, 9_000, 9_000], 512],
  ['there is none, and less was asked for', [10_000, true, 0.9, 9_000, 300], 75],
])('beside a prompt that was shortened: %s', (_, numbers, room) => {
  expect(roomBesideShortened(...numbers)).toBe(room);
});

it.each([
  [0, 512],
  [300, 75],
  [1_024, 256],
  [2_048, 512],
  [64_000, 512],
])('of %i reserved, the least worth asking for is %i', (reserved, least) => {
  expect(minOutputTokens(reserved)).toBe(least);
});

it.each([
  [8_000, 0, 6_000],
  [8_000, 1_000, 5_000],
  [8_000, 7_000, 4_000],
])('a prompt for a limit of %i with %i reserved goes down to %i', (limit, reserved, goal) => {
  expect(promptGoal(limit, reserved)).toBe(goal);
});
