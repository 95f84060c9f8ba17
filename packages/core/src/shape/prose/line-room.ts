/** Of several lines none may take more than this share of the room. */
const oneLineShare = 0.25;
const fewestLineBytes = 200;

/** Returns the most bytes that the row of one line may take. */
export function lineRoom(lineCount: number, maxBytes: number): number {
  return lineCount === 1 ? maxBytes : Math.max(fewestLineBytes, Math.floor(maxBytes * oneLineShare));
}
