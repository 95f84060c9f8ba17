import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './support/files.ts';

/** Recorded data may name whatever it was recorded with. */
const isRecorded = (path: string): boolean => path.includes('/fixtures/') && !/\.[cm]?[jt]s$/.test(path);

const tracked = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
  .toString('utf8')
  .split('\0')
  .filter((path) => path !== '' && !isRecorded(path) && existsSync(join(root, path)))
  .filter((path) => lstatSync(join(root, path)).isFile());

/** Home folders of nobody, for examples. */
const exampleHomes = /^\/(?:home|Users)\/(?:u|user|you|me|dev|alice|bob|app|node|runner)\b/;

/** Folders that stand on every machine say nothing about this one. */
const everywhere = new Set([
  '/',
  '/tmp',
  '/home',
  '/root',
  '/usr',
  '/var',
  '/opt',
  '/srv',
  '/mnt',
  '/Users',
  'C:\\',
  'D:\\',
]);

/** This checkout, its surroundings and this user's home, as far as their names tell anything. */
const here = [root.replace(/[\\/]$/, ''), dirname(root), homedir()].filter((path) => !everywhere.has(path));

/** Tells whether a text has a path, or something below it: more than another name that begins alike. */
function namesPath(text: string, path: string): boolean {
  return text.split(path).some((rest, index) => index > 0 && !/^[\w-]/.test(rest));
}

/** Returns what in a text only holds on the machine it was written on. */
function machineNames(text: string): string[] {
  const homes = [...text.matchAll(/(?<![\w.])(?:\/(?:home|Users)\/[\w.-]+\/|[A-Z]:\\Users\\[\w.-]+\\)/g)].map(
    ([path]) => path,
  );
  const hosts = [...text.matchAll(/\bhttps?:\/\/(?:registry|npm|packages|artifactory|nexus|verdaccio)\.[\w.-]+/g)].map(
    ([url]) => url,
  );
  const ports = [...text.matchAll(/\blocalhost:(?:4873|8081)\b/g)].map(([host]) => host);
  return [
    ...homes.filter((path) => !exampleHomes.test(path)),
    ...hosts,
    ...ports,
    ...here.filter((path) => namesPath(text, path)),
  ];
}

describe('tracked files', () => {
  it('name no path of a machine and no host of a registry', () => {
    expect(tracked.length).toBeGreaterThan(30);
    const found = tracked.flatMap((path) =>
      machineNames(readFileSync(join(root, path), 'utf8')).map((name) => `${path}: ${name}`),
    );
    expect(found).toEqual([]);
  });

  it('would be caught by what they name', () => {
    const [slash, colon] = ['/', ':'];
    expect(machineNames(`see ${slash}home${slash}jdoe${slash}project`)).toEqual([`${slash}home${slash}jdoe${slash}`]);
    expect(machineNames(`https${colon}//registry.example.com/x`)).toEqual([`https${colon}//registry.example.com`]);
    expect(machineNames(`see ${slash}home${slash}user${slash}project and https://www.npmjs.com/package/x`)).toEqual([]);
  });
});
