import { isContentBlocks } from '../../bound/parts.ts';
import type { ContentBlock } from '../../content.ts';
import type { OutputPart } from './model-output.ts';

/**
 * Returns the content blocks of an output that is, or holds, a result of the Model Context Protocol with media in it;
 * `undefined` for any other output. As JSON, media would be text.
 */
export function mediaBlocksOf(output: unknown): readonly ContentBlock[] | undefined {
  const content = isContentBlocks(output) ? output : (output as { content?: unknown } | null | undefined)?.content;
  if (!isContentBlocks(content)) return undefined;
  return content.some(({ data }) => typeof data === 'string') ? content : undefined;
}

/** Writes a content block as a part of an output. */
export function fromBlock(block: ContentBlock): OutputPart {
  if (typeof block.text === 'string') return { type: 'text', text: block.text };
  const { data, mimeType } = block;
  if (typeof data !== 'string' || typeof mimeType !== 'string') return { type: 'text', text: JSON.stringify(block) };
  return { type: block.type === 'image' ? 'image-data' : 'file-data', data, mediaType: mimeType };
}
