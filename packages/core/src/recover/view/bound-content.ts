import type { BoundedResult } from '../../bound/result.ts';
import { isObject, type JsonValue } from '../wire/json.ts';
import type { WireFormat } from '../wire/wire-format.ts';
import type { Bounder, ModelContext } from './bounder.ts';
import { readBlocks } from './content.ts';

/** A content in its bounded form, and the handles that keep what it had. */
export interface BoundContent {
  readonly value: JsonValue;
  readonly handles: readonly string[];
}

/** Bounds the content of a result where it stands: text stays text, and blocks stay blocks. */
export async function boundContent(
  bounder: Bounder,
  format: WireFormat,
  content: JsonValue,
  context: ModelContext,
): Promise<BoundContent> {
  if (!Array.isArray(content)) {
    const result = await bounder.bound(content, context);
    const text = result.toText();
    return { value: isObject(content) ? format.writeContent(text, content) : text, handles: handlesOf(result) };
  }
  const { blocks, origins, extraBytes } = readBlocks(content, format);
  const maxResultBytes = context.maxResultBytes ?? bounder.settings.maxResultBytes;
  // Where there are so many blocks that their marks alone weigh much, few of them stay.
  const envelopeBytes = Math.min(extraBytes, Math.floor(maxResultBytes / 2));
  const result = await bounder.bound(blocks, { ...context, envelopeBytes });
  return {
    value: result.blocks.map((block) => origins.get(block) ?? format.fromBlock(block)),
    handles: handlesOf(result),
  };
}

function handlesOf({ handle }: BoundedResult): string[] {
  return handle === undefined ? [] : [handle.id];
}
