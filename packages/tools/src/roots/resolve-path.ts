import { fileError, type SpillwayError, toTitle } from '@spillway/core';
import { showPath } from './found-path.ts';
import { findNearNames } from './near-names.ts';
import { ambiguous, inStore, linkLoop, missing, notAPath, outside } from './path-errors.ts';
import { formatPathPart, type PathPart, parsePathText, splitBytes } from './path-text.ts';
import { type Folder, type RootBounds, toFolderPath } from './root-bounds.ts';
import type { Root } from './roots.ts';
import { joinPath, type Walked, walkPath } from './walk-path.ts';

/** Something that is there. */
export type Found = Extract<Walked, { kind: 'found' }>;
/** Something that would be in a root, and is not there. */
export type Missing = Extract<Walked, { kind: 'missing' }>;

/** What paths are resolved against. */
export interface PathSpace {
  readonly bounds: RootBounds;
  readonly roots: readonly Root[];
  /** Paths by which roots were asked for, where links lead from there to the root. */
  readonly aliases: readonly Folder<Root>[];
}

/** A text that other systems or shells would take for more than a name. */
const foreignForms: readonly (readonly [form: RegExp, hint: string])[] = [
  [/^~(?:[^/]*)(?:\/|$)/, '~ is not expanded here.'],
  [/^[A-Za-z]:(?:[\\/]|$)/, 'Drive letters mean nothing here.'],
];

/**
 * Finds what a path argument names.
 *
 * Contract: the name of a root and a path in it; an absolute path in a root; or a path relative to the one root that has
 * it. What is only not there is returned, not thrown.
 * @throws SpillwayError `path-refused`; the `source-` errors.
 */
export async function resolvePath(space: PathSpace, given: string): Promise<Found | Missing> {
  const text = parsePathText(given);
  if (text.parts.some(({ bytes }) => bytes.includes(0))) throw notAPath(given, 'has a NUL character in it');
  if (text.isAbsolute) return settle(space, given, await walkAbsolute(space, text.parts));
  const named = space.roots.find(({ name }) => text.parts[0]?.bytes.equals(Buffer.from(name)));
  const inNamed = named && (await walkPath(space.bounds, toFolderPath(named.path), text.parts.slice(1)));
  if (inNamed !== undefined && inNamed.kind !== 'missing') return settle(space, given, inNamed);
  const walks = await Promise.all(
    space.roots.map(({ path }) => walkPath(space.bounds, toFolderPath(path), text.parts)),
  );
  const found = walks.filter((walked) => walked.kind === 'found');
  if (found.length > 1) {
    const shown = found.map(({ path, root, tokens }) => showPath(path, root, tokens));
    if (new Set(shown).size > 1) throw ambiguous(given, shown);
  }
  const best = found[0] ?? inNamed ?? walks.find(({ kind }) => kind !== 'missing') ?? walks[0];
  if (best === undefined) throw outside(given, []);
  const settled = settle(space, given, best);
  if (settled.kind === 'missing' && inNamed === undefined && walks.length > 1) {
    const names = space.roots.map(({ name }) => `${name}/`).join(', ');
    throw await tellMissing(given, walks, [`Begin with the folder that is meant: ${names}.`]);
  }
  return settled;
}

/** Makes the error for what is not there: what was tried, where it ends, and what there is instead. */
export async function tellMissing(
  given: string,
  walks: readonly Walked[],
  advice: readonly string[] = [],
): Promise<SpillwayError> {
  const places = walks.filter((walked) => walked.kind === 'missing');
  const near = await Promise.all(
    places.map(async ({ directory, name, root }) =>
      (await findNearNames(directory, name)).map((found) => showPath(joinPath(directory, found), root)),
    ),
  );
  const [last, ...others] = places;
  const isShort = last !== undefined && others.length === 0 && last.rest.length > 0;
  return missing(given, {
    tried: places.map(({ directory, name, rest }) => [name, ...rest].reduce(joinPath, directory)),
    near: near.flat(),
    hints: [
      ...foreignForms.filter(([form]) => form.test(given)).map(([, hint]) => hint),
      ...(isShort ? [`There is no ${formatPathPart(last.name)} in ${showPath(last.directory, last.root)}.`] : []),
      ...advice,
    ],
  });
}

function settle({ roots }: PathSpace, given: string, walked: Walked): Found | Missing {
  if (walked.kind === 'found' || walked.kind === 'missing') return walked;
  if (walked.kind === 'denied') throw inStore(given);
  if (walked.kind === 'loop') throw linkLoop(given);
  if (walked.kind === 'failed') throw fileError(toTitle(given), walked.cause);
  throw outside(
    given,
    roots.map(({ name }) => name),
  );
}

function walkAbsolute({ bounds, aliases }: PathSpace, parts: readonly PathPart[]): Promise<Walked> {
  for (const alias of aliases) {
    const from = splitBytes(alias.path);
    const isBelow = from.every((part, at) => parts[at]?.bytes.equals(part) === true);
    if (isBelow) return walkPath(bounds, toFolderPath(alias.of.path), parts.slice(from.length));
  }
  return walkPath(bounds, Buffer.alloc(0), parts);
}
