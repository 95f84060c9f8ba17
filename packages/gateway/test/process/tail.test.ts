import { describe, expect, it } from 'vitest';
import { Tail } from '../../src/process/tail.ts';

describe('Tail', () => {
  it('keeps the last bytes, whatever the chunks', () => {
    const all = Array.from({ length: 5_000 }, (_, index) => `${index},`).join('');
    for (const size of [1, 7, 64, 5_000]) {
      const tail = new Tail({ maxBytes: 64 });
      for (let at = 0; at < all.length; at += size) tail.write(Buffer.from(all.slice(at, at + size)));
      expect(tail.toString()).toBe(all.slice(-64));
    }
  });

  it('keeps all of what is shorter', () => {
    const tail = new Tail({ maxBytes: 64 });
    expect(tail.toString()).toBe('');
    tail.write(Buffer.from('short'));
    expect(tail.toString()).toBe('short');
  });
});
