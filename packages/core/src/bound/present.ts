import { formatCount } from '../bytes/count-words.ts';
import { jsonEscapedLength } from '../bytes/escaped-length.ts';
import { formatNote } from '../bytes/gutter.ts';
import { type ContentBlock, formatCall, maxNextCalls, type NextCall, textBlockFrameBytes } from '../content.ts';
import { SpillwayError } from '../errors.ts';
import type { Handle } from '../handle/handle.ts';
import type { Description, Suggestion } from '../shape/shape.ts';
import { shapeOf } from '../shape/shapes.ts';
import { suggestedCalls } from './calls.ts';
import type { Captured } from './capture.ts';
import { lastLinesAfter, previewWithEnds } from './ends.ts';
import { type FirstPage, firstPage } from './first-page.ts';
import type { InnerText } from './inner-text.ts';
import { formatNotice, type NoticeFacts } from './notice.ts';
import { pictureText } from './picture-text.ts';
import type { ReaderNames } from './reader-names.ts';
import type { BoundedJson, BoundedResult } from './result.ts';

/** What a notice is made for: its budget, and the readers that the model has. */
export interface PresentOptions {
  readonly maxResultBytes: number;
  readonly previewBytes: number;
  readonly envelopeBytes: number;
  readonly isError: boolean;
  readonly failureInLabel: boolean;
  readonly keepsEnds: boolean;
  readonly names: ReaderNames;
  readonly formatCall: (call: NextCall) => string;
  /** The text that is most of the result. */
  readonly inner?: InnerText;
}

/** Prose up to this many budgets is shown from its start instead of being described. */
const firstPageBudgets = 3;
const smallestPreviewBytes = 160;
const smallestEndsBytes = 80;
/** The part of a preview that tells of the result around its inner text. */
const outerShare = 0.25;
/** What a first page leaves to the last lines, where they are to be shown. */
const lastLinesShare = 0.1;

/** Returns the encoded size of a result that is one text block. */
export function textBlockBytes(text: string): number {
  return textBlockFrameBytes + jsonEscapedLength(text);
}

/** Wraps one text as the complete result. */
export function completeResult(
  text: string,
  producedBytes: number,
  isError: boolean,
  value: unknown = text,
): BoundedResult {
  const blocks: ContentBlock[] = [{ type: 'text', text }];
  return {
    complete: true,
    deliveredBytes: textBlockBytes(text),
    producedBytes,
    isError,
    blocks,
    toText: () => text,
    toJson: () => ({ partial: false, value }),
    toBlocks: () => blocks,
  };
}

/**
 * Writes the notice for a result that does not fit.
 *
 * Contract: the encoded result, `envelopeBytes` included, is at most `maxResultBytes`: the preview shrinks, then goes;
 * then the calls go, last first, but the one that reads.
 * @throws SpillwayError `budget-too-small` when not even the first line and one call fit.
 */
export function partialResult(captured: Captured, description: Description, options: PresentOptions): BoundedResult {
  const room = options.maxResultBytes - options.envelopeBytes;
  for (const previewBytes of previewSteps(captured, description, options)) {
    const draft = draftWithInner(captured, description, options, previewBytes);
    for (let calls = draft.calls.length; calls >= Math.min(1, draft.calls.length); calls -= 1) {
      if (previewBytes > 0 && calls < draft.calls.length && !options.keepsEnds) break;
      const next = draft.calls.slice(0, calls);
      const text = formatNotice(draft.facts, draft.preview, next.map(options.formatCall));
      if (textBlockBytes(text) <= room) return toPartial(text, draft, next, captured, options);
    }
  }
  throw new SpillwayError({
    code: 'budget-too-small',
    message: `a notice does not fit into ${room} bytes; raise maxResultBytes`,
    facts: { maxResultBytes: options.maxResultBytes, envelopeBytes: options.envelopeBytes },
  });
}

interface Draft {
  readonly facts: NoticeFacts;
  readonly preview: string;
  readonly calls: readonly NextCall[];
  readonly shape: string;
}

/** The text that is most of a result gets most of the preview, and the first calls. */
function draftWithInner(captured: Captured, description: Description, options: PresentOptions, bytes: number): Draft {
  const { inner } = options;
  if (inner === undefined) return draftNotice(captured, description, options, bytes);
  const draft = draftNotice(captured, description, options, Math.floor(bytes * outerShare));
  const words = formatNote(`${inner.handle.id} keeps ${inner.path}, decoded: ${inner.description.headline}`);
  const above = [draft.preview, words].filter((text) => text !== '').join('\n');
  const within = draftNotice(
    inner.captured,
    inner.description,
    options,
    Math.max(0, bytes - jsonEscapedLength(above) - 2),
  );
  // Where no row tells what the other handle is, no call names it.
  if (bytes === 0 || within.preview === '') return draft;
  const shownBytes = Math.min(captured.producedBytes, draft.facts.shownBytes + within.facts.shownBytes);
  return {
    ...draft,
    preview: `${above}\n${within.preview}`,
    // One of the calls reads the result itself, where there is room for all of them.
    calls: [...within.calls.slice(0, maxNextCalls - 1), ...draft.calls].slice(0, maxNextCalls),
    facts: { ...draft.facts, shownBytes },
  };
}

function draftNotice(captured: Captured, description: Description, options: PresentOptions, maxBytes: number): Draft {
  const page = maxBytes > 0 ? pageInstead(captured, description, options, maxBytes) : undefined;
  const shape = shapeOf(description.shape);
  const { handle } = captured;
  const gap = handle === undefined ? '' : gapLine(handle);
  const previewBytes = maxBytes - jsonEscapedLength(gap);
  const own = page === undefined ? previewOf(description, previewBytes, options) : { text: page.text, shapeBytes: 0 };
  const preview = [gap, own.text].filter((text) => text !== '').join('\n');
  const suggestions =
    page === undefined ? shape.suggest(description, own.shapeBytes, options.isError) : nextOf(page, captured);
  const calls =
    handle === undefined ? [] : suggestedCalls(handle.id, suggestionsInKept(handle, suggestions), options.names);
  const replaced = captured.whole && description.encoding === 'utf-8' ? pictureText(captured.head).replaced : 0;
  return {
    preview,
    shape: description.shape,
    calls,
    facts: {
      shownBytes: page?.shownBytes ?? Buffer.byteLength(preview),
      producedBytes: captured.producedBytes,
      headline: description.headline,
      isError: options.isError && !options.failureInLabel,
      ...(replaced > 0 && { replacedCharacters: replaced }),
      ...(captured.withheldBytes !== undefined && { withheldBytes: captured.withheldBytes }),
      ...keptFacts(captured, calls.length > 0),
    },
  };
}

function keptFacts(captured: Captured, readable: boolean): Partial<NoticeFacts> {
  const { handle } = captured;
  if (handle === undefined) return { notKept: captured.failure?.toModelText() ?? 'the result was not stored' };
  return {
    handle: handle.id,
    ...(handle.byteLength < captured.producedBytes && { keptBytes: handle.byteLength }),
    ...(!readable && { notKept: 'no tool of this session reads handles' }),
  };
}

/** Says in produced bytes what the handle keeps, where that is not all. */
function gapLine({ gap, producedBytes }: Handle): string {
  if (gap === undefined) return '';
  const tail = gap.end < producedBytes ? ` and ${formatCount(gap.end)}–${formatCount(producedBytes)}` : '';
  return formatNote(
    `The handle keeps bytes 0–${formatCount(gap.start)}${tail} of what was produced, and counts its lines without the rest.`,
  );
}

/**
 * Line numbers of the produced content are not those of the kept one, which is no JSON either: behind a gap only its own
 * positions lead anywhere.
 */
function suggestionsInKept({ gap, producedBytes }: Handle, suggestions: readonly Suggestion[]): readonly Suggestion[] {
  if (gap === undefined) return suggestions;
  const afterGap: Suggestion[] = gap.end < producedBytes ? [{ kind: 'offset', offset: gap.start }] : [];
  const patterns = suggestions.flatMap((each) =>
    'pattern' in each && each.pattern !== undefined ? [each.pattern] : [],
  );
  return [...afterGap, ...patterns.map((pattern): Suggestion => ({ kind: 'grep', pattern }))];
}

function nextOf(page: FirstPage, captured: Captured): Suggestion[] {
  return page.shownBytes < captured.producedBytes ? [page.next] : [];
}

/** `shapeBytes` is the size of what the shape itself shows. */
function previewOf(
  description: Description,
  maxBytes: number,
  { keepsEnds, isError }: PresentOptions,
): { readonly text: string; readonly shapeBytes: number } {
  if (maxBytes <= 0) return { text: '', shapeBytes: 0 };
  if (keepsEnds) return previewWithEnds(description, maxBytes, isError);
  return { text: shapeOf(description.shape).preview(description, maxBytes, isError), shapeBytes: maxBytes };
}

/** Prose is best shown from its start; so is any small content that only its encoding or its characters kept out. */
function pageInstead(
  captured: Captured,
  description: Description,
  options: PresentOptions,
  maxBytes: number,
): FirstPage | undefined {
  if (!showsFirstPage(captured, description, options)) return undefined;
  const whole = firstPage(captured.head, maxBytes);
  if (!options.keepsEnds || whole === undefined || whole.shownBytes === captured.producedBytes) return whole;
  const page = firstPage(captured.head, Math.floor(maxBytes * (1 - lastLinesShare)));
  if (page === undefined) return whole;
  return { ...page, text: page.text + lastLinesAfter(page, description, Math.floor(maxBytes * lastLinesShare)) };
}

function showsFirstPage(captured: Captured, description: Description, options: PresentOptions): boolean {
  if (description.encoding !== 'utf-8' || options.isError) return false;
  if (shapeOf(description.shape).startsFromTop)
    return captured.producedBytes <= firstPageBudgets * options.maxResultBytes;
  return captured.whole && captured.producedBytes <= options.previewBytes / 2;
}

function* previewSteps(captured: Captured, description: Description, options: PresentOptions): Generator<number> {
  const room = options.maxResultBytes - options.envelopeBytes;
  const shown = options.inner ?? { captured, description };
  const wanted = showsFirstPage(shown.captured, shown.description, options)
    ? room
    : Math.min(options.previewBytes, room);
  const overhead = 512;
  const least = options.keepsEnds ? smallestEndsBytes : smallestPreviewBytes;
  // Ends that are to be kept are tried wherever a notice may have room for them.
  const most = options.keepsEnds ? Math.max(room - overhead, Math.min(room, overhead) / 2) : room - overhead;
  for (let bytes = Math.floor(Math.min(wanted, most)); bytes >= least; bytes = Math.floor(bytes * 0.8)) yield bytes;
  yield 0;
}

function toPartial(
  text: string,
  draft: Draft,
  next: readonly NextCall[],
  captured: Captured,
  options: PresentOptions,
): BoundedResult {
  const blocks: ContentBlock[] = [{ type: 'text', text }];
  const { handle, failure } = captured;
  return {
    complete: false,
    deliveredBytes: textBlockBytes(text),
    producedBytes: captured.producedBytes,
    isError: options.isError,
    blocks,
    ...(handle !== undefined && { handle }),
    ...(failure !== undefined && { failure }),
    ...(captured.withheldBytes !== undefined && { withheldBytes: captured.withheldBytes }),
    next,
    toText: () => text,
    toJson: () => partialJson(draft, next, options),
    toBlocks: () => blocks,
  };
}

/** The preview shrinks, then goes; then the calls go, last first, but one. */
function partialJson(draft: Draft, calls: readonly NextCall[], options: PresentOptions): BoundedJson {
  const { facts } = draft;
  const room = options.maxResultBytes - options.envelopeBytes;
  let preview = draft.preview;
  let next = calls.map((call) => withCommand(call, options.formatCall(call)));
  for (;;) {
    const json: BoundedJson = {
      partial: true,
      recoverable: facts.notKept === undefined,
      ...(facts.handle !== undefined && { handle: facts.handle }),
      shape: draft.shape,
      headline: facts.headline,
      producedBytes: facts.producedBytes,
      ...(facts.keptBytes !== undefined && { keptBytes: facts.keptBytes }),
      ...(facts.notKept !== undefined && { notKept: facts.notKept }),
      ...(preview !== '' && { preview }),
      ...(facts.withheldBytes !== undefined && { withheldBytes: facts.withheldBytes }),
      next,
    };
    if (Buffer.byteLength(JSON.stringify(json)) <= room || (preview === '' && next.length <= 1)) return json;
    if (preview === '') next = next.slice(0, -1);
    else preview = preview.slice(0, Math.max(0, preview.lastIndexOf('\n')));
  }
}

function withCommand(call: NextCall, line: string): NextCall & { readonly command?: string } {
  return line === formatCall(call) ? call : { ...call, command: line };
}
