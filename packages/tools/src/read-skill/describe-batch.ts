import { type Answer, type Page, plural, toTitle } from '@spillway/core';
import type { DocumentReader } from './document-reader.ts';
import type { Skill } from './skill-index.ts';

/** What came of one document of a batch: a page, or nothing yet. */
export interface DocumentState {
  readonly skill: Skill;
  readonly answer?: Answer<Page>;
}

const maxNamesLength = 400;
const maxNameLength = 80;

/** Writes a batch of documents as text and as fields. Contract: see `readDocuments`. */
export function describeBatch(
  states: readonly DocumentState[],
  notes: readonly string[],
  formatCall: DocumentReader['formatCall'],
): { readonly text: string; readonly fields: Readonly<Record<string, unknown>> } {
  const whole = states.filter(({ answer }) => answer !== undefined && answer.page.next === undefined);
  const parts = states.filter(({ answer }) => answer?.page.next !== undefined);
  const waiting = states.filter(({ answer }) => answer === undefined);
  const counts = [
    namesOf('whole', whole),
    namesOf('in part, its page names the call that reads on', parts),
    namesOf('not here, the last line is the call for it', waiting),
  ];
  const lines = [`${plural(states.length, 'document')} · ${counts.filter((words) => words !== '').join(' · ')}`];
  lines.push(...notes.map((note) => `note: ${note}`));
  lines.push(...states.flatMap(({ answer }) => (answer === undefined ? [] : [answer.text])));
  if (waiting.length > 0) lines.push(formatCall({ names: waiting.map(({ skill }) => skill.name) }));
  return {
    text: lines.join('\n'),
    fields: {
      complete: whole.length === states.length && notes.length === 0,
      documents: states.map(({ skill, answer }) => ({
        name: skill.name,
        complete: answer !== undefined && answer.page.next === undefined,
        ...(answer !== undefined && { byteLength: answer.page.byteLength, nextOffset: answer.page.nextOffset }),
        ...(answer?.page.next !== undefined && { next: answer.page.next }),
      })),
    },
  };
}

function namesOf(what: string, states: readonly DocumentState[]): string {
  if (states.length === 0) return '';
  const names = states.map(({ skill }) => toTitle(skill.name, maxNameLength)).join(', ');
  return `${states.length} ${what}${names.length > maxNamesLength ? '' : `: ${names}`}`;
}
