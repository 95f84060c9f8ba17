import type { JsonDetails, PathFacts } from '../../../src/shape/json/facts/facts.ts';
import { jsonLinesShape, jsonShape } from '../../../src/shape/json.ts';
import type { Description } from '../../../src/shape/shape.ts';

const encoder = new TextEncoder();

/** What the JSON shapes say about a content. */
export interface Told {
  readonly description: Description;
  readonly details: JsonDetails;
  readonly headline: string;
  readonly preview: string;
  readonly path: (path: string) => PathFacts | undefined;
}

/** Describes a content that is written in pieces of so many bytes. */
export function describeJson(
  content: string | Uint8Array,
  options: { isLines?: boolean; widths?: readonly number[]; maxBytes?: number } = {},
): Told {
  const shape = options.isLines ? jsonLinesShape : jsonShape;
  const bytes = typeof content === 'string' ? encoder.encode(content) : content;
  const describer = shape.createDescriber();
  const widths = options.widths ?? [65_536];
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const width = widths[turn % widths.length] as number;
    describer.write(bytes.slice(at, at + width));
    at += width;
  }
  const description = describer.end();
  const details = description.details as JsonDetails;
  return {
    description,
    details,
    headline: description.headline,
    preview: shape.preview(description, options.maxBytes ?? 4_096),
    path: (path) => details.paths.find((facts) => facts.path === path),
  };
}

/** 7,000 orders, 10 of which have failed: those at 412, 1112, 1812 and so on. */
export function orders(count = 7_000): Record<string, unknown>[] {
  return Array.from({ length: count }, (_, at) => ({
    id: 10_001 + at,
    status: at % 700 === 412 ? 'failed' : 'ok',
    price: ((at * 7_919) % 100_000) / 100,
    customer: { name: `Customer ${(at * 31) % 997}`, city: ['Berlin', 'Oslo', 'Paris'][at % 3] },
    createdAt: new Date(1_770_000_000_000 + at * 61_000).toISOString(),
    tags: ['a', 'new', 'sale'].slice(0, at % 4),
    note: at === 5_000 ? 'call back' : null,
  }));
}
