import fc from 'fast-check';
import { expect, it } from 'vitest';
import { wrapTools } from '../../src/adapters/ai-sdk/wrap-tools.ts';
import { createSpillway } from '../../src/spillway.ts';
import { createMemoryStore } from '../../src/store/memory.ts';

interface Output {
  readonly type: string;
  readonly value: unknown;
}

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 4_000 }),
  fc.string({ maxLength: 400 }).map((piece) => piece.repeat(30)),
  fc
    .constantFrom('"', '\\', '\n', '漢', '😀', 'word ')
    .chain((piece) => fc.integer({ min: 0, max: 6_000 }).map((count) => piece.repeat(count))),
);
const part = fc.oneof(
  text.map((one) => ({ type: 'text', text: one })),
  fc
    .integer({ min: 0, max: 5_000 })
    .map((length) => ({ type: 'image-data', data: 'A'.repeat(length), mediaType: 'image/png' })),
  fc.constant({ type: 'file-url', url: 'https://example.com/a.pdf' }),
);
const output: fc.Arbitrary<Output> = fc.oneof(
  fc.record({ type: fc.constantFrom('text', 'error-text'), value: text }),
  fc.record({ type: fc.constantFrom('json', 'error-json'), value: fc.jsonValue({ maxDepth: 4 }) }),
  fc.record({ type: fc.constantFrom('json', 'error-json'), value: fc.array(text, { maxLength: 4 }) }),
  fc.record({ type: fc.constant('content'), value: fc.array(part, { minLength: 1, maxLength: 6 }) }),
);

/** What an output takes of a message in the costliest form that providers have, media aside. */
function sentBytes({ value }: Output): number {
  const bare = Array.isArray(value)
    ? value.map((one) => (one?.type === 'image-data' ? { ...one, data: '' } : one))
    : value;
  const inner = typeof bare === 'string' ? bare : JSON.stringify(bare);
  return Buffer.byteLength(JSON.stringify(inner));
}

/** Parts that are texts alone, as one text; anything else as it is. */
function textOf({ value }: Output): unknown {
  if (!Array.isArray(value) || !value.every((one) => one?.type === 'text')) return value;
  return value.map((one) => one.text).join('\n');
}

it('any output of a tool is shown within the budget, as it was or with a handle, and the same way again', async () => {
  let boundCount = 0;
  await fc.assert(
    fc.asyncProperty(output, fc.integer({ min: 1_024, max: 8_192 }), async (given, maxResultBytes) => {
      const spillway = createSpillway({
        store: createMemoryStore(),
        scope: 'test',
        budget: { maxResultBytes, maxMediaBytes: 2_000 },
      });
      const { look } = wrapTools({ look: { toModelOutput: async () => given } }, spillway);
      const show = () =>
        (look.toModelOutput as (options: object) => Promise<unknown>)({
          toolCallId: 'call_1',
          input: {},
          output: given,
        }) as Promise<Output>;
      const shown = await show();
      expect(sentBytes(shown)).toBeLessThanOrEqual(maxResultBytes);
      expect(shown.type.startsWith('error')).toBe(given.type.startsWith('error'));
      expect(await show()).toEqual(shown);
      if (shown === given || shown.value === textOf(given)) return;
      boundCount += 1;
      const words = JSON.stringify(shown.value);
      expect(/r_[0-9a-z]+ keeps all|returned no text|without a text|white space|kept by r_/.test(words)).toBe(true);
    }),
    { numRuns: 300 },
  );
  expect(boundCount).toBeGreaterThan(30);
});
