import { jsonChunks } from '../../bound/json-chunks.ts';
import { textBlockBytes } from '../../bound/present.ts';
import { jsonEscapedLength } from '../../bytes/escaped-length.ts';
import { partsBytes } from './output-parts.ts';
import { mediaBlocksOf } from './protocol-blocks.ts';

/** Returns the bytes that an output takes as it is sent, or a number over `maxBytes` where it takes more. */
export function neededBytes(output: unknown, maxBytes: number): number {
  if (typeof output === 'string') return output.length > maxBytes ? output.length : textBlockBytes(output);
  if (output instanceof Uint8Array) return textBlockBytes('') + output.byteLength;
  const found = mediaBlocksOf(output);
  if (found !== undefined) return partsBytes([...found.blocks, { type: 'rest', rest: found.rest }]);
  let bytes = textBlockBytes('');
  for (const chunk of jsonChunks(output)) {
    bytes += chunk.length > maxBytes ? chunk.length : jsonEscapedLength(chunk);
    if (bytes > maxBytes) break;
  }
  return bytes;
}
