import type { TextEncoding } from '../../../bytes/byte-source.ts';
import { parseJsonObject } from '../../../bytes/json-object.ts';
import type { ByteRange, Provenance } from '../../../handle/handle.ts';
import type { ShapeName } from '../../../shape/shape.ts';
import type { StoredMeta } from '../../stored-meta.ts';

/** Metadata larger than this is not read: a result with millions of withheld ranges is not one of ours. */
export const maxMetaBytes = 67_108_864;

/** What stands in a result's `meta.json`. */
export interface MetaFile {
  readonly meta: StoredMeta;
  /** The line table, base64, where it has no file of its own. */
  readonly lines?: string;
}

/** Writes metadata as JSON on one line. */
export function formatMeta(file: MetaFile): Buffer {
  return Buffer.from(`${JSON.stringify({ ...file.meta, ...(file.lines !== undefined && { lines: file.lines }) })}\n`);
}

/** Reads metadata, or nothing when the text is not what `formatMeta` writes. */
export function parseMeta(text: string): MetaFile | undefined {
  const value = parseJsonObject(text);
  if (value === undefined) return undefined;
  const { lines, lineCount, gap, unfinished, first, withheld, ...rest } = value;
  const isSound =
    ['sha256', 'mediaType', 'encoding', 'shape', 'headline', 'scope'].every((name) => typeof rest[name] === 'string') &&
    ['byteLength', 'producedBytes', 'createdAt'].every((name) => isCount(rest[name])) &&
    (lineCount === undefined || isCount(lineCount)) &&
    (gap === undefined || isRange(gap)) &&
    (lines === undefined || typeof lines === 'string') &&
    (unfinished === undefined || unfinished === true) &&
    Array.isArray(withheld) &&
    withheld.every(isRange) &&
    isProvenance(first);
  if (!isSound) return undefined;
  const meta: StoredMeta = {
    sha256: rest.sha256 as string,
    byteLength: rest.byteLength as number,
    producedBytes: rest.producedBytes as number,
    mediaType: rest.mediaType as string,
    encoding: rest.encoding as TextEncoding,
    ...(lineCount !== undefined && { lineCount: lineCount as number }),
    shape: rest.shape as ShapeName,
    headline: rest.headline as string,
    scope: rest.scope as string,
    createdAt: rest.createdAt as number,
    withheld: withheld as ByteRange[],
    ...(gap !== undefined && { gap: gap as ByteRange }),
    ...(unfinished === true && { unfinished }),
    first: first as Provenance,
  };
  return { meta, ...(lines !== undefined && { lines: lines as string }) };
}

/** Reads the lines of a provenance file, passing over one that a crash cut short. */
export function parseProvenance(text: string): Provenance[] {
  const entries: unknown[] = text.split('\n').map(parseJsonObject);
  return entries.filter(isProvenance);
}

function isProvenance(value: unknown): value is Provenance {
  const record = value as Partial<Record<keyof Provenance, unknown>> | undefined | null;
  return typeof record === 'object' && record !== null && typeof record.toolName === 'string' && isCount(record.at);
}

function isRange(value: unknown): value is ByteRange {
  const range = value as Partial<ByteRange> | null;
  return typeof range === 'object' && range !== null && isCount(range.start) && isCount(range.end);
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
