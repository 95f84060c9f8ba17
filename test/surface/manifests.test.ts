import { describe, expect, it } from 'vitest';
import { packageNames, readText } from './support/files.ts';

const workspace = JSON.parse(readText('package.json'));
const manifests: { folder: string; manifest: Record<string, unknown> }[] = packageNames.map((folder) => ({
  folder,
  manifest: JSON.parse(readText(`packages/${folder}/package.json`)),
}));
const own = new Set(manifests.map(({ manifest }) => manifest.name));

const dependenciesOf = (manifest: Record<string, unknown>): [string, string][] =>
  ['dependencies', 'optionalDependencies', 'devDependencies'].flatMap((kind) =>
    Object.entries<string>((manifest[kind] as Record<string, string> | undefined) ?? {}),
  );

/** A package under another name is `npm:name@version`. */
const versionOf = (range: string): string => range.replace(/^npm:(?:@[\w-]+\/)?[\w-]+@/, '');

describe('package manifests', () => {
  it('are called what their folder says', () => {
    const expected: Record<string, string> = { cli: 'spillway' };
    const wrong = manifests.filter(
      ({ folder, manifest }) => manifest.name !== (expected[folder] ?? `@spillway/${folder}`),
    );
    expect(wrong).toEqual([]);
  });

  it('carry one version, and the changelog names it', () => {
    const versions = [...new Set(manifests.map(({ manifest }) => manifest.version))];
    expect(versions).toHaveLength(1);
    expect(readText('CHANGELOG.md')).toContain(`## [${versions[0]}]`);
  });

  it('pin each other to that version', () => {
    const version = manifests[0]?.manifest.version;
    const pins = manifests.flatMap(({ manifest }) => dependenciesOf(manifest).filter(([name]) => own.has(name)));
    expect(pins.length).toBeGreaterThan(0);
    expect(pins.filter(([, range]) => range !== version)).toEqual([]);
  });

  it('pin third parties to one exact version', () => {
    const exact = /^\d+\.\d+\.\d+(?:-[\w.]+)?$/;
    const all = [workspace, ...manifests.map(({ manifest }) => manifest)].flatMap(dependenciesOf);
    expect(all.filter(([, range]) => !exact.test(versionOf(range)))).toEqual([]);
    const versions = new Map<string, Set<string>>();
    for (const [name, range] of all) versions.set(name, (versions.get(name) ?? new Set()).add(range));
    expect([...versions].filter(([, ranges]) => ranges.size > 1)).toEqual([]);
  });

  it('name peers as optional, and the work tree has them', () => {
    for (const { manifest } of manifests) {
      const peers = Object.keys((manifest.peerDependencies as object | undefined) ?? {});
      const optional = Object.entries<{ optional?: boolean }>(
        (manifest.peerDependenciesMeta as Record<string, { optional?: boolean }> | undefined) ?? {},
      );
      expect(optional.filter(([, meta]) => meta.optional).map(([name]) => name)).toEqual(peers);
      expect(Object.keys(workspace.devDependencies)).toEqual(expect.arrayContaining(peers));
    }
  });

  it('ask for the same Node, are modules, and carry the same licence', () => {
    for (const { manifest } of manifests) {
      expect(manifest).toMatchObject({ type: 'module', license: 'MIT', engines: { node: '>=20.19.0' } });
    }
    expect(workspace.engines.node).toBe('>=20.19.0');
  });

  it('are installed from a lock file that names no host', () => {
    const { packages } = JSON.parse(readText('package-lock.json'));
    const remote = Object.values<{ resolved?: string }>(packages).filter(({ resolved }) => resolved?.includes('://'));
    expect(remote).toEqual([]);
  });
});
