/** Bytes shown in one row. */
export const hexRowBytes: number = 16;

/**
 * Writes bytes as a hex dump: rows of position, 16 bytes in hexadecimal, and the printable ASCII among them.
 *
 * Contract: `offset` is the position of the first byte, shown with at least 8 hexadecimal digits. Every row ends with a
 * newline; no bytes, no rows. A full row below 4 GiB is 79 ASCII characters with its newline.
 */
export function formatHexDump(bytes: Uint8Array, offset = 0): string {
  let dump = '';
  for (let at = 0; at < bytes.length; at += hexRowBytes) {
    dump += `${formatHexRow(bytes.subarray(at, at + hexRowBytes), offset + at)}\n`;
  }
  return dump;
}

/** Writes one row of a hex dump. Contract: at most 16 bytes; no newline. */
export function formatHexRow(bytes: Uint8Array, offset: number): string {
  let hex = '';
  let printable = '';
  for (let at = 0; at < hexRowBytes; at++) {
    const byte = bytes[at];
    if (at === hexRowBytes / 2) hex += ' ';
    if (byte === undefined) {
      hex += '   ';
      continue;
    }
    hex += ` ${byte.toString(16).padStart(2, '0')}`;
    printable += byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.';
  }
  return `${offset.toString(16).padStart(8, '0')} ${hex}  |${printable}|`;
}
