import { formatCount, plural } from '../../bytes/count-words.ts';
import { withGutter } from '../../bytes/gutter.ts';
import { withheldFact } from '../../guard/withheld-fact.ts';
import { replacedFact, undecodableFact } from '../answer-facts.ts';
import { formatFrame, type ParsedFrame, parseFrame, toTitle } from '../frame.ts';
import type { Page } from './page.ts';

/** How a page is written. */
export interface PageTextOptions {
  /** What was read: a handle, a file name. */
  readonly title: string;
  /** Line numbers before each line. */
  readonly hasGutter: boolean;
  /** Says more of a range of bytes, for the header; each one line without ` · `. */
  readonly notesFor?: (start: number, end: number) => readonly string[];
  /** What a reader can do about bytes that are not text, such as naming another encoding. */
  readonly undecodableAdvice?: string;
  /** The call that follows reads what precedes this page. */
  readonly isTail?: boolean;
  /** Says how to go on once something was appended. */
  readonly tellsLater?: boolean;
  /** Writes the call that fetches the page at a cursor, in one line. */
  readonly formatNext: (cursor: string) => string;
}

/**
 * Writes a page as a model sees it.
 *
 * Contract: a frame (see `formatFrame`) whose body is the content, each line with its number as gutter if `hasGutter`
 * (`13338| `, or `13338+ ` where the line began on an earlier page) and no newline after the last line.
 */
export function formatPage(page: Page, options: PageTextOptions): string {
  const isGuttered = options.hasGutter && page.encoding !== 'binary';
  return formatFrame({
    title: toTitle(options.title),
    facts: [...pageFacts(page, options), ...(options.notesFor?.(page.offset, page.nextOffset) ?? [])],
    body: isGuttered ? withGutter(page.content, page.startLine, page.startsMidLine) : page.content,
    ...(page.next !== undefined && { call: options.formatNext(page.next) }),
  });
}

/** Takes a page apart that `formatPage` wrote. Contract: as `parseFrame`. */
export function parsePage(text: string): ParsedFrame | undefined {
  return parseFrame(text);
}

function pageFacts(page: Page, options: PageTextOptions): string[] {
  const { isTail = false, tellsLater = false } = options;
  const facts: string[] = [];
  if (page.content === '') facts.push(emptyFact(page));
  if (page.startLine !== undefined) facts.push(lineFact(page, page.startLine));
  if (page.byteLength > 0) facts.push(`bytes ${page.offset}–${page.nextOffset} of ${formatCount(page.byteLength)}`);
  if (page.startsMidLine) facts.push(startFact(page));
  if (page.endsMidLine) facts.push(endFact(page, isTail));
  if (page.encoding === 'binary') facts.push('binary, as a hex dump');
  else if (page.encoding !== 'utf-8') facts.push(page.encoding);
  if (page.content !== '' && page.content.trim() === '') facts.push('white space only');
  if (page.undecodable > 0) facts.push(undecodableWords(page, options.undecodableAdvice));
  if (page.replaced > 0) facts.push(replacedFact(page.replaced));
  if (page.withheldBytes !== undefined) facts.push(withheldFact(page.withheldBytes));
  if (page.addedBytes !== undefined) facts.push(addedFact(page, page.addedBytes));
  else if (tellsLater && page.later !== undefined) facts.push(`for what is appended later: cursor ${page.later}`);
  if (isTail) facts.push(page.next === undefined ? 'this is the start' : 'the next call reads what precedes this');
  if (lacksLastNewline(page)) facts.push('no newline at the end');
  return facts;
}

function lineFact(page: Page, startLine: number): string {
  const { endLine = startLine, totalLines } = page;
  const range = endLine === startLine ? `line ${startLine}` : `lines ${startLine}–${endLine}`;
  return `${range}${totalLines === undefined ? '' : ` of ${formatCount(totalLines)}`}`;
}

function undecodableWords({ undecodable }: Page, advice: string | undefined): string {
  const shown = undecodableFact(undecodable);
  return advice === undefined ? shown : `${shown} (${advice})`;
}

function endFact({ endLine }: Page, isTail: boolean): string {
  const line = endLine === undefined ? 'the last line' : `line ${endLine}`;
  return `${line} continues ${isTail ? 'where the page before this one began' : 'on the next page'}`;
}

function startFact(page: Page): string {
  const where = page.startByteInLine === undefined ? '' : `, at its byte ${page.startByteInLine}`;
  return `starts inside ${page.startLine === undefined ? 'a line' : `line ${page.startLine}`}${where}`;
}

function emptyFact({ byteLength, offset }: Page): string {
  if (byteLength === 0) return 'empty: 0 bytes, 0 lines';
  return offset === byteLength ? 'nothing has been added' : 'no text but a byte order mark';
}

/** Pages never reach into what came after the first of them. */
function addedFact({ later }: Page, addedBytes: number): string {
  const added = `${plural(addedBytes, 'byte')} added since the first page`;
  return later === undefined ? `${added} follow after its last` : `${added}: go on with cursor ${later}`;
}

function lacksLastNewline(page: Page): boolean {
  return (
    page.nextOffset >= page.byteLength &&
    page.nextOffset > page.offset &&
    page.encoding !== 'binary' &&
    page.content !== '' &&
    !page.content.endsWith('\n')
  );
}
