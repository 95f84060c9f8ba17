import { isWithinOneEdit, toTitle } from '@spillway/core';
import type { Skill } from './skill-index.ts';

/** What the names of a call stand for. */
export interface FoundSkills {
  /** In the order of the call, each once. */
  readonly found: readonly Skill[];
  /** Says of each name that stands for nothing what is near it: sentences of one line. */
  readonly notes: readonly string[];
}

const maxNear = 3;
const maxNameLength = 120;

/**
 * Finds documents by the names of a call.
 *
 * Contract: forgiving about case, `.md` and `/SKILL.md`. A name with a slash stands for a file in a document's folder,
 * whether it is there or not.
 */
export function findSkills(skills: readonly Skill[], names: readonly string[]): FoundSkills {
  const found = new Map<string, Skill>();
  const notes: string[] = [];
  for (const name of names) {
    const skill = findOne(skills, name);
    if (skill !== undefined) found.set(skill.name, skill);
    else notes.push(missingNote(skills, name));
  }
  return { found: [...found.values()], notes };
}

function findOne(skills: readonly Skill[], given: string): Skill | undefined {
  const name = given.trim().replace(/\/SKILL\.md$/i, '');
  const plain = name.replace(/\.md$/i, '').toLowerCase();
  const skill = skills.find((one) => one.name === name) ?? skills.find((one) => one.name.toLowerCase() === plain);
  if (skill !== undefined) return skill;
  const folder = skills.find((one) => one.path.includes('/') && name.startsWith(`${one.name}/`));
  return folder === undefined ? undefined : { name, path: name, byteLength: 0 };
}

function missingNote(skills: readonly Skill[], name: string): string {
  const wanted = name.toLowerCase();
  const near = skills
    .filter((one) => isNear(wanted, one.name.toLowerCase()))
    .slice(0, maxNear)
    .map((one) => toTitle(one.name, maxNameLength));
  const advice = near.length > 0 ? `near it: ${near.join(', ')}` : 'without names, all are listed';
  return `no document ${toTitle(name, maxNameLength)}; ${advice}`;
}

function isNear(wanted: string, name: string): boolean {
  return isWithinOneEdit(wanted, name) || (wanted.length >= 3 && (name.includes(wanted) || wanted.includes(name)));
}
