import type { BoundedResult, ContentBlock } from '../boundary.ts';
import type { Shown } from './shown.ts';
import type { ToolResultView } from './tool-result.ts';

/** So much beside the text or data of a part is told by its notice, or kept with its handle, and not said again. */
const UNSAID_BYTES = 128;

/**
 * Tells whether a bounded result leaves out something of the content that neither it nor a handle it names shows: fields
 * beside a text, or media among parts that were joined.
 *
 * Contract: what is complete leaves out nothing at all; a part with a notice of its own may leave out 128 bytes.
 */
export function leavesOut(view: ToolResultView, shown: Shown, bounded: BoundedResult): boolean {
  if (shown.isExact) return false;
  const unsaidBytes = bounded.complete ? 0 : UNSAID_BYTES;
  if (shown.blocks === undefined) return view.items.some(({ sideBytes }) => sideBytes > unsaidBytes);
  const isJoined = bounded.blocks.length !== shown.blocks.length;
  const delivered = new Set(bounded.blocks);
  return shown.blocks.some(
    (block) => !delivered.has(block) && ((isJoined && isMedia(block)) || sideBytesOf(block) > unsaidBytes),
  );
}

function isMedia(block: ContentBlock): boolean {
  return block.type === 'image' || block.type === 'audio';
}

/** Returns the bytes of a block that its handle would not show; a block of another kind is kept as its JSON. */
function sideBytesOf(block: ContentBlock): number {
  const { type, ...members } = block;
  if (type === 'text') return encodedBytes({ ...members, text: undefined });
  if (isMedia(block)) return encodedBytes({ ...members, data: undefined });
  if (type !== 'resource' || typeof block.resource !== 'object') return 0;
  return encodedBytes({ ...members, resource: undefined, ...block.resource, text: undefined, blob: undefined });
}

function encodedBytes(members: object): number {
  const json = JSON.stringify(members);
  return json === '{}' ? 0 : Buffer.byteLength(json);
}
