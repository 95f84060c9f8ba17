import { type ScannedText, unescapeText } from './event-scanner.ts';

/** A text of an event; bytes that are no UTF-8 come as base 64. */
export type EventText = { readonly text: string } | { readonly bytes: string };

/** One line of what ripgrep prints, as far as it is used. */
export interface RipgrepEvent {
  readonly type: string;
  readonly data: {
    readonly path?: EventText;
    readonly lines?: EventText;
    readonly line_number?: number | null;
    readonly absolute_offset?: number;
    readonly submatches?: readonly { readonly match: EventText; readonly start: number; readonly end: number }[];
    readonly stats?: Readonly<Record<string, unknown>>;
  };
}

/** The bytes of a text of an event; none where there is no text. */
export function toBytes(text: EventText | undefined): Buffer {
  if (text === undefined) return Buffer.alloc(0);
  return 'text' in text ? Buffer.from(text.text) : Buffer.from(text.bytes, 'base64');
}

/** A text of an event as text. */
export function toText(text: EventText | undefined): string {
  return text !== undefined && 'text' in text ? text.text : toBytes(text).toString();
}

/** A text that was scanned, under the key that says how it is written. */
export function textOf(key: string, text: ScannedText): string {
  return key === 'bytes' ? Buffer.from(text.raw.toString(), 'base64').toString() : unescapeText(text);
}

/** Bytes of a line without its line feed; undefined where it was too long to be kept. */
export function lineBytesOf(key: string, text: ScannedText): number | undefined {
  if (!text.isWhole) return undefined;
  return withoutLineFeed(
    key === 'bytes' ? Buffer.from(text.raw.toString(), 'base64') : Buffer.from(unescapeText(text)),
  );
}

/** Bytes of a line without its line feed. */
export function withoutLineFeed(line: Buffer): number {
  return line.length - (line.at(-1) === 0x0a ? 1 : 0);
}
