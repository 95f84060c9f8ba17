import { formatPathPart, splitBytes } from './path-text.ts';
import { type Folder, toFolderPath } from './root-bounds.ts';
import type { FoundPath, Root } from './roots.ts';
import { systemPath } from './walk-path.ts';

const noTokens: ReadonlyMap<string, string> = new Map();

/**
 * Shows a path in a root as answers do.
 *
 * Contract: the root's name, then each part as `formatPathPart` writes it; a name that was given as a token stays one,
 * since it may be too long to be shown.
 */
export function showPath(path: Buffer, root: Folder<Root>, tokens: ReadonlyMap<string, string> = noTokens): string {
  const parts = splitBytes(path.subarray(root.path.length)).slice(1);
  return [root.of.name, ...parts.map((part) => tokens.get(part.toString('latin1')) ?? formatPathPart(part))].join('/');
}

/** Describes a path in a root as the tools pass it on. */
export function toFoundPath<Kind>(
  path: Buffer,
  root: Folder<Root>,
  kind: Kind,
  tokens?: ReadonlyMap<string, string>,
): Omit<FoundPath, 'kind'> & { readonly kind: Kind } {
  const absolute = systemPath(path);
  const text = absolute.toString();
  return {
    root: root.of,
    shown: showPath(path, root, tokens),
    path: toFolderPath(text).equals(path) ? text : Buffer.from(absolute),
    kind,
  };
}
