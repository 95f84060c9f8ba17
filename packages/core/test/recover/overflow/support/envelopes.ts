import { readFileSync } from 'node:fs';
import { readCorpus } from '../../../../../../scripts/corpus/measure.mjs';
import type { NoOverflowReason, OverflowOutcome } from '../../../../src/recover/overflow/classification.ts';
import type { ErrorEnvelope } from '../../../../src/recover/overflow/envelope.ts';

/** An envelope written from what is known of a provider, before any rule was tuned to it. */
export interface KnownRow {
  readonly id: string;
  readonly envelope: ErrorEnvelope;
  readonly outcome: OverflowOutcome;
  readonly reason?: NoOverflowReason;
  readonly limitTokens?: number;
  readonly requestedTokens?: number;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly overByTokens?: number;
  readonly isLowerBound?: boolean;
}

export const knownRows: readonly KnownRow[] = readRows('own-knowledge.jsonl');

/** Envelopes that were written later, to see how the rules do on what they were not written for. */
export const laterRows: readonly (Omit<KnownRow, 'outcome' | 'reason'> & { readonly isOverflow: boolean })[] =
  readRows('second-look.jsonl');

function readRows<Row>(name: string): readonly Row[] {
  const text = readFileSync(new URL(`../../../fixtures/providers/${name}`, import.meta.url), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** Bodies that say of themselves that they succeeded cannot be wrapped into an error. */
const succeeded = /^(?:conversation-text|mcp-doc|success-text|delta-text|stop-window|openai-length|mimo-length-zero)$/;

/** Every envelope that is an error, of all files. */
export const errorEnvelopes: readonly { readonly id: string; readonly envelope: ErrorEnvelope }[] = [
  ...readCorpus().filter(({ expected }) => expected !== 'ambiguous'),
  ...knownRows,
  ...laterRows,
].filter(({ id }) => !succeeded.test(id));

/** Writes a value as Python's repr does. */
export function toPython(value: unknown): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return toPythonString(value);
  if (Array.isArray(value)) return `[${value.map(toPython).join(', ')}]`;
  return `{${Object.entries(value)
    .map(([key, entry]) => `${toPython(key)}: ${toPython(entry)}`)
    .join(', ')}}`;
}

function toPythonString(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = text.replace(/\\/g, '\\\\').replace(/\n/g, '\\n').replaceAll(quote, `\\${quote}`);
  return `${quote}${escaped}${quote}`;
}

/** Writes a body as it goes over the wire. */
export function toText(body: unknown): string {
  return typeof body === 'string' ? body : JSON.stringify(body);
}
