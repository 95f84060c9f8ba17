import { isContentBlocks } from '../../bound/parts.ts';
import type { ContentBlock } from '../../content.ts';
import { mediaTypeOf } from '../../recover/wire/blocks.ts';
import type { OutputPart } from './model-output.ts';

/** What is sent as a file. Providers leave out other files without a word. */
const fileTypes: ReadonlySet<string> = new Set(['application/pdf']);

/**
 * Writes an output that is, or holds, a result of the Model Context Protocol with media in it as parts; `undefined` for
 * any other output. As JSON, media would be text.
 *
 * Contract: nothing is left out: fields beside the content are a last part, as JSON. `keep` writes the text that stands
 * for media that no provider takes.
 */
export async function toParts(
  output: unknown,
  keep: (bytes: Uint8Array, mediaType: string) => Promise<string>,
): Promise<readonly OutputPart[] | undefined> {
  const found = mediaBlocksOf(output);
  if (found === undefined) return undefined;
  const parts: OutputPart[] = [];
  for (const block of found.blocks) {
    const media = mediaOf(block);
    if (media === undefined) parts.push({ type: 'text', text: textOf(block) });
    else if (media.mediaType.startsWith('image/')) parts.push({ type: 'image-data', ...media });
    else if (fileTypes.has(media.mediaType)) parts.push({ type: 'file-data', ...media });
    else parts.push({ type: 'text', text: await keep(Buffer.from(media.data, 'base64'), media.mediaType) });
  }
  return found.rest === undefined ? parts : [...parts, { type: 'text', text: JSON.stringify(found.rest) }];
}

/** The blocks, and what stands beside them. */
interface FoundBlocks {
  readonly blocks: readonly ContentBlock[];
  readonly rest: object | undefined;
}

/** Finds the blocks of an output, where there is media among them. */
export function mediaBlocksOf(output: unknown): FoundBlocks | undefined {
  const { content, ...rest }: { content?: unknown } = isContentBlocks(output)
    ? { content: output }
    : { ...(typeof output === 'object' ? output : {}) };
  if (!isContentBlocks(content) || content.every((block) => mediaOf(block) === undefined)) return undefined;
  const hasRest = Object.entries(rest).some(([key, value]) => !(key === 'isError' && value === false));
  return { blocks: content, rest: hasRest ? rest : undefined };
}

function mediaOf(block: ContentBlock): { readonly data: string; readonly mediaType: string } | undefined {
  const resource = block.resource as { blob?: unknown; mimeType?: unknown } | undefined;
  const data = block.data ?? resource?.blob;
  const mediaType = block.mimeType ?? resource?.mimeType;
  if (typeof data !== 'string') return undefined;
  return { data, mediaType: mediaTypeOf(mediaType) };
}

function textOf(block: ContentBlock): string {
  const text = block.text ?? (block.resource as { text?: unknown } | undefined)?.text;
  return typeof text === 'string' ? text : JSON.stringify(block);
}
