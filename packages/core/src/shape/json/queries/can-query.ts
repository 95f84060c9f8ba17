import type { JsonDetails } from '../facts/facts.ts';

/** Bytes of the largest content that a path is applied to: it is read into memory and parsed as a whole. */
export const maxParsedBytes = 134_217_728;
/** With more values than these a query may need more memory or time than it has. */
const maxValues = 4_000_000;
const maxDepth = 1_000;
/** Lines of JSON Lines that may be no JSON before it is known that most are. */
export const maxFaultyLines: number = 100;
/** Keys of a map up to which none can stand there twice unnoticed. */
const maxMapKeys = 32_768;

/**
 * Tells whether a path can be applied to a content.
 *
 * Contract: cautious. True only where a query reads the content as the description has counted it: one document, or
 * lines most of which are documents, no key twice in its object, and within the limits of a query.
 */
export function canQuery(details: JsonDetails): boolean {
  const { isLines, isTranscoded, byteLength, duplicates, deepest, paths } = details;
  const values = paths.reduce((sum, { count }) => sum + count, details.untrackedValues);
  if (byteLength * (isTranscoded ? 2 : 1) > maxParsedBytes || values > maxValues || deepest > maxDepth) return false;
  if (duplicates > 0 || paths.some(({ mapKeys }) => (mapKeys?.count ?? 0) > maxMapKeys)) return false;
  return isLines ? hasEnoughLines(details) : isOneDocument(details);
}

function isOneDocument({ hardFault, smallFault, rootCount }: JsonDetails): boolean {
  return hardFault === undefined && smallFault === undefined && rootCount === 1;
}

/** Two whole lines are never one document. */
function hasEnoughLines({ lineCount, blankLines, faultyLines }: JsonDetails): boolean {
  const documents = lineCount - blankLines - faultyLines;
  return documents >= 2 && documents > faultyLines && faultyLines <= maxFaultyLines;
}

/** Tells whether one of the lines is known to be JSON. Contract: of a content that `canQuery` has let pass. */
export function hasWholeLine(details: JsonDetails, lines: readonly number[]): boolean {
  const { isLines, faultyLines, toldLines } = details;
  if (!isLines || faultyLines === 0) return lines.length > 0;
  if (toldLines.length < faultyLines) return false;
  return lines.some((line) => !toldLines.some((fault) => fault.line === line));
}
