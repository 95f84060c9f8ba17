import { utf8ToString } from '../../bytes/decode.ts';
import { sanitizeText } from '../../bytes/sanitize.ts';
import { nameBase64 } from './base64.ts';

const carriageReturn = 0x0d;

/** Escape sequences that put the cursor at the start of the line, as a carriage return does. */
const cursorToStart = /\u001b\[[01]?G/gu;
/** CSI, OSC, character set and two-byte escape sequences (ECMA-48 §5). */
const escapeSequence = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[()][0-9A-B]|[@-Z\\^_=>78c])/gu;

/**
 * Turns the bytes of one line into text to be shown.
 *
 * Contract: a progress display is folded to its last frame; colours and cursor movements are left out; long base64 is
 * named by type and size; what no provider accepts becomes a picture. The text holds no CR and no LF. `isCut` says that
 * the line goes on behind `bytes`.
 */
export function lineText(bytes: Uint8Array, isCut = false): string {
  let text = utf8ToString(lastFrame(bytes));
  if (text.includes('\u001b')) {
    const moved = text.replace(cursorToStart, '\r').replace(escapeSequence, '').replace(/\r+$/u, '');
    text = moved.slice(moved.lastIndexOf('\r') + 1);
  }
  if (text.startsWith('\ufeff')) text = text.slice(1);
  return sanitizeText(nameBase64(text, isCut)).text;
}

/** The CRs that end a line draw nothing; what stands before the last other one was drawn over. */
function lastFrame(bytes: Uint8Array): Uint8Array {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === carriageReturn) end--;
  const line = bytes.subarray(0, end);
  return line.subarray(line.lastIndexOf(carriageReturn) + 1);
}
