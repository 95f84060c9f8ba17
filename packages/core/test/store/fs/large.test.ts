import {
  closeSync,
  openSync,
  readdirSync,
  readFileSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readAll, storeText } from '../../../src/testing/harness.ts';
import { temporaryStore } from '../support/temporary.ts';

const gibibyte = 1024 ** 3;

it('reads around 2 GiB and 4 GiB, and at the end of 5 GiB, by position', async () => {
  const store = temporaryStore();
  const { id } = await storeText(store, 'a', 'stands for a large one');
  const scope = join(store.directory, 'objects', readdirSync(join(store.directory, 'objects'))[0] ?? '');
  const [data, meta] = [join(scope, id, 'data'), join(scope, id, 'meta.json')];
  const byteLength = 5 * gibibyte + 3;
  const marks = [2 * gibibyte - 2, 4 * gibibyte - 2, byteLength - 4];
  const file = openSync(data, 'r+');
  for (const mark of marks) writeSync(file, `<${marks.indexOf(mark)}!>`, mark);
  closeSync(file);
  truncateSync(data, byteLength);
  // Two line starts, in the form of the file format: six bytes each, little end first.
  const lines = Buffer.alloc(24);
  lines.writeUIntLE(1000, 0, 6);
  lines.writeUIntLE(2 * gibibyte, 6, 6);
  lines.writeUIntLE(2 ** 33, 12, 6);
  lines.writeUIntLE(4 * gibibyte + 5, 18, 6);
  const { lines: _inline, ...rest } = JSON.parse(readFileSync(meta, 'utf8'));
  writeFileSync(meta, JSON.stringify({ ...rest, byteLength, lineCount: 2 ** 33 + 7 }));
  writeFileSync(join(scope, id, 'lines'), lines, { mode: 0o600 });
  utimesSync(data, new Date(), new Date());

  const source = await store.open('a', id);
  const text = async (offset: number, length: number) => Buffer.from(await source.read(offset, length)).toString();
  expect(source.byteLength).toBe(5_368_709_123);
  expect(await text(2_147_483_646, 4)).toBe('<0!>');
  expect(await text(4_294_967_294, 4)).toBe('<1!>');
  expect(await text(5_368_709_119, 100)).toBe('<2!>');
  expect(await source.lineIndex.floor(2 ** 33)).toEqual({ line: 8_589_934_592, offset: 4_294_967_301 });
  expect(await source.lineIndex.floor(999)).toEqual({ line: 1, offset: 0 });
  expect(await source.lineIndex.floorOffset(4_294_967_300)).toEqual({ line: 1000, offset: 2_147_483_648 });
  await source.close();
});

it('keeps a line index that outgrows the metadata in a file of its own', async () => {
  const store = temporaryStore();
  // 40 MiB in lines of 64 bytes: 160 entries, of which 128 would fit into the metadata.
  const content = Buffer.alloc(40 * 1_048_576, `${'x'.repeat(63)}\n`);
  const { id, lineCount } = await storeText(store, 'a', content);
  expect(lineCount).toBe(655_360);
  const scope = join(store.directory, 'objects', readdirSync(join(store.directory, 'objects'))[0] ?? '');
  expect(readdirSync(join(scope, id)).sort()).toEqual(['data', 'lines', 'meta.json']);
  expect(readFileSync(join(scope, id, 'lines')).length).toBe(160 * 12);
  const source = await store.open('a', id);
  for (const line of [1, 4097, 400_000, 655_360]) {
    const found = await source.lineIndex.floor(line);
    expect(found.offset).toBe((found.line - 1) * 64);
    expect(line - found.line).toBeLessThan(4200);
    expect(found.line).toBeLessThanOrEqual(line);
  }
  await source.close();
  expect((await readAll(store, 'a', id)).length).toBe(content.length);
});
