import type { TextEncoding } from '../bytes/byte-source.ts';
import { detectEncoding } from '../bytes/encoding.ts';
import { binaryShape } from './binary.ts';
import { jsonLinesShape, jsonShape } from './json.ts';
import { logShape } from './log.ts';
import { proseShape } from './prose.ts';
import type { Shape, ShapeName } from './shape.ts';
import { tableShape } from './table.ts';

/** Every kind of content. A new kind is a new row. */
const shapes: Readonly<Record<ShapeName, Shape>> = {
  log: logShape,
  prose: proseShape,
  json: jsonShape,
  'json-lines': jsonLinesShape,
  table: tableShape,
  binary: binaryShape,
};

/** Returns the shape of a name. */
export function shapeOf(name: ShapeName): Shape {
  return shapes[name];
}

/**
 * Chooses the shape that is surest of a content, the first of several.
 *
 * Contract: `head` are its first bytes, decoded to UTF-8 where it is UTF-16; `complete` says that they are all. `known`
 * says what is known of the encoding: a text is never taken for binary.
 */
export function detectShape(head: Uint8Array, complete: boolean, known?: TextEncoding): Shape {
  if ((known ?? detectEncoding(head, complete)) === 'binary') return shapes.binary;
  const candidates = Object.values(shapes).filter((shape) => shape !== shapes.binary);
  const sureness = candidates.map((shape) => shape.detect(head, complete));
  const best = sureness.indexOf(Math.max(...sureness));
  return candidates[best] ?? shapes.prose;
}
