import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { filesUnder, packageNames, root } from './support/files.ts';

interface Packed {
  readonly name: string;
  readonly files: readonly { readonly path: string; readonly mode: number }[];
}

/** Asks npm what each package would publish; the build that `npm test` makes first is what is packed. */
function pack(): Map<string, Packed> {
  const args = ['pack', '--workspaces', '--dry-run', '--json', '--loglevel=error'];
  const npm = process.env.npm_execpath;
  const options = { cwd: root, encoding: 'utf8' } as const;
  const answer = npm?.endsWith('npm-cli.js')
    ? execFileSync(process.execPath, [npm, ...args], options)
    : execFileSync('npm', args, { ...options, shell: process.platform === 'win32' });
  const all: Packed[] = JSON.parse(answer);
  return new Map(all.map((packed) => [packed.name.replace(/^spillway$/, 'cli').replace(/^@spillway\//, ''), packed]));
}

const packed = pack();

describe('what is published', () => {
  it('is every package', () => {
    expect([...packed.keys()].sort()).toEqual(packageNames);
  });

  it.each(packageNames)(
    '%s: the compiled sources with their types, the manifest, readme and licence, nothing else',
    (name) => {
      const compiled = filesUnder(`packages/${name}/src`, '.ts').flatMap((path) => {
        const output = path.replace(`packages/${name}/src/`, 'dist/').replace(/\.ts$/, '');
        return [`${output}.js`, `${output}.d.ts`];
      });
      const expected = [
        ...compiled,
        'LICENSE',
        'README.md',
        'package.json',
        ...(name === 'cli' ? ['bin/spillway.mjs'] : []),
      ];
      expect(
        packed
          .get(name)
          ?.files.map(({ path }) => path)
          .sort(),
      ).toEqual(expected.sort());
    },
  );

  it('the command can be executed', () => {
    const bin = packed.get('cli')?.files.find(({ path }) => path === 'bin/spillway.mjs');
    expect((bin?.mode ?? 0) & 0o111).toBe(0o111);
  });
});
