import { expect, it } from 'vitest';
import { createSpillway } from '../../src/spillway.ts';
import { createMemoryStore } from '../../src/store/memory.ts';

/** Lines of a log, the only ERROR in the first piece: what comes later overwrites it in the caller's buffer. */
const pieces = Array.from({ length: 6 }, (_, piece) =>
  Array.from({ length: 1_000 }, (_, i) => {
    const line = piece * 1_000 + i;
    return line === 700 ? 'ERROR disk full on shard 42' : `INFO served id=${100_000 + line} took=${line % 97}ms`;
  })
    .map((line) => `${line}\n`)
    .join(''),
);

async function captured(maxResultBytes: number, texts: readonly string[]): Promise<string> {
  const spillway = createSpillway({ store: createMemoryStore(), scope: 'test', budget: { maxResultBytes } });
  const capture = spillway.capture({ toolName: 'read_log' });
  const own = Buffer.alloc(100_000);
  for (const text of texts) {
    await capture.write(own.subarray(0, own.write(text)));
    own.fill('overwritten\n');
  }
  return (await capture.present(await capture.end())).toText();
}

// Fails when a piece that is a Buffer is kept by its `slice`, which does not copy.
it('a caller that uses its buffer again changes nothing of what is shown', async () => {
  const notice = await captured(2_048, pieces);
  expect(notice).toContain(' · log, 6,000 lines · ');
  expect(notice).toContain('ERROR disk full on shard 42');
  expect(notice).not.toContain('overwritten');
});

it('nor of what fits', async () => {
  expect(await captured(2_048, ['first\n', 'second\n'])).toBe('first\nsecond\n');
});
