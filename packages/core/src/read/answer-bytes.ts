import { jsonEscapedLength } from '../bytes/escaped-length.ts';
import { textBlockFrameBytes } from '../content.ts';

/** `,"_meta":{"spillway/page":}` */
const metaBytes = 27;

/**
 * Measures an answer as it is sent: one text block, and the fields of the page beside it where there are any.
 *
 * Contract: UTF-8 bytes of the JSON; what the sender wraps around it is not in it.
 */
export function answerBytes(text: string, page?: Readonly<Record<string, unknown>>): number {
  const fields = page === undefined ? 0 : metaBytes + Buffer.byteLength(JSON.stringify(page));
  return textBlockFrameBytes + jsonEscapedLength(text) + fields;
}
