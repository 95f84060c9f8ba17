import { utf8ToString } from '../bytes/decode.ts';
import { JsonStringPieces } from '../bytes/json-string-pieces.ts';
import type { Handle, Provenance } from '../handle/handle.ts';
import type { Description, InnerPlace } from '../shape/shape.ts';
import { shapeOf } from '../shape/shapes.ts';
import type { StoredSource } from '../store/store.ts';
import type { Boundary } from './boundary.ts';
import { Capture, type Captured } from './capture.ts';

/** A text that is most of a result and stands escaped in it, stored once more as what it says. */
export interface InnerText {
  /** Where it stands in the result, such as `$.stdout`. */
  readonly path: string;
  /** What keeps it, decoded. */
  readonly handle: Handle;
  readonly captured: Captured;
  readonly description: Description;
}

const stepBytes = 262_144;
/** Of a text so much decides whether it has a form. */
const judgedBytes = 16_384;
/** A longer text is left to the readers of the result itself. */
const maxInnerBytes = 268_435_456;

/** A stored result, and the text that is most of it. */
export interface Unfolded {
  readonly stored: Captured;
  readonly inner?: InnerText;
}

/**
 * Stores the text that is most of a stored result, so that its lines are lines: a log in a field of JSON, or JSON in a
 * string.
 *
 * Contract: without `inner` where there is none, and where anything goes wrong or not all of it could be kept: the result
 * itself is. Where only the decoded text shows a private key, spelled in escapes that hid it from the guard, the result is
 * removed, and the text, masked or refused, takes its place. Memory does not grow with the text.
 */
export async function unfold(boundary: Boundary, stored: Captured): Promise<Unfolded> {
  const { description, handle } = stored;
  if (description === undefined || handle === undefined || handle.gap !== undefined) return { stored };
  const place = shapeOf(description.shape).inner?.(description);
  if (place === undefined || place.byteLength > maxInnerBytes) return { stored };
  const captured = await captureInner(boundary, handle, place);
  if (captured === undefined) return { stored };
  if ((captured.withheldBytes ?? 0) > (stored.withheldBytes ?? 0)) {
    await boundary.store.delete(boundary.scope, handle.id).catch(() => false);
    return { stored: { ...captured, producedBytes: stored.producedBytes } };
  }
  if (captured.handle === undefined || captured.description === undefined) return { stored };
  // What a full store took of it is less than the result keeps.
  if (captured.handle.gap !== undefined) return { stored };
  const { handle: innerHandle, description: innerDescription } = captured;
  return { stored, inner: { path: place.path, handle: innerHandle, captured, description: innerDescription } };
}

async function captureInner(boundary: Boundary, handle: Handle, place: InnerPlace): Promise<Captured | undefined> {
  const capture = startInner(boundary, handle);
  try {
    return await withSource(boundary, handle, async (source) => {
      if (!(await hasForm(source, place))) return undefined;
      await decodeInto(capture, source, place);
      return capture.spillWhole(await capture.end());
    });
  } catch {
    await capture.abort();
    return undefined;
  }
}

async function withSource<T>(
  { store, scope }: Boundary,
  { id }: Handle,
  use: (source: StoredSource) => Promise<T>,
): Promise<T> {
  const source = await store.open(scope, id);
  try {
    return await use(source);
  } finally {
    await source.close();
  }
}

/**
 * Tells from its beginning whether a text has lines, or is JSON: of another its structure and its lines tell nothing. What
 * spells ASCII in escapes may be anything.
 */
async function hasForm(source: StoredSource, { offset, byteLength }: InnerPlace): Promise<boolean> {
  const head = utf8ToString(await source.read(offset, Math.min(byteLength, judgedBytes)));
  return /\\(?:n|u00[0-7])|^\s*[[{]/u.test(head);
}

/** It comes from where the result does, whose exact form is the result's origin, or the result. */
function startInner({ store, scope, settings, keys }: Boundary, handle: Handle): Capture {
  const { originParts: _, originId = handle.id, ...call } = handle.provenance.at(-1) as Provenance;
  return new Capture({ store, scope, settings, keys, provenance: async () => ({ ...call, originId }) });
}

async function decodeInto(capture: Capture, source: StoredSource, { offset, byteLength }: InnerPlace): Promise<void> {
  const pieces = new JsonStringPieces();
  for (let from = 0; from < byteLength; from += stepBytes) {
    const bytes = await source.read(offset + from, Math.min(stepBytes, byteLength - from));
    await capture.write(pieces.write(bytes));
  }
  await capture.write(pieces.end());
}
