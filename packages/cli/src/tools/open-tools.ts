import { createSpillway, SpillwayError, type ToolDefinition } from '@spillway/core';
import { createRoots, createTools, type RootSpec, type Roots, type RootsOptions } from '@spillway/tools';
import type { Session } from '../session/open-session.ts';

/** Takes a root that is refused otherwise. */
export const allowFlag = '--allow-sensitive-root';

/** What tools are made of. */
export interface ToolsPlan {
  readonly roots: readonly RootSpec[];
  /** The folder of documents that are read by name. */
  readonly skills: string | undefined;
  readonly only: readonly string[];
  readonly allowSensitive: boolean;
  /** Patterns of files that are not read, besides the usual names of private keys. */
  readonly keyPaths: readonly string[];
}

/** The tools of one session, and what is told of them. */
export interface OpenTools {
  /** The readers of stored results first, then the tools; their descriptions name the budget. */
  readonly toolsWithin: (maxResultBytes: number) => readonly ToolDefinition[];
  readonly instructions: string;
}

/**
 * Opens the roots and makes the tools over them.
 *
 * Contract: the store's own files are refused in every root.
 * @throws SpillwayError `setting-invalid` for a root that cannot or must not be one.
 */
export function openTools(session: Session, plan: ToolsPlan): OpenTools {
  const { settings, store, scope, storeDir } = session;
  const includeKeys = session.spillway.keys === 'include';
  const options = {
    allowSensitive: plan.allowSensitive,
    denied: [storeDir],
    keyPaths: plan.keyPaths,
    includeKeys,
  };
  const roots = openRoots(plan.roots, options);
  const skills = plan.skills === undefined ? undefined : openRoots([{ name: 'skills', path: plan.skills }], options);
  return {
    toolsWithin: (maxResultBytes) => {
      const previewBytes = Math.min(settings.previewBytes, maxResultBytes);
      const spillway = createSpillway({
        settings: { ...settings, maxResultBytes, previewBytes },
        store,
        scope,
        includeKeys,
      });
      const given = { spillway, roots, only: plan.only, ...(skills !== undefined && { skills }) };
      return [...spillway.tools(), ...createTools(given)];
    },
    instructions: `Paths begin with the name of a root: ${roots.all.map(({ name }) => name).join(', ')}.`,
  };
}

/** On a shell an option of the library is a flag. */
function openRoots(specs: readonly RootSpec[], options: RootsOptions): Roots {
  try {
    return createRoots(specs, options);
  } catch (error) {
    if (!SpillwayError.isInstance(error) || error.facts.option !== 'allowSensitive') throw error;
    const { code, facts } = error;
    throw new SpillwayError({
      code,
      facts,
      message: error.message.replace(/allowSensitive$/, allowFlag),
      cause: error,
    });
  }
}
