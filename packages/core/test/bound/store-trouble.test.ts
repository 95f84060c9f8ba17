import { describe, expect, it } from 'vitest';
import { bound } from '../../src/bound/bound.ts';
import { parseNotice } from '../../src/bound/notice.ts';
import { createFsStore } from '../../src/store/fs.ts';
import { createMemoryStore } from '../../src/store/memory.ts';
import { createBoundary, storedBytes } from './support/create-boundary.ts';

const call = { toolName: 'seq' };

/** `seq 1 2000000`: 14,888,896 bytes. */
async function* seq(): AsyncGenerator<string> {
  for (let start = 1; start <= 2_000_000; start += 10_000) {
    yield `${Array.from({ length: 10_000 }, (_, index) => start + index).join('\n')}\n`;
  }
}

describe('BC-113 a result past the capture ceiling', () => {
  it('counts what was produced, keeps the first part and the tail, and says both', async () => {
    const boundary = createBoundary({ captureBytes: 1_048_576 });
    const bounded = await bound(boundary, seq(), call);
    const notice = parseNotice(bounded.toText());
    expect(notice).toMatchObject({ producedBytes: 14_888_896, keptBytes: 1_048_576 });
    expect(bounded.handle?.gap).toEqual({ start: 524_288, end: 14_888_896 - 524_288 });
    expect(bounded.toText()).toContain('2000000');
    const kept = (await storedBytes(boundary, notice?.handle ?? '')).toString();
    expect(kept.startsWith('1\n2\n3\n')).toBe(true);
    expect(kept.endsWith('1999999\n2000000\n')).toBe(true);
    expect(bounded.toText()).toContain(
      '| The handle keeps bytes 0–524,288 and 14,364,608–14,888,896 of what was produced',
    );
    expect(bounded.next?.[0]?.arguments).toEqual({ handle: notice?.handle, offset: 524_288 });
  });
});

describe('BC-080 a store that has no room', () => {
  it('keeps what it has room for, and the notice says how much', async () => {
    const boundary = createBoundary({}, createMemoryStore({ storeBytes: 1_000_000 }));
    const bounded = await bound(boundary, seq(), call);
    const notice = parseNotice(bounded.toText());
    expect(notice).toMatchObject({ producedBytes: 14_888_896, recoverable: true });
    expect(notice?.keptBytes).toBeGreaterThan(900_000);
    expect(notice?.keptBytes).toBeLessThanOrEqual(1_000_000);
    expect(bounded.handle?.gap).toEqual({ start: notice?.keptBytes, end: 14_888_896 });
    const kept = (await storedBytes(boundary, notice?.handle ?? '')).toString();
    expect(kept.startsWith('1\n2\n3\n')).toBe(true);
    expect(kept.length).toBe(notice?.keptBytes);
    expect(bounded.toText()).toContain('2000000');
  });

  it('that cannot be used costs the rest, not the result: exact totals, no handle, a dead end that says so', async () => {
    const boundary = createBoundary({}, createFsStore({ directory: '/dev/null/store' }));
    const bounded = await bound(boundary, seq(), call);
    const notice = parseNotice(bounded.toText());
    expect(notice).toMatchObject({ producedBytes: 14_888_896, recoverable: false, calls: [] });
    expect(notice?.handle).toBeUndefined();
    expect(bounded.handle).toBeUndefined();
    expect(bounded.isError).toBe(false);
    expect(bounded.toText()).toContain('2000000');
    expect(bounded.toJson()).toMatchObject({ partial: true, recoverable: false });
  });
});
