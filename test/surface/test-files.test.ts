import { spawnSync } from 'node:child_process';
import { relative, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesUnder, readText, root } from './support/files.ts';

const isTest = (path: string): boolean => /\.(?:test|spec)\.[cm]?[jt]sx?$/.test(path);
const onDisk = [...filesUnder('packages'), ...filesUnder('test'), ...filesUnder('bench'), ...filesUnder('scripts')]
  .filter(isTest)
  .sort();

/** A modifier that keeps a test from running, on `it`, `test`, `describe` or a test's own context. */
const keepsOut =
  /\b(?:it|test|describe|suite|context|ctx)\b[\w.]*\.(?:skip(?:If)?|only|todo|run(?:If))\b|\bx(?:it|describe)\(/;

describe('test files', () => {
  it('on disk are exactly those that vitest collects', () => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['node_modules/vitest/vitest.mjs', 'list', '--filesOnly', '--json'],
      { cwd: root, encoding: 'utf8' },
    );
    expect(stderr).toBe('');
    expect(status).toBe(0);
    const collected: { file: string }[] = JSON.parse(stdout);
    expect(collected.map(({ file }) => relative(root, file).split(sep).join('/')).sort()).toEqual(onDisk);
  });

  it('stand in a test folder, under the name of what they test', () => {
    const wrong = onDisk.filter(
      (path) => !/^(?:packages\/[a-z]+\/)?test\/(?:[a-z0-9-]+\/)*[a-z0-9-]+\.test\.ts$/.test(path),
    );
    expect(wrong).toEqual([]);
  });

  it('share what they need in folders named support, and have what they run in fixtures', () => {
    const others = [...filesUnder('packages'), ...filesUnder('test')].filter(
      (path) => /^(?:packages\/[a-z]+\/)?test\//.test(path) && !isTest(path),
    );
    expect(others.length).toBeGreaterThan(10);
    expect(others.filter((path) => !/\/(?:support|fixtures)\//.test(path))).toEqual([]);
  });

  it('skip nothing and focus on nothing', () => {
    expect(onDisk.length).toBeGreaterThan(3);
    expect(onDisk.filter((path) => keepsOut.test(readText(path)))).toEqual([]);
  });

  it.each([
    ['it', 'skip'],
    ['test', 'only'],
    ['describe', 'todo'],
    ['it.concurrent', 'only'],
    ['context', 'skip'],
  ])('would be caught with %s followed by %s', (subject, modifier) => {
    expect(keepsOut.test(`  ${subject}.${modifier}('title', () => {});`)).toBe(true);
  });
});
