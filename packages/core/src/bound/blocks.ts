import { formatCount } from '../bytes/count-words.ts';
import type { ContentBlock } from '../content.ts';
import { type Boundary, budgetOf } from './boundary.ts';
import { emptyText } from './empty.ts';
import { mergeResults } from './merge-results.ts';
import { type Part, partLabel, toPart } from './parts.ts';
import { completeResult } from './present.ts';
import { createProvenance } from './provenance.ts';
import type { BoundContext, BoundedResult } from './result.ts';
import { textToBytes } from './text-bytes.ts';

/** Bounds one text or run of bytes: given by the caller, so that parts and whole results go through the same code. */
export type BoundOne = (
  boundary: Boundary,
  result: string | Uint8Array,
  context: BoundContext,
) => Promise<BoundedResult>;

/** `[` and `]`, and the comma that a block brings. */
const listBytes = 2;
const commaBytes = 1;
const smallestShareBytes = 1_024;
const noteBytes = 128;

/**
 * Makes a list of content blocks fit one budget.
 *
 * Contract: a list that fits and holds nothing that cannot be sent passes as it came. Otherwise small parts stay, larger
 * ones share what is left and each gets a handle and a notice of its own; when there are so many that no share is worth
 * having, all texts are joined into one result. Media at or under `maxMediaBytes` stays and costs nothing.
 */
export async function boundBlocks(
  boundary: Boundary,
  blocks: readonly ContentBlock[],
  context: BoundContext,
  boundOne: BoundOne,
): Promise<BoundedResult> {
  const only = onlyText(blocks);
  if (only !== undefined) return boundOne(boundary, only, context);
  const maxResultBytes = budgetOf(boundary, context);
  const room = maxResultBytes - (context.envelopeBytes ?? 0) - listBytes;
  const maxMediaBytes = context.maxMediaBytes ?? boundary.settings.maxMediaBytes;
  const parts = blocks.map((block) => toPart(block, maxMediaBytes, boundary.keys));
  const cost = parts.reduce((sum, part) => sum + part.encodedBytes + commaBytes, 0);
  if (cost <= room && parts.every((part) => part.isSendable)) return untouched(blocks, parts, context.isError ?? false);
  const origin = { bytes: context.origin?.bytes ?? textToBytes(JSON.stringify(blocks)) };
  const provenance = createProvenance(boundary, { ...context, origin });
  const shared: BoundContext = { ...context, provenance, envelopeBytes: 0 };
  const shares = shareRoom(parts, room);
  if (shares === undefined) return boundJoined(boundary, parts, { ...shared, maxResultBytes: room }, boundOne);
  const results: (BoundedResult | ContentBlock)[] = [];
  for (const [index, part] of parts.entries()) {
    const share = shares[index] ?? 0;
    if (part.kind === 'kept' || (part.encodedBytes + commaBytes <= share && part.isSendable)) results.push(part.block);
    else
      results.push(
        await boundPart(
          boundary,
          part,
          { ...shared, maxResultBytes: share, label: partLabel(part, index, parts.length) },
          boundOne,
        ),
      );
  }
  return mergeResults(results, context.isError ?? false);
}

/**
 * Shares the room between the parts: each gets what it needs while that is no more than its fair share.
 *
 * Contract: the result does not depend on the order of the parts. Returns `undefined` when a share would be too small
 * for a notice.
 */
function shareRoom(parts: readonly Part[], room: number): number[] | undefined {
  const shares = new Array<number>(parts.length).fill(0);
  const order = parts.map((_, index) => index).sort((a, b) => bytesOf(parts, a) - bytesOf(parts, b));
  let left = room;
  for (const [place, index] of order.entries()) {
    const fair = Math.floor(left / (order.length - place));
    const needed = parts[index]?.isSendable ? bytesOf(parts, index) : unsentBytes(parts, index);
    if (needed > fair && fair < smallestShareBytes) return undefined;
    shares[index] = Math.min(needed, fair);
    left -= shares[index] ?? 0;
  }
  return shares;
}

/** A list of one plain text is that text: there is nothing beside it to keep. */
function onlyText(blocks: readonly ContentBlock[]): string | undefined {
  const [block] = blocks;
  const isPlain = blocks.length === 1 && block?.type === 'text' && Object.keys(block).length === 2;
  return isPlain && typeof block.text === 'string' ? block.text : undefined;
}

function bytesOf(parts: readonly Part[], index: number): number {
  const encodedBytes = parts[index]?.encodedBytes ?? 0;
  return encodedBytes === 0 ? 0 : encodedBytes + commaBytes;
}

/** A part that is written anew has a note or a notice of its own. */
function unsentBytes(parts: readonly Part[], index: number): number {
  return Math.max(bytesOf(parts, index) + noteBytes, smallestShareBytes);
}

function untouched(blocks: readonly ContentBlock[], parts: readonly Part[], isError: boolean): BoundedResult {
  const texts = parts.filter((part) => part.kind === 'text');
  if (texts.length === parts.length && texts.every((part) => part.text.trim() === '')) {
    const text = texts.map((part) => part.text).join('');
    return completeResult(emptyText(text, isError), Buffer.byteLength(text), isError);
  }
  return mergeResults(blocks, isError);
}

function boundPart(
  boundary: Boundary,
  part: Exclude<Part, { kind: 'kept' }>,
  context: BoundContext,
  boundOne: BoundOne,
): Promise<BoundedResult> {
  const { mediaType: _, ...plain } = context;
  if (part.kind === 'text') return boundOne(boundary, part.text, plain);
  return boundOne(boundary, Buffer.from(part.base64, 'base64'), { ...plain, mediaType: part.mediaType });
}

async function boundJoined(
  boundary: Boundary,
  parts: readonly Part[],
  context: BoundContext,
  boundOne: BoundOne,
): Promise<BoundedResult> {
  const kept = parts.filter((part) => part.kind === 'kept').map((part) => part.block);
  const texts: string[] = [];
  for (const part of parts) {
    if (part.kind === 'text') texts.push(part.text);
    else if (part.kind === 'data') texts.push(await keptApart(boundary, part, context, boundOne));
  }
  const hasData = parts.some((part) => part.kind === 'data');
  const label = `${formatCount(texts.length)} parts joined`;
  const joined = await boundOne(boundary, texts.join('\n'), { ...context, label, alwaysNotice: hasData });
  return mergeResults([joined, ...kept], context.isError ?? false);
}

/** Stores the data of one part among many and writes the line that stands for it. */
async function keptApart(
  boundary: Boundary,
  part: Extract<Part, { kind: 'data' }>,
  context: BoundContext,
  boundOne: BoundOne,
): Promise<string> {
  const { handle, producedBytes } = await boundPart(
    boundary,
    part,
    { ...context, maxResultBytes: smallestShareBytes },
    boundOne,
  );
  const where = handle === undefined ? 'not kept' : `kept by ${handle.id}`;
  return `[${part.block.type}, ${part.mediaType}, ${formatCount(producedBytes)} bytes, ${where}]`;
}
