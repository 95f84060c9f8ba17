import {
  type Answer,
  type Arguments,
  keptForNextPage,
  type Page,
  type PageAnswerOptions,
  type ReadTarget,
  type ToolAnswer,
  type ToolCall,
} from '@spillway/core';
import type { ToolsContext } from '../tools-context.ts';
import { undecodableAdvice } from './content-parameters.ts';
import { withContent } from './with-content.ts';

/** Answers one call with a page of a file's content. */
export type AnswerContent = (target: ReadTarget, options: PageAnswerOptions) => Promise<Answer<Page>>;

/**
 * Opens the file that a call names, and answers with a page of its content.
 *
 * Contract: the answer says where the content was decompressed. What is shown of the file itself is remembered.
 */
export async function answerFile(
  name: string,
  context: ToolsContext,
  input: Arguments,
  call: ToolCall,
  answer: AnswerContent,
): Promise<ToolAnswer> {
  return withContent(context, input, call, async ({ file, found, content, encoding }) => {
    const kept = { path: found.shown, ...(encoding !== undefined && { encoding }), ...keptForNextPage(input) };
    const { compression } = content;
    const { page, text, fields } = await answer(content.target, {
      ...call,
      title: found.shown,
      hasGutter: input.lineNumbers !== false,
      withFields: true,
      notesFor: content.notesFor,
      ...(encoding === undefined && { undecodableAdvice }),
      ...(compression !== undefined && { moreFields: { compression } }),
      formatNext: (cursor) => context.formatCall({ tool: name, arguments: { ...kept, cursor } }),
    });
    if (compression === undefined) {
      const { byteLength, facts } = file;
      // Who was shown masked bytes must not replace the file by what was shown.
      const end = page.nextOffset - (page.withheldBytes ?? 0);
      context.readLog.record({ shown: found.shown, ...facts, byteLength }, page.offset, end);
    }
    return { text, isError: false, ...(fields !== undefined && { page: fields }) };
  });
}
