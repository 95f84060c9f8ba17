import { formatCount, plural } from '../../bytes/count-words.ts';
import { SpillwayError } from '../../errors.ts';
import type { OverflowClassification } from '../overflow/classification.ts';
import type { Share, Weight } from '../view/weigh.ts';

/** What fills a request, in words, and what a person can do about it. */
const shares: readonly {
  readonly key: 'tools' | 'instructions' | 'texts' | 'calls' | 'results' | 'media';
  readonly name: (share: Share) => string;
  readonly advice: string;
}[] = [
  {
    key: 'tools',
    name: ({ count }) => `${plural(count, 'tool definition')}`,
    advice: 'Offer fewer tools, or shorter descriptions and schemas.',
  },
  { key: 'instructions', name: () => 'the instructions', advice: 'Shorten the instructions.' },
  {
    key: 'texts',
    name: ({ count }) => `${plural(count, 'text')} of the conversation`,
    advice: 'Send a shorter message, give long texts as files, or go on in a new conversation.',
  },
  {
    key: 'calls',
    name: ({ count }) => `the arguments of ${plural(count, 'call')}`,
    advice: 'Go on in a new conversation.',
  },
  { key: 'results', name: ({ count }) => plural(count, 'tool result'), advice: 'Go on in a new conversation.' },
  { key: 'media', name: ({ count }) => plural(count, 'picture'), advice: 'Send fewer pictures.' },
];

/** What was tried before giving up. */
export type GivenUp = 'nothing-to-shorten' | 'still-too-large';

const told: Readonly<Record<GivenUp, string>> = {
  'nothing-to-shorten': 'Shortening tool results could not make it fit, so nothing was shortened.',
  'still-too-large': 'It was made smaller and sent once more, and refused again.',
};

/**
 * Makes the error that ends an overflow: what fills the window, and what to do.
 *
 * Contract: the message is ours; the provider's words are in `cause`. It is never worth sending the same again.
 */
export function overflowError(
  givenUp: GivenUp,
  classification: OverflowClassification,
  weight: Weight,
  cause: unknown,
): SpillwayError {
  const { limitTokens, limitBytes, outcome, item } = classification;
  const filled = shares
    .map((row) => ({ ...row, share: weight[row.key] }))
    .filter(({ share }) => share.tokens > 0)
    .sort((a, b) => b.share.tokens - a.share.tokens);
  const parts = filled.slice(0, 3).map(({ name, share }) => `${name(share)} ${formatCount(Math.round(share.tokens))}`);
  const message =
    `${saysWhat(classification)}: about ${formatCount(Math.round(weight.tokens))} tokens, ` +
    `${formatCount(weight.byteLength)} bytes. It holds, in tokens: ${parts.join(', ')}. ` +
    `${told[givenUp]} ${filled[0]?.advice ?? ''}`.trimEnd();
  return new SpillwayError({
    code: 'overflow',
    message,
    facts: {
      outcome,
      givenUp,
      isRetryable: false,
      estimatedTokens: Math.round(weight.tokens),
      byteLength: weight.byteLength,
      largest: filled[0]?.key ?? '',
      ...(limitTokens !== undefined && { limitTokens }),
      ...(limitBytes !== undefined && { limitBytes }),
      ...(item !== undefined && { item }),
    },
    cause,
  });
}

/** What was too large, and what is allowed. */
function saysWhat({ outcome, item, ...limits }: OverflowClassification): string {
  const what = item === undefined ? 'The request' : `\`${item}\` of the request`;
  const { limitTokens, limitBytes, limitCharacters, limitCount, rate } = limits;
  const limit =
    (limitTokens !== undefined && `${formatCount(limitTokens)} tokens`) ||
    (rate?.limitTokens !== undefined && `${formatCount(rate.limitTokens)} tokens a minute`) ||
    (limitBytes !== undefined && `${formatCount(limitBytes)} bytes`) ||
    (limitCharacters !== undefined && `${formatCount(limitCharacters)} characters`) ||
    (limitCount !== undefined && `${formatCount(limitCount)} of them`);
  const verb = outcome === 'count' ? 'holds more than the model takes' : 'is too large for the model';
  return `${what} ${verb}${limit ? ` (at most ${limit})` : ''}`;
}
