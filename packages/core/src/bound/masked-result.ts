import type { ContentBlock } from '../content.ts';
import { withheldFact } from '../guard/withheld-fact.ts';
import type { Captured } from './capture.ts';
import { formatNotice } from './notice.ts';
import { textBlockBytes } from './present.ts';
import type { BoundedResult } from './result.ts';

/** Writes what stands after a text in which keys are masked. */
function maskNote(withheldBytes: number): string {
  return `[${withheldFact(withheldBytes)}]`;
}

/** Returns the encoded bytes that the note takes beside the text. */
export function maskNoteBytes(withheldBytes: number | undefined): number {
  return withheldBytes === undefined ? 0 : textBlockBytes(maskNote(withheldBytes));
}

/**
 * Wraps a text that fits and of which key bodies are masked.
 *
 * Contract: not complete, though nothing but the keys is missing; the text stays a block of its own, so that JSON stays
 * JSON, and the note is another.
 */
export function maskedResult(text: string, captured: Captured, isError: boolean, value: unknown): BoundedResult {
  const { producedBytes, withheldBytes = 0 } = captured;
  const note = maskNote(withheldBytes);
  const blocks: ContentBlock[] = [text, note].map((part) => ({ type: 'text', text: part }));
  return {
    complete: false,
    deliveredBytes: Buffer.byteLength(JSON.stringify(blocks)),
    producedBytes,
    isError,
    blocks,
    withheldBytes,
    toText: () => `${text}\n${note}`,
    toJson: () => ({ partial: true, value, withheldBytes }),
    toBlocks: () => blocks,
  };
}

/** Writes what stands in the place of a result of which nothing may be shown. */
export function refusedResult(captured: Captured, isError: boolean): BoundedResult {
  const { producedBytes, withheldBytes = 0, failure } = captured;
  const notKept = failure?.toModelText() ?? 'it holds a private key';
  const facts = { shownBytes: 0, producedBytes, headline: 'refused', notKept, isError };
  const text = formatNotice(facts, '', []);
  const blocks: ContentBlock[] = [{ type: 'text', text }];
  return {
    complete: false,
    deliveredBytes: textBlockBytes(text),
    producedBytes,
    isError,
    blocks,
    withheldBytes,
    ...(failure !== undefined && { failure }),
    next: [],
    toText: () => text,
    toJson: () => ({ partial: true, recoverable: false, producedBytes, notKept, withheldBytes, next: [] }),
    toBlocks: () => blocks,
  };
}
