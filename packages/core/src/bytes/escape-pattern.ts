/**
 * Escapes a text, so that a regular expression finds it as it stands.
 *
 * Contract: for RE2 and for JavaScript with the flag `u`, outside of a class.
 */
export function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
