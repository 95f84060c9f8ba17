import { describe, expect, it } from 'vitest';
import { readRootSpecs } from '../../src/tools/root-specs.ts';

const base = { cwd: '/srv/my app', home: '/home/ada' };

describe('roots of a command line', () => {
  it.each<[word: string, name: string, path: string]>([
    ['logs=/var/log', 'logs', '/var/log'],
    ['logs=nested/logs', 'logs', '/srv/my app/nested/logs'],
    ['logs=.', 'logs', '/srv/my app'],
    ['logs=/var/a=b', 'logs', '/var/a=b'],
    ['logs=~/logs', 'logs', '/home/ada/logs'],
    ['/var/log', 'log', '/var/log'],
    ['/var/log/', 'log', '/var/log'],
    ['/data/a=b', 'a-b', '/data/a=b'],
    ['./a=b', 'a-b', '/srv/my app/a=b'],
    ['../other', 'other', '/srv/other'],
    ['~/work', 'work', '/home/ada/work'],
    ['~', 'ada', '/home/ada'],
    ['/', 'root', '/'],
    ['/srv/übung 1', '-bung-1', '/srv/übung 1'],
  ])('%s', (word, name, path) => {
    expect(readRootSpecs([word], base)).toEqual([{ name, path }]);
  });

  it('are the working directory where none is given', () => {
    expect(readRootSpecs([], base)).toEqual([{ name: 'my-app', path: '/srv/my app' }]);
  });

  it('have no home where the environment has none', () => {
    expect(readRootSpecs(['~/work'], { ...base, home: undefined })).toEqual([
      { name: 'work', path: '/srv/my app/~/work' },
    ]);
  });
});
