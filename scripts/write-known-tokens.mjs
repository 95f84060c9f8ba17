/*
 * Writes packages/core/src/recover/estimate/known-token-bits.ts: the tokens of o200k_base that the token estimate would
 * count twice or more by their characters. Needs a build (`npm run build`), and is run when the costs of characters
 * change.
 */
import { writeFileSync } from 'node:fs';
import { decode } from 'gpt-tokenizer/encoding/o200k_base';
import {
  formatKnownTokens,
  maxKnownUnits,
  maxUnknownCost,
} from '../packages/core/dist/recover/estimate/known-tokens.js';
import { TokenScan } from '../packages/core/dist/recover/estimate/token-scan.js';

const file = new URL('../packages/core/src/recover/estimate/known-token-bits.ts', import.meta.url);
/** Tokens of text; those behind them are marks of the protocol. */
const vocabularySize = 199_998;
const lineLength = 180;

/** @param {string} token */
const costOf = (token) => new TokenScan(() => false).write(token).tokens;

const tokens = [];
for (let id = 0; id < vocabularySize; id += 1) {
  const token = decode([id]);
  if (token.length <= maxKnownUnits && !token.includes('\ufffd') && costOf(token) > maxUnknownCost) tokens.push(token);
}

const text = formatKnownTokens(tokens);
const lines = [];
for (let from = 0; from < text.length; from += lineLength)
  lines.push(`  '${text.slice(from, from + lineLength).replaceAll('\\', '\\\\')}',`);

writeFileSync(
  file,
  `/*
 * Which tokens of o200k_base (the vocabulary of GPT-4o, as the package gpt-tokenizer has it; MIT) cost one token although
 * their characters say more: a Bloom filter of them, six bits a character. Written by scripts/write-known-tokens.mjs;
 * docs/decisions/0012-token-estimate.md says why.
 */

export const knownTokenCount = ${tokens.length};

export const knownTokenBits: string = [
${lines.join('\n')}
].join('');
`,
);
console.log(`${tokens.length} tokens, ${text.length} characters`);
