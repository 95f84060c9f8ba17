import {
  fitAnswer,
  formatBytes,
  formatFrame,
  jsonEscapedLength,
  plural,
  SpillwayError,
  type ToolAnswer,
  type ToolCall,
  toTitle,
  toToolAnswer,
} from '@spillway/core';
import type { Skill } from './skill-index.ts';

const maxNameLength = 255;
const form = {
  what: 'a list of documents',
  toFields: (page: object): Readonly<Record<string, unknown>> => ({ ...page }),
};

/**
 * Lists documents by name, with their sizes, from behind a name on.
 *
 * Contract: sorted; as many as fit, and the call for those that follow.
 * @throws SpillwayError `cursor-malformed` where `after` is the name of none.
 */
export async function listDocuments(
  skills: readonly Skill[],
  after: string | undefined,
  formatNext: (after: string) => string,
  call: ToolCall,
): Promise<ToolAnswer> {
  const { maxBytes, envelopeBytes } = call;
  if (after !== undefined && !skills.some(({ name }) => name === after)) {
    const message = 'That is not a cursor of this list, or its document is gone. List again without one.';
    throw new SpillwayError({ code: 'cursor-malformed', message });
  }
  const rest = after === undefined ? skills : skills.filter(({ name }) => name > after);
  const answer = await fitAnswer({ maxBytes, envelopeBytes, withFields: true }, form, async (room) => {
    let left = room;
    const shown = rest.filter((skill) => {
      left -= jsonEscapedLength(rowOf(skill)) + 2;
      return left >= 0;
    });
    const last = shown.at(-1);
    const hasMore = shown.length < rest.length && last !== undefined;
    return {
      page: { total: skills.length, shown: shown.length, complete: shown.length === skills.length },
      text: formatFrame({
        title: 'documents',
        facts: [`${plural(skills.length, 'document')}, ${shown.length} shown`],
        body: shown.map(rowOf).join('\n'),
        ...(hasMore && { call: formatNext(last.name) }),
      }),
    };
  });
  return toToolAnswer(answer);
}

function rowOf({ name, byteLength }: Skill): string {
  return `${toTitle(name, maxNameLength)} · ${formatBytes(byteLength)}`;
}
