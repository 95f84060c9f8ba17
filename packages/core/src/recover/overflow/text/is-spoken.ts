const maxPlainWords = 4;
const errorWord = /error|exception|status|\b[45]\d\d\b/i;
const streamLine = /^\s*(?:data|event|error|id|retry):/m;

/**
 * Tells whether what stands around a refusal is somebody talking of it, as in an answer of a model, and no prefix of a
 * server. Matters where an answer came with success and nothing says that it is an error.
 */
export function isSpoken(around: string): boolean {
  if (errorWord.test(around) || streamLine.test(around)) return false;
  return around.trim().split(/\s+/).length > maxPlainWords;
}
