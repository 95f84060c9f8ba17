import {
  type Arguments,
  defineTool,
  formatBytes,
  formatCount,
  type NextCall,
  type ParameterRow,
  SpillwayError,
  type ToolAnswer,
  type ToolCall,
  type ToolDefinition,
  toTitle,
} from '@spillway/core';
import type { Roots } from '../roots/roots.ts';
import type { ToolsContext } from '../tools-context.ts';
import type { DocumentReader } from './document-reader.ts';
import { findSkills } from './find-skills.ts';
import { listDocuments } from './list-documents.ts';
import { readDocument, readDocuments } from './read-documents.ts';
import { listSkills, type Skill } from './skill-index.ts';

const maxNames = 32;
/** Bytes of the description that names may take: clients cut descriptions at 2,048. */
const maxListedBytes = 1_600;
/** Of a budget: what stands around the documents of a batch, and what escaping adds to a text. */
const batchOverheadBytes = 1_024;
const textShare = 0.9;

const parameters: readonly ParameterRow[] = [
  {
    name: 'names',
    type: 'list',
    min: 1,
    max: maxNames,
    description: 'Documents to read, or files beside one, as name/file. Left out: lists all documents.',
  },
  {
    name: 'cursor',
    type: 'string',
    description: 'Where the last page of one document, or of the list, ended, as that page gave it.',
  },
];

/** Creates the tool that reads documents by name. It is made only where there is a folder of them. */
export function createReadSkillTool(name: string, context: ToolsContext): ToolDefinition {
  const { settings } = context.spillway;
  const folder = context.skills?.all[0]?.path ?? '';
  return defineTool(
    {
      name,
      title: 'Read documents by name',
      describe: () =>
        `Reads documents (skills) by name, several in one call. ${batchAdvice(settings.maxResultBytes)} ` +
        describeNames(listSkills(folder)),
      parameters: () => parameters,
      run: (input, call) => run(name, context, listSkills(folder), input, call),
    },
    settings,
  );
}

/** Returns how many bytes of documents one answer has room for as a rule, in round numbers; 0 where it has none. */
function batchBytes(maxResultBytes: number): number {
  return Math.max(0, Math.floor(((maxResultBytes - batchOverheadBytes) * textShare) / 1_000) * 1_000);
}

function batchAdvice(maxResultBytes: number): string {
  const bytes = batchBytes(maxResultBytes);
  if (bytes === 0) return 'Ask for one at a time; it comes in pages.';
  return `Documents of together up to ${formatCount(bytes)} bytes come whole; of more, the largest come in part, with the calls that read on.`;
}

function describeNames(skills: readonly Skill[]): string {
  const listed: string[] = [];
  let left = maxListedBytes;
  for (const { name, byteLength } of skills) {
    const row = `${toTitle(name)} (${formatBytes(byteLength)})`;
    left -= Buffer.byteLength(row) + 2;
    if (left < 0) break;
    listed.push(row);
  }
  const others = skills.length - listed.length;
  const more = others === 0 ? '' : ` and ${formatCount(others)} more, listed by a call without names`;
  return `Documents: ${listed.join(', ') || 'none'}${more}.`;
}

async function run(
  name: string,
  context: ToolsContext,
  skills: readonly Skill[],
  input: Arguments,
  call: ToolCall,
): Promise<ToolAnswer> {
  const format = (given: NextCall['arguments']): string => context.formatCall({ tool: name, arguments: given });
  const cursor = typeof input.cursor === 'string' ? input.cursor : undefined;
  if (input.names === undefined) return listDocuments(skills, cursor, (after) => format({ cursor: after }), call);
  const { found, notes } = findSkills(skills, input.names as readonly string[]);
  const [only] = found;
  if (only === undefined) throw new SpillwayError({ code: 'source-missing', message: `${notes.join('; ')}.` });
  const reader: DocumentReader = {
    roots: context.skills as Roots,
    keys: context.spillway.keys,
    formatCall: (given) => format({ ...given }),
  };
  if (found.length === 1 && notes.length === 0) return readDocument(reader, only, cursor, call);
  if (cursor !== undefined) {
    throw new SpillwayError({
      code: 'request-invalid',
      message: 'a cursor goes on in one document; give only its name',
    });
  }
  return readDocuments(reader, found, notes, call);
}
