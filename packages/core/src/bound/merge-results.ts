import type { ContentBlock } from '../content.ts';
import type { BoundedResult } from './result.ts';

function isResult(item: BoundedResult | ContentBlock): item is BoundedResult {
  return typeof (item as Partial<BoundedResult>).toBlocks === 'function';
}

/**
 * Joins bounded results and blocks that stay as they are into one result, in their order.
 *
 * Contract: complete when all are; `handle` is the first one's, `next` all calls of all; `producedBytes` and
 * `withheldBytes` are their sums.
 */
export function mergeResults(items: readonly (BoundedResult | ContentBlock)[], isError: boolean): BoundedResult {
  const results = items.filter(isResult);
  const blocks = items.flatMap((item) => (isResult(item) ? item.blocks : [item]));
  const handle = results.find((result) => result.handle !== undefined)?.handle;
  const failure = results.find((result) => result.failure !== undefined)?.failure;
  const next = results.flatMap((result) => result.next ?? []);
  const withheldBytes = results.reduce((sum, result) => sum + (result.withheldBytes ?? 0), 0);
  const partial = results.find((result) => !result.complete);
  const produced = items.reduce((sum, item) => sum + producedBytes(item), 0);
  return {
    complete: partial === undefined,
    deliveredBytes: Buffer.byteLength(JSON.stringify(blocks)),
    producedBytes: produced,
    isError,
    blocks,
    ...(handle !== undefined && { handle }),
    ...(failure !== undefined && { failure }),
    ...(withheldBytes > 0 && { withheldBytes }),
    ...(next.length > 0 && { next }),
    toText: () => blocks.map(blockText).join('\n'),
    toJson: () => (partial === undefined ? { partial: false, value: blocks } : { ...partial.toJson(), next }),
    toBlocks: () => blocks,
  };
}

function producedBytes(item: BoundedResult | ContentBlock): number {
  if (isResult(item)) return item.producedBytes;
  return typeof item.text === 'string' ? Buffer.byteLength(item.text) : Buffer.byteLength(JSON.stringify(item));
}

function blockText(block: ContentBlock): string {
  if (typeof block.text === 'string') return block.text;
  return `[${block.type}${typeof block.mimeType === 'string' ? `, ${block.mimeType}` : ''}]`;
}
