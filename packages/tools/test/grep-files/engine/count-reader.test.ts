import { expect, it } from 'vitest';
import { CountReader } from '../../../src/grep-files/engine/ripgrep/count-reader.ts';

it('reads counts wherever they are cut, of names with line feeds and digits too', () => {
  const bytes = Buffer.from('./a.log\u000012\n./b\n3\u00004\n./é\u00001\n');
  for (let cut = 0; cut <= bytes.length; cut++) {
    const reader = new CountReader();
    reader.write(bytes.subarray(0, cut));
    reader.write(bytes.subarray(cut));
    expect([...reader.counts]).toEqual([
      ['./a.log', 12],
      ['./b\n3', 4],
      ['./é', 1],
    ]);
  }
});
