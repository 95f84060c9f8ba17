import type { Weight } from '../../../../src/recover/view/weigh.ts';

const none = { count: 0, tokens: 0 };

/** The weight of a request of so many tokens, four bytes each, of which these shares are told. */
export function weightOf(tokens: number, shares: Partial<Weight> = {}): Weight {
  return {
    byteLength: tokens * 4,
    tokens,
    tools: none,
    instructions: none,
    texts: none,
    calls: none,
    results: none,
    media: none,
    ...shares,
  };
}
