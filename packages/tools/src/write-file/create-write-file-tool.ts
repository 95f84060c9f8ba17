import {
  type Arguments,
  defineTool,
  type ParameterRow,
  plural,
  type ToolAnswer,
  type ToolCall,
  type ToolDefinition,
} from '@spillway/core';
import type { ToolsContext } from '../tools-context.ts';
import { doneAnswer } from '../writing/done-answer.ts';
import { refuseOwnText } from '../writing/refuse-own-text.ts';
import { allowNoticesParameter, pathParameter } from '../writing/text-parameters.ts';
import { writeAnnotations } from '../writing/write-annotations.ts';
import { type Written, writeText } from './write-text.ts';

const parameters: readonly ParameterRow[] = [
  pathParameter,
  { name: 'content', type: 'string', isRequired: true, description: 'The whole text, or with append what is added.' },
  { name: 'append', type: 'boolean', description: 'true: adds content at the end; what stands there is kept.' },
  {
    name: 'replaceUnread',
    type: 'boolean',
    description: 'true: replaces the file although a part of it, or a change, was not read here.',
  },
  allowNoticesParameter,
];

/** Creates the tool that writes a whole file, or adds to one. */
export function createWriteFileTool(name: string, context: ToolsContext): ToolDefinition {
  return defineTool(
    {
      name,
      title: 'Write a file',
      describe: () =>
        'Writes a text file at once: a new one, or in the place of one; with append, at its end. Mode, encoding and line ' +
        'ends of a file that was there are kept. A file of which only a part was read is not replaced; one never read is.',
      parameters: () => parameters,
      annotations: writeAnnotations,
      run: (input, call) => write(context, input, call),
    },
    context.spillway.settings,
  );
}

async function write(context: ToolsContext, input: Arguments, call: ToolCall): Promise<ToolAnswer> {
  const content = String(input.content);
  if (input.allowNotices !== true) refuseOwnText('content', content);
  const written = await writeText(
    context,
    String(input.path),
    content,
    {
      append: input.append === true,
      replaceUnread: input.replaceUnread === true,
    },
    call.signal,
  );
  return doneAnswer(written, (path) => toText({ ...written, path }), call);
}

function toText({ path, action, byteLength, formerByteLength, lineEnds, encoding }: Written): string {
  const size = plural(byteLength, 'byte');
  const before = formerByteLength === undefined ? '' : `, before ${plural(formerByteLength, 'byte')}`;
  const ends = lineEnds === 'crlf' ? ', lines end in CR LF as before' : '';
  const form = encoding === undefined ? '' : ', now in UTF-8, which it was not before';
  return `${action} ${path}: ${size}${before}${ends}${form}`;
}
