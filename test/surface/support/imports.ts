import { posix } from 'node:path';
import { readText } from './files.ts';

export interface Import {
  readonly from: string;
  readonly specifier: string;
  /** The imported file for a relative specifier, relative to the root. */
  readonly file?: string;
}

/**
 * Every way a module is named: static imports and re-exports (type-only ones too), dynamic imports and import types, and
 * files that are loaded as a worker.
 */
const forms = [
  /^[ \t]*(?:import|export)\b(?:[^'";]*?\bfrom)?\s*['"]([^'"]+)['"]/gm,
  /\bimport\(\s*['"]([^'"]+)['"]/g,
  /\b(?:require|require\.resolve|import\.meta\.resolve)\(\s*['"]([^'"]+)['"]/g,
  /\bnew URL\(\s*['"](\.[^'"]+\.ts)['"]\s*,\s*import\.meta\.url/g,
];

/** Returns the module names in a source text. */
export function specifiersOf(text: string): string[] {
  return forms.flatMap((form) => [...text.matchAll(form)].map((match) => match[1] as string));
}

/** Returns the imports of one source file. */
export function importsOf(from: string): Import[] {
  return [...new Set(specifiersOf(readText(from)))].map((specifier) =>
    specifier.startsWith('.')
      ? { from, specifier, file: posix.join(posix.dirname(from), specifier) }
      : { from, specifier },
  );
}

/** Returns one circle of the graph as a path that ends where it starts, or undefined when there is none. */
export function findCircle(arrows: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const done = new Set<string>();
  const visit = (node: string, path: readonly string[]): string[] | undefined => {
    const start = path.indexOf(node);
    if (start >= 0) return [...path.slice(start), node];
    if (done.has(node)) return undefined;
    for (const next of arrows.get(node) ?? []) {
      const circle = visit(next, [...path, node]);
      if (circle) return circle;
    }
    done.add(node);
    return undefined;
  };
  for (const node of arrows.keys()) {
    const circle = visit(node, []);
    if (circle) return circle;
  }
  return undefined;
}
