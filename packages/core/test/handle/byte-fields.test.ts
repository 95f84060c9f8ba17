import { expect, it } from 'vitest';
import { FieldReader, FieldWriter } from '../../src/handle/byte-fields.ts';

function bytesOf(write: (fields: FieldWriter) => void): number[] {
  const fields = new FieldWriter();
  write(fields);
  return [...fields.toBytes()];
}

it.each([
  [0, [0]],
  [127, [127]],
  [128, [128, 1]],
  [65_536, [128, 128, 4]],
  [2 ** 32, [128, 128, 128, 128, 16]],
  [Number.MAX_SAFE_INTEGER, [255, 255, 255, 255, 255, 255, 255, 15]],
])('writes %d in as few bytes as it needs', (value, bytes) => {
  expect(bytesOf((fields) => fields.varied(value))).toEqual(bytes);
  const fields = new FieldReader(Uint8Array.from(bytes));
  expect(fields.varied()).toBe(value);
  expect(fields.isSound).toBe(true);
});

it('writes fixed numbers big end first', () => {
  expect(bytesOf((fields) => fields.fixed(0x12_34_56, 3))).toEqual([0x12, 0x34, 0x56]);
  expect(bytesOf((fields) => fields.fixed(2 ** 32 - 1, 4))).toEqual([255, 255, 255, 255]);
  expect(new FieldReader(Uint8Array.of(0xde, 0xad, 0xbe, 0xef)).fixed(4)).toBe(3_735_928_559);
});

it.each([
  ['a number that is cut', [128]],
  ['an overlong number', [128, 0]],
  ['a number beyond 2^53', [255, 255, 255, 255, 255, 255, 255, 127]],
  ['a number without end', Array.from({ length: 40 }, () => 255)],
  ['bytes left over', [1, 2]],
  ['no bytes', []],
])('finds %s unsound', (_name, bytes) => {
  const fields = new FieldReader(Uint8Array.from(bytes));
  fields.varied();
  expect(fields.isSound).toBe(false);
});
