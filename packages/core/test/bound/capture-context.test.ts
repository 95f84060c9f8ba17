import { describe, expect, it } from 'vitest';
import { createSpillway } from '../../src/spillway.ts';
import { createMemoryStore } from '../../src/store/memory.ts';

describe('a capture whose call is known only at its end', () => {
  it.each([
    ['a result that was stored while it came', 100_000],
    ['a result that fitted into memory', 50_000],
  ])('says where %s came from', async (_, length) => {
    const spillway = createSpillway({ store: createMemoryStore(), scope: 'test' });
    const capture = spillway.capture({ toolName: '', maxResultBytes: 65_536 });
    await capture.write('"'.repeat(length));
    const call = { toolName: 'later', toolCallId: '7', input: { a: 1 } };
    const captured = await capture.end({
      ...call,
      origin: { bytes: new Uint8Array(9), toParts: () => ['<', { stored: 'raw' }, '>'] },
    });
    expect(captured.whole).toBe(length === 50_000);
    const bounded = await capture.present(captured, { ...call, maxResultBytes: 2_000 });
    expect(bounded.deliveredBytes).toBeLessThanOrEqual(2_000);
    expect(bounded.handle?.provenance[0]).toMatchObject({
      toolName: 'later',
      toolCallId: '7',
      inputDigest: '015abd7f5cc57a2d',
      originParts: ['<', { stored: 'raw' }, '>'],
    });
  });

  it('says what it was told at the start where nothing is added', async () => {
    const spillway = createSpillway({ store: createMemoryStore(), scope: 'test' });
    const capture = spillway.capture({ toolName: 'first', maxResultBytes: 2_000 });
    await capture.write('x'.repeat(5_000));
    expect((await capture.end()).handle?.provenance[0]?.toolName).toBe('first');
  });
});
