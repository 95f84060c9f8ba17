/** Writes notes as lines. Contract: those for which there is no room in `maxBytes`, encoded, are left out. */
export function fittingNotes(notes: readonly string[], maxBytes: number): string[] {
  let left = maxBytes;
  return notes
    .map((note) => `note: ${note}`)
    .filter((line) => {
      const cost = Buffer.byteLength(JSON.stringify(line));
      if (cost > left) return false;
      left -= cost;
      return true;
    });
}
