// How well a classifier does on recorded refusals. One place for the script and for the test.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../packages/core/test/fixtures/providers/', import.meta.url));
/** Files that are no part of what is measured. */
const others = new Set(['own-knowledge.jsonl', 'second-look.jsonl']);

/** Kinds that are labelled an overflow and are none: bytes are no tokens, and nothing of a window is learned from them. */
const decidedKinds = new Set(['request_bytes']);

/** What must be reached; shares of one. */
const bounds = { precision: 1, recall: 0.97, limits: 0.97, requested: 0.97, invented: 0 };

/**
 * @typedef {object} CorpusRow One recorded refusal.
 * @property {string} id
 * @property {Record<string, unknown>} envelope
 * @property {'overflow' | 'not-overflow' | 'ambiguous'} expected
 * @property {string} [kind]
 * @property {number} [limitTokens]
 * @property {number} [requestedTokens]
 * @property {number} [overByTokens]
 * @property {boolean} [isLowerBound]
 * @property {string} source
 *
 * @typedef {{ isOverflow: boolean, limitTokens?: number, requestedTokens?: number }} Classified
 * @typedef {{ right: number, of: number }} Share
 */

/**
 * Reads the rows of one file, or of all that are measured.
 * @param {string} [name]
 * @returns {CorpusRow[]}
 */
export function readCorpus(name) {
  const names = name === undefined ? readdirSync(folder).filter((file) => !others.has(file)) : [name];
  return names
    .sort()
    .flatMap((file) => readFileSync(`${folder}${file}`, 'utf8').trim().split('\n'))
    .map((line) => JSON.parse(line));
}

/**
 * Tells whether a row counts as an overflow; undefined where its text cannot decide.
 * @param {CorpusRow} row
 * @returns {boolean | undefined}
 */
export function isLabelledOverflow({ expected, kind }) {
  if (expected === 'ambiguous') return undefined;
  return expected === 'overflow' && !decidedKinds.has(kind ?? '');
}

/**
 * Measures a classifier on the rows.
 * @param {readonly CorpusRow[]} rows
 * @param {(envelope: Record<string, unknown>) => Classified} classify
 */
export function measure(rows, classify) {
  const decided = rows
    .filter((row) => isLabelledOverflow(row) !== undefined)
    .map((row) => ({ row, found: classify(row.envelope) }));
  const positive = decided.filter(({ row }) => isLabelledOverflow(row));
  const hits = positive.filter(({ found }) => found.isOverflow);
  const claimed = decided.filter(({ found }) => found.isOverflow);
  /** @param {'limitTokens' | 'requestedTokens'} name @returns {Share} */
  const right = (name) => {
    const stated = decided.filter(({ row }) => row[name] !== undefined);
    return { right: stated.filter(({ row, found }) => found[name] === row[name]).length, of: stated.length };
  };
  /** @param {'limitTokens' | 'requestedTokens'} name */
  const invented = (name) => decided.filter(({ row, found }) => row[name] === undefined && found[name] !== undefined);
  return {
    rows: rows.length,
    overflows: positive.length,
    others: decided.length - positive.length,
    ambiguous: rows.length - decided.length,
    precision: { right: hits.length, of: claimed.length },
    recall: { right: hits.length, of: positive.length },
    limits: right('limitTokens'),
    requested: right('requestedTokens'),
    invented: invented('limitTokens').length + invented('requestedTokens').length,
    misread: decided.filter(({ row, found }) => found.isOverflow !== isLabelledOverflow(row)).map(({ row }) => row.id),
  };
}

/**
 * Names what is below its bound.
 * @param {ReturnType<typeof measure>} figures
 * @returns {string[]}
 */
export function belowBounds(figures) {
  const shares = /** @type {const} */ (['precision', 'recall', 'limits', 'requested']);
  const low = shares.filter((name) => figures[name].of === 0 || figures[name].right / figures[name].of < bounds[name]);
  return figures.invented > bounds.invented ? [...low, 'invented'] : low;
}

/**
 * Writes the figures as lines.
 * @param {ReturnType<typeof measure>} figures
 * @returns {string}
 */
export function formatFigures(figures) {
  /** @param {Share} share */
  const share = ({ right, of }) => `${((100 * right) / Math.max(1, of)).toFixed(1)} % (${right} of ${of})`;
  return [
    `refusals: ${figures.rows}: ${figures.overflows} overflows, ${figures.others} others, ${figures.ambiguous} that no text decides`,
    `precision: ${share(figures.precision)}`,
    `recall: ${share(figures.recall)}`,
    `limit right: ${share(figures.limits)}`,
    `requested right: ${share(figures.requested)}`,
    `numbers invented: ${figures.invented}`,
    ...(figures.misread.length > 0 ? [`misread: ${figures.misread.join(', ')}`] : []),
  ].join('\n');
}
