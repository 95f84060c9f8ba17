import { knownTokenBits, knownTokenCount } from './known-token-bits.ts';

/** No token is longer, in UTF-16 units, but for runs of spaces. */
export const maxKnownUnits = 128;
/** What would cost more, in tokens, is looked up among the tokens that are known, which cost `knownCost`. */
export const maxUnknownCost = 1.86;
export const knownCost = 1.5;

/** Each token sets so many bits. */
const probes = 11;
const bitsPerToken = 16;
/** A character of the recorded text holds so many bits, from `0` upwards. */
const bitsPerCharacter = 6;
const firstCharacter = 0x30;
const offsetBasis = 0x811c9dc5;
const prime = 0x01000193;

function knownTokenBitCount(tokenCount: number): number {
  return Math.ceil((tokenCount * bitsPerToken) / bitsPerCharacter) * bitsPerCharacter;
}

const bitCount = knownTokenBitCount(knownTokenCount);

/**
 * Tells whether a part of a text is one token of o200k_base, of those whose letters or symbols say that it is more.
 *
 * Contract: true for all of them, and for about one in 2,000 others.
 */
export function isKnownToken(text: string, from: number, to: number): boolean {
  const hash = hashOf(text, from, to);
  for (let probe = 0; probe < probes; probe++) {
    const bit = probedBit(hash, probe, bitCount);
    const packed = knownTokenBits.charCodeAt((bit / bitsPerCharacter) | 0) - firstCharacter;
    if (((packed >> (bit % bitsPerCharacter)) & 1) === 0) return false;
  }
  return true;
}

/** Makes the text that is recorded of the tokens: a Bloom filter. */
export function formatKnownTokens(tokens: readonly string[]): string {
  const bits = new Uint8Array(knownTokenBitCount(tokens.length));
  for (const token of tokens) {
    const hash = hashOf(token, 0, token.length);
    for (let probe = 0; probe < probes; probe++) bits[probedBit(hash, probe, bits.length)] = 1;
  }
  let text = '';
  for (let from = 0; from < bits.length; from += bitsPerCharacter) {
    let packed = 0;
    for (let bit = 0; bit < bitsPerCharacter; bit++) packed |= (bits[from + bit] as number) << bit;
    text += String.fromCharCode(firstCharacter + packed);
  }
  return text;
}

/** FNV-1a over UTF-16 units. */
function hashOf(text: string, from: number, to: number): number {
  let hash = offsetBasis;
  for (let index = from; index < to; index++) hash = Math.imul(hash ^ text.charCodeAt(index), prime);
  return hash;
}

function probedBit(hash: number, probe: number, bitCount: number): number {
  const stride = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) | 1;
  return ((hash + Math.imul(probe, stride)) >>> 0) % bitCount;
}
