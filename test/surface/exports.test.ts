import { describe, expect, it } from 'vitest';
import { packageNames, readText } from './lib/files.ts';

/**
 * Everything a package promises to its users. A change here is a change of the public surface: it belongs into the
 * changelog, and after 1.0 a removal needs a new major.
 */
const surface: Record<string, { values: readonly string[]; types: readonly string[] }> = {
  core: { values: ['SpillwayError'], types: [] },
};

interface Exported {
  values: string[];
  types: string[];
}

/** Reads the names that an index re-exports; it may hold nothing else. */
function exportedNames(text: string): Exported {
  const found: Exported = { values: [], types: [] };
  for (const [, typeOnly, list] of text.matchAll(/^export (type )?\{([^}]*)\} from '[^']+';$/gm)) {
    for (const item of (list as string).split(',').map((part) => part.trim())) {
      if (item === '') continue;
      const name = item.replace(/^type /, '').replace(/^.* as /, '');
      (typeOnly || item.startsWith('type ') ? found.types : found.values).push(name);
    }
  }
  return { values: found.values.sort(), types: found.types.sort() };
}

const indexed = packageNames.filter((name) => '.' in JSON.parse(readText(`packages/${name}/package.json`)).exports);

describe('the names that packages export', () => {
  it('are read from every form of re-export', () => {
    const text = [
      "export { b, a, type T } from './one.ts';",
      "export type { U } from './two.ts';",
      'export {',
      '  inner as c,',
      "} from './three.ts';",
    ].join('\n');
    expect(exportedNames(text)).toEqual({ values: ['a', 'b', 'c'], types: ['T', 'U'] });
  });

  it('are listed for every package with an index', () => {
    expect(indexed).toEqual(Object.keys(surface).sort());
  });

  for (const name of indexed) {
    it(`${name}: are those listed`, () => {
      expect(exportedNames(readText(`packages/${name}/src/index.ts`))).toEqual(surface[name]);
    });

    it(`${name}: exist when the package is imported`, async () => {
      const module: Record<string, unknown> = await import(`../../packages/${name}/src/index.ts`);
      expect(Object.keys(module).sort()).toEqual(surface[name]?.values);
      expect(Object.values(module)).not.toContain(undefined);
    });

    it(`${name}: are re-exports and nothing else`, () => {
      const rest = readText(`packages/${name}/src/index.ts`)
        .replace(/^export (?:type )?\{[^}]*\} from '[^']+';$/gm, '')
        .replace(/\/\*[\s\S]*?\*\//g, '')
        .trim();
      expect(rest).toBe('');
    });
  }
});
