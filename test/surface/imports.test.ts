import { isBuiltin } from 'node:module';
import { describe, expect, it } from 'vitest';
import { packageNames, readText, sourceFiles } from './support/files.ts';
import { findCircle, type Import, importsOf, specifiersOf } from './support/imports.ts';

/** Which workspace packages a package may import, by folder name; a new package is a new line. */
const packageArrows: Record<string, readonly string[]> = {
  core: [],
  tools: ['core'],
  agent: ['core', 'tools'],
  gateway: ['core', 'tools'],
  cli: ['core', 'tools', 'agent', 'gateway'],
};

/** The layers inside a package, lowest first. A file may import its own layer and those below. */
const layers: Record<string, readonly (readonly string[])[]> = {
  core: [
    ['content', 'errors', 'event-log', 'events', 'set-newest', 'system', 'worker-file'],
    ['bytes'],
    ['shape', 'handle', 'guard'],
    ['store'],
    ['read', 'bound'],
    ['recover'],
    ['own-marks', 'readers', 'spillway'],
    ['adapters', 'index', 'process', 'reader-names', 'testing'],
  ],
  tools: [
    ['roots', 'writing'],
    ['tools-context'],
    ['content'],
    [
      'edit-file',
      'grep-files',
      'list-dir',
      'query-file',
      'read-file',
      'read-skill',
      'run-command',
      'tail-file',
      'write-file',
    ],
    ['create-tools'],
    ['index'],
  ],
  gateway: [
    ['boundary', 'limits', 'report'],
    ['clients', 'framing', 'json', 'process'],
    ['lists', 'messages'],
    ['calls'],
    ['results'],
    ['relay', 'serve'],
    ['run-gateway'],
    ['index'],
  ],
  cli: [
    ['limit-values', 'usage-error', 'version'],
    ['io', 'text'],
    ['command', 'output', 'parse-option', 'shell'],
    ['demo', 'run', 'settings'],
    ['report-error', 'session'],
    ['map', 'tools'],
    ['commands', 'program'],
    ['main'],
  ],
};

/** Folders whose entries stand side by side and never import each other; a file belongs to the longest name it starts with. */
const siblings: Record<string, readonly string[]> = {
  'packages/cli/src/commands/': [
    'classify',
    'demo',
    'exec',
    'grep',
    'list',
    'ls',
    'map',
    'pipe',
    'query',
    'read',
    'rm',
    'tail',
    'tools',
    'wrap',
  ],
  'packages/core/src/recover/wire/': [
    'anthropic-messages',
    'bedrock-converse',
    'gemini',
    'openai-chat',
    'openai-responses',
  ],
  'packages/core/src/shape/': ['binary', 'json', 'json-lines', 'log', 'prose', 'table'],
  'packages/core/src/store/': ['fs', 'memory'],
  'packages/core/src/testing/providers/apis/': [
    'anthropic-messages',
    'bedrock-converse',
    'gemini',
    'openai-chat',
    'openai-responses',
  ],
  'packages/core/src/testing/providers/rules/': ['anthropic', 'bedrock', 'gemini', 'openai'],
  'packages/gateway/src/': ['relay', 'serve'],
  'packages/tools/src/': layers.tools?.[3] ?? [],
};

/** Folders whose own folders stand in layers too. */
const layeredFolders = [
  'packages/core/src/read/',
  'packages/core/src/recover/',
  'packages/core/src/recover/overflow/',
  'packages/core/src/shape/json/',
  'packages/core/src/store/fs/',
  'packages/tools/src/run-command/',
];

/** Layers that run anywhere, a browser included. */
const pureFolders = ['packages/core/src/bytes/', 'packages/core/src/shape/'];

const imports: Import[] = sourceFiles.flatMap(importsOf);
const names = new Map(
  packageNames.map((folder) => [JSON.parse(readText(`packages/${folder}/package.json`)).name, folder]),
);

const packageOf = (path: string): string => path.split('/')[1] as string;
const told = (found: readonly Import[]): string[] => found.map(({ from, specifier }) => `${from} -> ${specifier}`);

/** The folder or file directly under a package's src. */
const unitOf = (path: string): string => (path.split('/')[3] as string).replace(/\.ts$/, '');
const rankOf = (path: string): number =>
  (layers[packageOf(path)] ?? []).findIndex((units) => units.includes(unitOf(path)));

/** The workspace package that a bare specifier names, and the third-party package otherwise. */
function bareName(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

function siblingOf(folder: string, path: string): string | undefined {
  if (!path.startsWith(folder)) return undefined;
  const entry = (path.slice(folder.length).split('/')[0] as string).replace(/\.ts$/, '');
  const mine = (siblings[folder] ?? []).filter((name) => entry === name || entry.startsWith(`${name}-`));
  return mine.sort((a, b) => b.length - a.length)[0];
}

function arrowsBy(unit: (path: string) => string, among: readonly Import[]): Map<string, string[]> {
  const arrows = new Map<string, string[]>();
  for (const { from, file } of among) {
    if (file === undefined || unit(from) === unit(file)) continue;
    arrows.set(unit(from), [...(arrows.get(unit(from)) ?? []), unit(file)]);
  }
  return arrows;
}

describe('how imports are found', () => {
  it('sees every form in which a module can be named', () => {
    const text = [
      "import { a } from 'one';",
      "import type { B } from 'two';",
      "import 'three';",
      "export { c } from 'four';",
      "export type { D } from 'five';",
      'import {',
      '  e,',
      '  type F,',
      "} from 'six';",
      "const g = await import('seven');",
      "type H = import('eight').H;",
      "const i = require('nine');",
      "new Worker(new URL('./ten.ts', import.meta.url));",
      " * import { no } from 'a comment';",
      "export const j = 'a string';",
    ].join('\n');
    expect(specifiersOf(text).sort()).toEqual(
      ['./ten.ts', 'eight', 'five', 'four', 'nine', 'one', 'seven', 'six', 'three', 'two'].sort(),
    );
  });

  it('finds a circle, and none where there is none', () => {
    expect(
      findCircle(
        new Map([
          ['a', ['b']],
          ['b', ['c']],
          ['c', ['b']],
        ]),
      ),
    ).toEqual(['b', 'c', 'b']);
    expect(
      findCircle(
        new Map([
          ['a', ['b', 'c']],
          ['b', ['c']],
        ]),
      ),
    ).toBeUndefined();
  });

  it('reads a tree that has sources', () => {
    expect(packageNames).toEqual(expect.arrayContaining(['cli', 'core', 'gateway']));
    expect(imports.length).toBeGreaterThan(20);
  });
});

describe('imports between packages', () => {
  it('knows the place of every package', () => {
    expect(packageNames.filter((name) => !(name in packageArrows))).toEqual([]);
  });

  it('run only along the arrows', () => {
    const wrong = imports.filter(({ from, specifier }) => {
      const target = names.get(bareName(specifier));
      return target !== undefined && !packageArrows[packageOf(from)]?.includes(target);
    });
    expect(told(wrong)).toEqual([]);
  });

  it('go through what a package exports, never into its files', () => {
    const wrong = imports.filter(({ from, specifier, file }) => {
      if (file !== undefined)
        return packageOf(file) !== packageOf(from) || !file.startsWith(`packages/${packageOf(from)}/src/`);
      const target = names.get(bareName(specifier));
      if (target === undefined) return false;
      const { exports } = JSON.parse(readText(`packages/${target}/package.json`));
      return !(`.${specifier.slice(bareName(specifier).length)}` in exports);
    });
    expect(told(wrong)).toEqual([]);
  });

  it('are declared as dependencies', () => {
    const wrong = imports.filter(({ from, specifier, file }) => {
      if (file !== undefined || isBuiltin(specifier)) return false;
      const { dependencies, peerDependencies } = JSON.parse(readText(`packages/${packageOf(from)}/package.json`));
      return !(bareName(specifier) in { ...dependencies, ...peerDependencies });
    });
    expect(told(wrong)).toEqual([]);
  });
});

describe('imports inside a package', () => {
  describe.each(Object.keys(layers))('%s', (name) => {
    const inside = imports.filter(({ from, file }) => packageOf(from) === name && file !== undefined);

    it('place every folder and file in a layer', () => {
      const files = sourceFiles.filter((path) => packageOf(path) === name);
      expect(files.length).toBeGreaterThan(40);
      expect(files.filter((path) => rankOf(path) < 0)).toEqual([]);
    });

    it('never run up the layers', () => {
      const wrong = inside.filter(({ from, file }) => rankOf(file as string) > rankOf(from));
      expect(told(wrong)).toEqual([]);
    });

    it('form no circle of folders', () => {
      expect(findCircle(arrowsBy(unitOf, inside))).toBeUndefined();
    });
  });

  it.each(layeredFolders)('form no circle of folders in %s', (folder) => {
    const inside = imports.filter(({ from, file }) => from.startsWith(folder) && file?.startsWith(folder));
    expect(inside.length).toBeGreaterThan(20);
    expect(findCircle(arrowsBy((path) => path.slice(folder.length).split('/')[0] as string, inside))).toBeUndefined();
  });

  it('form no circle of files anywhere', () => {
    expect(findCircle(arrowsBy((path) => path, imports))).toBeUndefined();
  });

  it('never join siblings', () => {
    const wrong = imports.filter(({ from, file }) =>
      Object.keys(siblings).some((folder) => {
        const source = siblingOf(folder, from);
        const target = file && siblingOf(folder, file);
        return source !== undefined && target !== undefined && source !== target;
      }),
    );
    expect(told(wrong)).toEqual([]);
  });

  it('never name an index.ts', () => {
    const wrong = imports.filter(({ file }) => file?.endsWith('/index.ts'));
    expect(told(wrong)).toEqual([]);
  });

  it('end in .ts, as the file is called', () => {
    const wrong = imports.filter(({ file }) => file !== undefined && !sourceFiles.includes(file));
    expect(told(wrong)).toEqual([]);
  });

  it('name node: builtins with their prefix, and none in the pure layers', () => {
    const wrong = imports.filter(
      ({ from, specifier }) =>
        isBuiltin(specifier) &&
        (!specifier.startsWith('node:') || pureFolders.some((folder) => from.startsWith(folder))),
    );
    expect(told(wrong)).toEqual([]);
  });

  it('use no global of Node in the pure layers', () => {
    const nodeGlobal = /\b(?:Buffer|process|global)\s*[.([]|[:<|]\s*Buffer\b|\bsetImmediate\b/;
    expect(
      ['Buffer.from(a)', 'a: Buffer', 'process.env', 'new ByteBuffer()'].map((code) => nodeGlobal.test(code)),
    ).toEqual([true, true, true, false]);
    const pure = sourceFiles.filter((path) => pureFolders.some((folder) => path.startsWith(folder)));
    expect(pure.length).toBeGreaterThan(100);
    expect(pure.filter((path) => nodeGlobal.test(readText(path)))).toEqual([]);
  });

  it('keep the scripted providers apart from what is tested against them, and from test frameworks', () => {
    const inside = imports.filter(({ from }) => from.startsWith('packages/core/src/testing/providers/'));
    expect(inside.length).toBeGreaterThan(50);
    const wrong = inside.filter(({ specifier, file }) =>
      file === undefined ? !isBuiltin(specifier) : !/^packages\/core\/src\/(?:testing\/providers|bytes)\//.test(file),
    );
    expect(told(wrong)).toEqual([]);
  });

  it('name a third-party package in exactly one file', () => {
    const users = new Map<string, Set<string>>();
    for (const { from, specifier, file } of imports) {
      const name = bareName(specifier);
      if (file !== undefined || isBuiltin(specifier) || names.has(name)) continue;
      const key = `${packageOf(from)}: ${name}`;
      users.set(key, (users.get(key) ?? new Set()).add(from));
    }
    const wrong = [...users]
      .filter(([, files]) => files.size > 1)
      .map(([key, files]) => `${key} in ${[...files].join(', ')}`);
    expect(wrong).toEqual([]);
  });
});
