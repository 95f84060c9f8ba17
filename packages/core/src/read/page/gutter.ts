/**
 * Writes what stands before a line: its number and `| `, or `+ ` where the line began on an earlier page.
 *
 * Contract: ASCII without characters that JSON escapes, so its length is its cost; no number where none is known.
 */
export function formatGutter(line: number | undefined, isContinued: boolean): string {
  return `${line ?? ''}${isContinued ? '+' : '|'} `;
}

/**
 * Puts the gutter before each line of a content.
 *
 * Contract: the last newline of the content is left out, as a last newline is not a line; an empty content has no line.
 */
export function withGutter(content: string, startLine: number | undefined, startsMidLine: boolean): string {
  if (content === '') return '';
  const lines = (content.endsWith('\n') ? content.slice(0, -1) : content).split('\n');
  return lines
    .map((text, index) => {
      const line = startLine === undefined ? undefined : startLine + index;
      return formatGutter(line, startsMidLine && index === 0) + text;
    })
    .join('\n');
}
