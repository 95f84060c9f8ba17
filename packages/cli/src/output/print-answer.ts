import type { CommandCall } from '../command.ts';
import { fitJson } from './fit-json.ts';
import { writeJson, writeText } from './write.ts';

/** What a command prints: a text, and the same as data. */
export interface PrintableAnswer<Page> {
  readonly page: Page;
  readonly text: string;
}

/**
 * Prints an answer as text, or with `--json` as one JSON object, and returns the page that was printed.
 *
 * Contract: at most `maxBytes` in either form; `answer` is asked for less where the object would take more.
 */
export async function printAnswer<Page>(
  { io, options }: CommandCall,
  maxBytes: number,
  answer: (maxBytes: number) => Promise<PrintableAnswer<Page>>,
  toJson: (page: Page) => object,
): Promise<Page> {
  if (!options.json) {
    const { page, text } = await answer(maxBytes);
    await writeText(io.stdout, text);
    return page;
  }
  const { page, object } = await fitJson(maxBytes, answer, toJson);
  await writeJson(io.stdout, object);
  return page;
}
