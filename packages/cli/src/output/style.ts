/** Marks text for a terminal; returns it as it is where colour is not wanted. */
export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  green(text: string): string;
  red(text: string): string;
}

/**
 * Creates the style of one stream.
 *
 * Contract: plain unless the stream is a terminal, and plain when `NO_COLOR` is set to anything but the empty string
 * (https://no-color.org) or `TERM` is `dumb`.
 */
export function createStyle(stream: { isTTY?: boolean }, env: Readonly<Record<string, string | undefined>>): Style {
  const isPlain = stream.isTTY !== true || (env.NO_COLOR ?? '') !== '' || env.TERM === 'dumb';
  const wrap = (open: number, close: number) => (text: string) =>
    isPlain ? text : `\u001b[${open}m${text}\u001b[${close}m`;
  return { bold: wrap(1, 22), dim: wrap(2, 22), green: wrap(32, 39), red: wrap(31, 39) };
}
