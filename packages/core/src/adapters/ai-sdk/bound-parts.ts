import { jsonEscapedLength } from '../../bytes/escaped-length.ts';
import type { ContentBlock } from '../../content.ts';
import { maxStandInBytes } from '../../recover/view/stand-in-bytes.ts';
import { fitWithin } from './fit-within.ts';
import type { ModelOutput, OutputPart } from './model-output.ts';
import { boundFor, envelopeBytes, type OutputCall } from './output-call.ts';
import { isNoText, mediaOf, partsBytes, toBlock } from './output-parts.ts';

/**
 * Makes a list of parts fit the call's budget.
 *
 * Contract: the same object where it fits. Media over `maxMediaBytes` becomes a text with its handle, whatever the
 * budget; texts are bounded among the other parts, and are one text where no other part is left.
 */
export async function boundParts(
  output: ModelOutput,
  given: readonly OutputPart[],
  call: OutputCall,
): Promise<ModelOutput> {
  const room = call.maxResultBytes - envelopeBytes(call);
  const parts = await withoutLargeMedia(given, call);
  const hasOthers = parts.some(isNoText);
  const origins = new Map<ContentBlock, OutputPart>(parts.map((part) => [toBlock(part), part]));
  const bounded = await fitWithin(
    room,
    async (budget) => {
      const result = await boundFor(call, [...origins.keys()], { maxResultBytes: budget + envelopeBytes(call) });
      const made = result.blocks.map((block) => origins.get(block) ?? { type: 'text', text: String(block.text) });
      return { made, text: result.toText() };
    },
    ({ made, text }) => (hasOthers ? partsBytes(made) : Math.min(partsBytes(made), jsonEscapedLength(text))),
  );
  if (bounded === undefined) return { ...output, type: 'text', value: (await boundFor(call, given)).toText() };
  const { made, text } = bounded;
  const isWhole = made.length === given.length && made.every((part, index) => part === given[index]);
  if (isWhole && output.value === given && partsBytes(made) <= room) return output;
  return hasOthers ? { ...output, value: made } : { ...output, type: 'text', value: text };
}

async function withoutLargeMedia(given: readonly OutputPart[], call: OutputCall): Promise<readonly OutputPart[]> {
  const isLarge = (part: OutputPart): boolean => (mediaOf(part)?.base64.length ?? 0) > call.maxMediaBytes;
  if (!given.some(isLarge)) return given;
  const parts: OutputPart[] = [];
  for (const part of given) {
    const media = isLarge(part) ? mediaOf(part) : undefined;
    if (media === undefined) parts.push(part);
    else parts.push({ type: 'text', text: await noticeOf(Buffer.from(media.base64, 'base64'), media.mediaType, call) });
  }
  return parts;
}

/** Keeps media by handle, and writes the text that stands for it. */
export async function noticeOf(bytes: Uint8Array, mediaType: string, call: OutputCall): Promise<string> {
  const maxResultBytes = maxStandInBytes + envelopeBytes(call);
  return (await boundFor(call, bytes, { maxResultBytes, mediaType, alwaysNotice: true })).toText();
}
