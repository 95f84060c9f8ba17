import { formatNotice, type ParsedNotice, parseNotice } from '../../bound/notice.ts';
import { textBlockBytes } from '../../bound/present.ts';
import { formatCall } from '../../content.ts';

/**
 * Makes a notice shorter: the same facts, handle and calls over fewer lines of its preview.
 *
 * Contract: returns `undefined` for what is no notice, for one whose result was not kept, and where not even its first
 * line and its calls fit.
 */
export function shortenNotice(text: string, maxBytes: number): string | undefined {
  const parsed = parseNotice(text);
  if (parsed?.handle === undefined) return undefined;
  const calls = parsed.calls.map((call) => (typeof call === 'string' ? call : formatCall(call)));
  const lines = parsed.preview.split('\n');
  for (let count = lines.length; count >= 0; count = count > 8 ? Math.floor(count * 0.75) : count - 1) {
    const shorter = write(parsed, lines.slice(0, count), calls);
    if (textBlockBytes(shorter) <= maxBytes) return shorter;
  }
  return undefined;
}

function write(parsed: ParsedNotice, lines: readonly string[], calls: readonly string[]): string {
  const preview = lines.join('\n');
  return formatNotice(
    { ...parsed, shownBytes: Math.min(parsed.shownBytes, Buffer.byteLength(preview)) },
    preview,
    calls,
  );
}
