import { type Answer, type Page, type PageAnswerOptions, pageFields } from '@spillway/core';
import type { CommandCall } from '../command.ts';
import { printAnswer } from '../output/print-answer.ts';
import type { NextCommand, Session } from './open-session.ts';
import type { OpenTarget } from './open-target.ts';

/** What a command that prints a page adds to what every page has. */
export interface PageCommand {
  /** The subcommand. */
  readonly tool: string;
  readonly hasGutter: boolean;
  /** Arguments of the call for the next page besides its cursor. */
  readonly kept: Readonly<Record<string, unknown>>;
  readonly answer: (options: PageAnswerOptions) => Promise<Answer<Page>>;
}

/** Prints a page as text, or as one JSON object, within the budget. */
export async function printPage(
  call: CommandCall,
  session: Session,
  opened: OpenTarget,
  command: PageCommand,
): Promise<void> {
  const { tool, hasGutter, kept } = command;
  const toNext = (cursor: string): NextCommand => opened.toNext({ tool, arguments: { ...kept, cursor } });
  const answer = (maxBytes: number): Promise<Answer<Page>> =>
    command.answer({
      maxBytes,
      title: opened.title,
      hasGutter,
      notesFor: opened.notesFor,
      formatNext: (cursor) => toNext(cursor).command,
    });
  const { compression } = opened;
  await printAnswer(call, session.settings.maxResultBytes, answer, (page) => {
    const { next: _, ...fields } = pageFields(page);
    const next = page.next === undefined ? undefined : [toNext(page.next)];
    return { content: page.content, ...fields, ...(compression && { compression }), ...(next && { next }) };
  });
}
