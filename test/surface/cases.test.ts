import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const root = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');

interface CaseRow {
  readonly id: string;
  readonly kind: string;
  readonly files: readonly string[];
}

/** The rows of docs/cases.md: a table of id, kind, report, rule and the files of the tests. */
const rows: CaseRow[] = read('docs/cases.md')
  .split('\n')
  .filter((line) => line.startsWith('| BC-'))
  .map((line) => {
    const cells = line.split('|').map((cell) => cell.trim());
    return {
      id: cells[1] ?? '',
      kind: cells[2] ?? '',
      files: [...(cells[5] ?? '').matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? ''),
    };
  });

/** Cases of each kind. */
const counts = {
  '1': 4,
  '2': 4,
  '3': 8,
  '4': 5,
  '5': 5,
  '6': 4,
  '7': 3,
  '8': 2,
  '9': 4,
  '10': 2,
  '11': 2,
  '12': 6,
  '13': 5,
  '14': 5,
  '15': 4,
  '16': 4,
  '17': 6,
  '18': 4,
  '19': 4,
  '20': 4,
  '21': 2,
  '22': 3,
  '23': 1,
  '24': 2,
  '25': 2,
  '26': 2,
  '27': 1,
  '28': 1,
  '29': 1,
  '30': 1,
  '31': 1,
  '32': 1,
};

it('docs/cases.md has every case of its kinds once', () => {
  const byKind: Record<string, number> = {};
  for (const { kind } of rows) byKind[kind] = (byKind[kind] ?? 0) + 1;
  expect(byKind).toEqual(counts);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
});

it('docs/cases.md is sorted by kind, then by case, and names every kind below', () => {
  const order = rows.map(({ id, kind }) => `${kind.padStart(3, '0')} ${id}`);
  expect(order).toEqual([...order].sort());
  const named = [...read('docs/cases.md').matchAll(/^- \*\*(\d+)\*\* /gm)].map(([, kind]) => kind);
  expect(named).toEqual(Object.keys(counts));
});

it.each(rows)('$id names tests that are there', ({ id, files }) => {
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) {
    // A test may hold several cases: their ids stand together.
    const titled = new RegExp(`['"\`](?:BC-\\d{3} )*${id}\\b`, 'u').test(read(file));
    expect(titled, `${file} has no test whose title begins with ${id}`).toBe(true);
  }
});
