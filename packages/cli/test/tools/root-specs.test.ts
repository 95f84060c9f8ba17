import { describe, expect, it } from 'vitest';
import { readRootSpecs } from '../../src/tools/root-specs.ts';

const base = { cwd: '/srv/my app', home: '/home/alice' };

describe('roots of a command line', () => {
  it.each<[word: string, name: string, path: string]>([
    ['logs=/var/log', 'logs', '/var/log'],
    ['logs=nested/logs', 'logs', '/srv/my app/nested/logs'],
    ['logs=.', 'logs', '/srv/my app'],
    ['logs=/var/a=b', 'logs', '/var/a=b'],
    ['logs=~/logs', 'logs', '/home/alice/logs'],
    ['/var/log', 'log', '/var/log'],
    ['/var/log/', 'log', '/var/log'],
    ['/data/a=b', 'a-b', '/data/a=b'],
    ['./a=b', 'a-b', '/srv/my app/a=b'],
    ['../other', 'other', '/srv/other'],
    ['~/side', 'side', '/home/alice/side'],
    ['~', 'alice', '/home/alice'],
    ['/', 'root', '/'],
    ['/srv/übung 1', '-bung-1', '/srv/übung 1'],
  ])('%s', (word, name, path) => {
    expect(readRootSpecs([word], base)).toEqual([{ name, path }]);
  });

  it('are the working directory where none is given', () => {
    expect(readRootSpecs([], base)).toEqual([{ name: 'my-app', path: '/srv/my app' }]);
  });

  it('have no home where the environment has none', () => {
    expect(readRootSpecs(['~/side'], { ...base, home: undefined })).toEqual([
      { name: 'side', path: '/srv/my app/~/side' },
    ]);
  });
});
