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
import { assertWellFormed } from '../writing/assert-well-formed.ts';
import { doneAnswer } from '../writing/done-answer.ts';
import { refuseOwnText } from '../writing/refuse-own-text.ts';
import { allowNoticesParameter, pathParameter } from '../writing/text-parameters.ts';
import { writeAnnotations } from '../writing/write-annotations.ts';
import type { Edit } from './apply-edits.ts';
import { editFile } from './edit-file.ts';

const maxEdits = 1_000;

const parameters: readonly ParameterRow[] = [
  pathParameter,
  {
    name: 'edits',
    type: 'list',
    isRequired: true,
    min: 1,
    max: maxEdits,
    description: 'Replacements, made in this order: all of them, or none.',
    items: [
      { name: 'oldText', type: 'string', isRequired: true, description: 'Exact text, which stands in the file once.' },
      { name: 'newText', type: 'string', isRequired: true, description: 'What stands there afterwards; may be empty.' },
      { name: 'replaceAll', type: 'boolean', description: 'true: replaces oldText wherever it stands.' },
    ],
  },
  allowNoticesParameter,
];

/** Creates the tool that replaces exact texts in a file. */
export function createEditFileTool(name: string, context: ToolsContext): ToolDefinition {
  return defineTool(
    {
      name,
      title: 'Edit a file',
      describe: () =>
        'Replaces exact texts in a text file, each of which must stand in it once, without the line numbers that pages ' +
        'show. Several edits in one call are made all or not at all. Mode, encoding and line ends are kept.',
      parameters: () => parameters,
      annotations: writeAnnotations,
      run: (input, call) => edit(context, input, call),
    },
    context.spillway.settings,
  );
}

async function edit(context: ToolsContext, input: Arguments, call: ToolCall): Promise<ToolAnswer> {
  const edits = toEdits(input.edits);
  for (const [at, { oldText, newText }] of edits.entries()) {
    assertWellFormed(`oldText of edit ${at + 1}`, oldText);
    assertWellFormed(`newText of edit ${at + 1}`, newText);
  }
  if (input.allowNotices !== true) {
    for (const [at, { newText }] of edits.entries()) refuseOwnText(`newText of edit ${at + 1}`, newText);
  }
  const edited = await editFile(context, String(input.path), edits, call.signal);
  const { path, replaced, byteLength, formerByteLength } = edited;
  const places = replaced.reduce((sum, count) => sum + count, 0);
  const sizes = `${plural(byteLength, 'byte')}, before ${plural(formerByteLength, 'byte')}`;
  const what = `${plural(edits.length, 'edit')} in ${plural(places, 'place')}; ${sizes}`;
  const done = { path, editCount: edits.length, placeCount: places, byteLength, formerByteLength };
  return doneAnswer(done, (shown) => `edited ${shown}: ${what}`, call);
}

function toEdits(value: Arguments[string]): Edit[] {
  return (value as readonly Arguments[]).map(({ oldText, newText, replaceAll }) => ({
    oldText: String(oldText),
    newText: String(newText),
    replaceAll: replaceAll === true,
  }));
}
