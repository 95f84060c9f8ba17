/** Writes each UTF-16 unit of a character as an escape of JSON. */
export function escapeChar(char: string): string {
  return Array.from({ length: char.length }, (_, at) => `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`).join(
    '',
  );
}
