import type { ByteSource } from '../../bytes/byte-source.ts';
import type { Description, Suggestion } from '../../shape/shape.ts';
import { shapeOf } from '../../shape/shapes.ts';
import { describeStream } from './describe.ts';

/** What a notice over a content would show. */
export interface SourceMap {
  readonly description: Description;
  /** Lines with a gutter; see `Shape.preview`. */
  readonly preview: string;
  readonly suggestions: readonly Suggestion[];
}

const stepBytes = 1_048_576;

/**
 * Describes all bytes of a source, as a notice would, without storing anything.
 *
 * Contract: reads the source once from start to end with memory that does not grow with it; `onProgress` hears of the
 * bytes read so far; an abort rejects with the signal's reason.
 */
export async function describeSource(
  source: ByteSource,
  options: { previewBytes: number; signal?: AbortSignal; onProgress?: (readBytes: number) => void },
): Promise<SourceMap> {
  let chunk = await source.read(0, stepBytes);
  const describer = describeStream({ head: chunk, complete: chunk.length === source.byteLength });
  for (let offset = 0; chunk.length > 0; chunk = await source.read(offset, stepBytes)) {
    options.signal?.throwIfAborted();
    await describer.write(chunk);
    offset += chunk.length;
    options.onProgress?.(offset);
  }
  const description = await describer.end();
  const shape = shapeOf(description.shape);
  return {
    description,
    preview: shape.preview(description, options.previewBytes),
    suggestions: shape.suggest(description, options.previewBytes),
  };
}
