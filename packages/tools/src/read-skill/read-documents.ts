import {
  type Answer,
  answerBytes,
  answerPage,
  fileTarget,
  fitAnswer,
  type Page,
  SpillwayError,
  shareBudget,
  type ToolAnswer,
  type ToolCall,
  toToolAnswer,
} from '@spillway/core';
import { type DocumentState, describeBatch } from './describe-batch.ts';
import type { DocumentReader } from './document-reader.ts';
import type { Skill } from './skill-index.ts';

/** Below this a document is left for another call: what stands around a page would be most of it. */
const minDocumentBytes = 1_024;
const form = {
  what: 'the list of documents',
  advice: 'Ask for fewer documents at once.',
  toFields: (fields: Readonly<Record<string, unknown>>) => fields,
};

/** Reads one document, from its start or a cursor, as a page. Contract: as `answerPage`. */
export async function readDocument(
  reader: DocumentReader,
  skill: Skill,
  cursor: string | undefined,
  call: ToolCall,
): Promise<ToolAnswer> {
  const answer = await pageOf(reader, skill, cursor, { ...call, withFields: true });
  return toToolAnswer(answer);
}

/**
 * Reads several documents within one budget.
 *
 * Contract: the first line says which came whole, which in part and which not; a page for each that came follows, in the
 * order asked for, with the call that reads on in it; last, the call for those that did not come. Small documents come
 * whole before a large one gets more than its share. A document that cannot be read is told as such beside the others.
 */
export async function readDocuments(
  reader: DocumentReader,
  skills: readonly Skill[],
  notes: readonly string[],
  call: ToolCall,
): Promise<ToolAnswer> {
  const { maxBytes, envelopeBytes, signal } = call;
  const budget = { envelopeBytes, ...(signal !== undefined && { signal }) };
  const tried = await Promise.all(skills.map((skill) => tryDocument(reader, skill, { ...budget, maxBytes })));
  const failed = tried.flatMap(({ failure }) => (failure === undefined ? [] : [failure]));
  const drafts = tried.filter(({ failure }) => failure === undefined);
  const answer = await fitAnswer({ maxBytes, envelopeBytes, withFields: true }, form, async (room) => {
    const shares = toShares(drafts, room);
    const states = await Promise.all(
      drafts.map(async ({ skill, answer }, at): Promise<DocumentState> => {
        const share = shares[at] ?? 0;
        if (share === 0) return { skill };
        if (answer !== undefined && isWhole(answer) && answerBytes(answer.text) <= share) return { skill, answer };
        return { skill, answer: await pageWithin(reader, skill, { ...budget, maxBytes: share }, maxBytes) };
      }),
    );
    const batch = describeBatch(states, [...notes, ...failed], reader.formatCall);
    return { page: batch.fields, text: batch.text };
  });
  return toToolAnswer(answer);
}

interface Draft {
  readonly skill: Skill;
  /** As much as the whole budget has room for. */
  readonly answer?: Answer<Page>;
  readonly failure?: string;
}

async function tryDocument(reader: DocumentReader, skill: Skill, budget: PageBudget): Promise<Draft> {
  try {
    return { skill, answer: await pageOf(reader, skill, undefined, budget) };
  } catch (error) {
    if (!SpillwayError.isInstance(error) || error.code === 'aborted') throw error;
    // A budget with no room for one page has none for any; what to do about it is said where the batch does not fit.
    if (error.code === 'budget-too-small') return { skill };
    return { skill, failure: error.toModelText().split('\n', 1)[0] ?? '' };
  }
}

/** The budget of each; 0 for those that are left for another call, the last ones first. */
function toShares(drafts: readonly Draft[], room: number): number[] {
  const needs = drafts.map(({ answer }) => {
    if (answer === undefined) return 0;
    return isWhole(answer) ? answerBytes(answer.text) : room;
  });
  for (;;) {
    const shares = shareBudget(room, needs, minDocumentBytes);
    const starved = shares.findLastIndex((share, at) => share < Math.min(needs[at] ?? 0, minDocumentBytes));
    // One is read however little there is: an answer without a page would lead to the same call again.
    if (starved < 0 || needs.filter((need) => need > 0).length === 1) return shares;
    needs[starved] = 0;
  }
}

/** A page that has no room beside the names of the others has room without them. */
async function pageWithin(
  reader: DocumentReader,
  skill: Skill,
  budget: PageBudget,
  maxBytes: number,
): Promise<Answer<Page>> {
  try {
    return await pageOf(reader, skill, undefined, budget);
  } catch (error) {
    if (!SpillwayError.isInstance(error) || error.code !== 'budget-too-small') throw error;
    const maxResultBytes = maxBytes + budget.envelopeBytes;
    const neededBytes = maxResultBytes + Number(error.facts.neededBytes) - budget.maxBytes;
    throw new SpillwayError({
      code: 'budget-too-small',
      message: `maxResultBytes ${maxResultBytes} has no room for a page beside so many names; it takes ${neededBytes}. Ask for one document at a time.`,
      facts: { maxResultBytes, neededBytes },
      cause: error,
    });
  }
}

type PageBudget = ToolCall & { readonly withFields?: boolean };

async function pageOf(
  { roots, keys, formatCall }: DocumentReader,
  { name, path }: Skill,
  cursor: string | undefined,
  budget: PageBudget,
): Promise<Answer<Page>> {
  const { file } = await roots.openFile(`${roots.all[0]?.name ?? ''}/${path}`);
  try {
    const { signal } = budget;
    const target = await fileTarget(file, { keys, ...(signal !== undefined && { signal }) });
    return await answerPage(target, cursor === undefined ? {} : { cursor }, {
      ...budget,
      title: name,
      hasGutter: false,
      formatNext: (next) => formatCall({ names: [name], cursor: next }),
    });
  } finally {
    await file.close();
  }
}

function isWhole({ page }: Answer<Page>): boolean {
  return page.next === undefined;
}
