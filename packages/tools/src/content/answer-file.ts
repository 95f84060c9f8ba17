import {
  type Answer,
  type Arguments,
  keptForNextPage,
  type Page,
  type PageAnswerOptions,
  type ReadTarget,
  type ToolAnswer,
  type ToolCall,
  toToolAnswer,
} from '@spillway/core';
import type { ToolsContext } from '../tools-context.ts';
import { toFileState } from '../writing/file-state.ts';
import { undecodableAdvice } from './content-parameters.ts';
import { withContent } from './with-content.ts';

/** Answers one call with a page of a file's content. */
export type AnswerContent = (target: ReadTarget, options: PageAnswerOptions) => Promise<Answer<Page>>;

/**
 * Opens the file that a call names, and answers with a page of its content.
 *
 * Contract: the answer says where the content was decompressed. What is shown of the file is remembered.
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
    const state = toFileState(found.shown, file.facts, file.byteLength);
    if (compression === undefined) {
      // Who was shown masked bytes must not replace the file by what was shown.
      const end = page.nextOffset - (page.withheldBytes ?? 0);
      const isUnlike = page.lossy || page.replaced > 0;
      context.readLog.record(state, page.offset, end, isUnlike ? 'replaced' : undefined);
    } else context.readLog.record(state, 0, 0, 'decompressed');
    return toToolAnswer({ text, fields });
  });
}
