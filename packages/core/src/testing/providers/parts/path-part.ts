/** Decodes a part of a path; one that is not encoded well is taken as it is. */
export function decodePathPart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
