import { describe, expect, it } from 'vitest';
import { readText, sourceFiles } from './support/files.ts';

const maxLines = 400;
const maxLinesOfNineInTen = 200;

/** Files that are one long table or recorded data; nothing that decides belongs here. */
const tables: readonly string[] = [];

const sizes = sourceFiles
  .map((path) => ({ path, lineCount: readText(path).trimEnd().split('\n').length }))
  .sort((a, b) => a.lineCount - b.lineCount);

const at = (share: number): number => sizes[Math.floor(share * (sizes.length - 1))]?.lineCount ?? 0;

describe(`sizes of ${sizes.length} source files: median ${at(0.5)} lines, nine in ten under ${at(0.9) + 1}`, () => {
  it('no file is longer than 400 lines but tables', () => {
    const long = sizes.filter(({ path, lineCount }) => lineCount > maxLines && !tables.includes(path));
    expect(long).toEqual([]);
  });

  it('nine in ten files are under 200 lines', () => {
    expect(sizes.length).toBeGreaterThan(10);
    expect(at(0.9)).toBeLessThan(maxLinesOfNineInTen);
  });

  it('every listed table exists', () => {
    expect(tables.filter((path) => !sourceFiles.includes(path))).toEqual([]);
  });
});
