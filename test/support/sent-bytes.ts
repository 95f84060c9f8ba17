/**
 * Measures an answer as it is sent, by nothing of what makes it: one text block, and the page beside it where there is one.
 *
 * Contract: UTF-8 bytes of the JSON; what the sender wraps around it is not in it.
 */
export function sentBytes(text: string, page?: object): number {
  const meta = page === undefined ? '' : `,"_meta":${JSON.stringify({ 'spillway/page': page })}`;
  return Buffer.byteLength(`[${JSON.stringify({ type: 'text', text })}]${meta}`);
}
