import { estimateTokens } from './estimate-tokens.ts';

/** What a provider counted for a request that it answered. */
export interface TokenObservation {
  /**
   * `estimateTokens` of the body that was sent, not scaled; without its images and files, which providers count
   * otherwise.
   */
  readonly estimatedTokens: number;
  /** Bytes of the same. */
  readonly sentBytes: number;
  /** Tokens of the input, as the provider reported them. */
  readonly inputTokens: number;
  /** Tokens from and to a cache, where the provider reports them beside `inputTokens` and not within. */
  readonly cachedTokens?: number;
}

/** What became of an observation; `implausible-low` is how a prompt looks that the provider cut without a word. */
export type ObservationOutcome = 'used' | 'implausible-low' | 'implausible-high';

/** Scales estimates by what a model's tokenizer turned out to count. */
export interface TokenCalibration {
  /** Takes what was counted for one request; what is implausible changes nothing. */
  observe(observation: TokenObservation): ObservationOutcome;
  /** The factor from an estimate to what this model counts: 0.5 to 2. */
  scale(): number;
  /** `estimateTokens`, scaled and rounded up. */
  estimate(text: string | Uint8Array): number;
}

const minScale = 0.5;
const maxScale = 2;
/** A model and its tokenizer may change behind a name: older observations than so many are forgotten. */
const maxKept = 16;
/** Before anything was observed the estimate is taken for right, and that much weight stands for it. */
const priorTokens = 1_000;
/** No tokenizer makes less of a text; a body of JSON holds more than the model is given, but not so much. */
const minPlausibleShare = 0.25;
/** What a provider may add of its own: templates, and tools that it runs itself. */
const maxAddedTokens = 8_192;
/** No tokenizer makes more tokens than there are bytes, and escapes make the bytes sent the more. */
const maxTokensPerByte = 1;

/**
 * Creates the calibration for one model at one endpoint.
 *
 * Contract: `scale` is the median of what was observed, each request with the weight of its size, so that neither small
 * requests nor a few odd ones decide. Keeps 16 observations. Pure: no clock, nothing stored.
 */
export function createTokenCalibration(): TokenCalibration {
  const kept: Ratio[] = [];
  const scale = (): number => {
    const ratio = weightedMedian([...kept, { ratio: 1, weight: priorTokens }]);
    return Math.min(maxScale, Math.max(minScale, ratio));
  };
  return {
    observe(observation) {
      const { estimatedTokens, inputTokens, cachedTokens = 0 } = observation;
      const counted = inputTokens + cachedTokens;
      const outcome = judge(observation, counted);
      if (outcome !== 'used') return outcome;
      kept.push({ ratio: counted / estimatedTokens, weight: estimatedTokens });
      if (kept.length > maxKept) kept.shift();
      return outcome;
    },
    scale,
    estimate: (text) => Math.ceil(estimateTokens(text) * scale()),
  };
}

interface Ratio {
  readonly ratio: number;
  readonly weight: number;
}

/** A usage that is no number at all says as little as one of zero. */
function judge({ estimatedTokens, sentBytes }: TokenObservation, counted: number): ObservationOutcome {
  if (!(estimatedTokens > 0) || !(sentBytes > 0))
    throw new TypeError('estimatedTokens and sentBytes are numbers above zero');
  if (!(counted > 0) || counted < estimatedTokens * minPlausibleShare) return 'implausible-low';
  if (counted > sentBytes * maxTokensPerByte + maxAddedTokens) return 'implausible-high';
  return 'used';
}

/** The ratio that half of the weight is at or below; of two in the middle the higher one. */
function weightedMedian(ratios: readonly Ratio[]): number {
  const rising = [...ratios].sort((a, b) => a.ratio - b.ratio);
  let left = rising.reduce((sum, { weight }) => sum + weight, 0) / 2;
  for (const { ratio, weight } of rising) {
    left -= weight;
    if (left < 0) return ratio;
  }
  return rising.at(-1)?.ratio ?? 1;
}
