/** Up to this size the native parser is quicker than a scan, most of all in the first thousand messages. */
const SMALL_BYTES = 4_096;

/** The members of a small JSON-RPC object. */
export interface SmallMessage {
  /** A whole number or a string, as raw JSON: equal ids are equal texts. */
  readonly id: string;
  readonly text: string;
  readonly members: Readonly<Record<string, unknown>>;
}

/**
 * Parses a small JSON-RPC object that has an id.
 *
 * Contract: `undefined` for everything else, for ids whose text could differ from the sender's, and for what is not
 * valid JSON: the scan decides on these.
 */
export function parseSmallMessage(bytes: Buffer): SmallMessage | undefined {
  if (bytes.length > SMALL_BYTES || bytes[0] !== 0x7b) return undefined;
  const text = bytes.toString('utf8');
  let members: Record<string, unknown>;
  try {
    members = JSON.parse(text) as Record<string, unknown>;
  } catch {
    return undefined;
  }
  const { id } = members;
  if (typeof id === 'number' && Number.isSafeInteger(id) && id > 0) return { id: String(id), text, members };
  return typeof id === 'string' && id.isWellFormed() ? { id: JSON.stringify(id), text, members } : undefined;
}
