import { type Wording, withPattern, wording } from './wording.ts';

const noun = '(?:prompt|input|conversation|context|request|query|messages?|history|chat|sequence|text|document)';
const over =
  '(?:exceed(?:s|ed|ing)?|overflow(?:s|ed|ing)?|surpass(?:es|ed)?|too (?:long|large|big|many)|longer than|larger than|greater than|bigger than|(?:not|doesnt|cannot|unable to) fit)';
/** Between two numbers less is needed. */
const overNumber = `(?:${over}|more than|over|above|beyond|>=?)`;
const notTokens = '(?! ?(?:bytes|characters|pixels|images?|mb|kb|pages|requests?|seconds?|ms|output|completion))';
const contextSize = '(?:context|ctx)[ _-]?(?:length|window|size|limit|budget|capacity|buffer|space)s?';
const units =
  '(?:tokens?|context|prompt|n_ctx|ctx|input length|sequence length|window|conversation|history|chat|input|for (?:this|the) model)';

const row = (says: string, source: string): Wording => withPattern({ by: 'any', says }, source);

/**
 * Sentences that nobody has reported yet, by what they must have in common: a noun of the request, a word for too much,
 * and tokens or the context. Looked at where the status or the form says that it is an error, after every look-alike.
 */
const numberRows: readonly Wording[] = [
  row(
    'Prompt of 9000 tokens exceeds the model limit of 8192',
    String.raw`(?:${noun}|tokens?)[^.;]{0,50}?{requested}(?: ${noun}| tokens?|\)|,| which| that| is| are| length| long| in total){0,6} ?${overNumber}[^.;\d]{0,60}?{limit}${notTokens}`,
  ),
  row(
    'The window holds 8192 tokens, but 9000 were sent',
    String.raw`(?:context|window|max(?:imum)?|limit|up to|at most|only|supports?|allows?|allowed)[^.;\d]{0,50}?{limit}(?: ?tokens?)?[^.;\d]{1,60}?(?:request(?:ed)?|got|given|sent|received|contains?|has|have|was|were|is|prompt|input|actual|but|current|found|provided|you|used|total)[^.;\d]{0,30}?{requested}${notTokens}`,
  ),
  row(
    'Over the token limit: 9000 tokens, max 8192',
    String.raw`{requested} (?:input |prompt )?tokens?[,;.]? \(?(?:but )?(?:the |a |of )?(?:models? )?(?:max(?:imum)?|limit|allowed|window|capacity)(?: allowed| tokens?| length)?(?: is| of|:| =)? ?{limit}${notTokens}`,
  ),
  row(
    'Too many tokens: 9000, the maximum is 8192',
    `tokens?: ?{requested},? ?[(]?(?:but )?(?:the |a )?(?:models? )?(?:max(?:imum)?|limit)(?: allowed| tokens?)?(?: is| of|:)? ?{limit}${notTokens}`,
  ),
  row(
    'Token limit exceeded. Max: 8192. Requested: 9000.',
    String.raw`(?:token|context|prompt|input)[^;\d]{0,60}\bmax(?:imum)?(?: is|:)? ?{limit}(?: tokens)?[.,;] ?(?:but |you )?(?:requested|got|received|actual|given|current|sent)(?: is|:)? ?{requested}${notTokens}`,
  ),
  row(
    'You have 9000 tokens in your messages but the maximum is 8192.',
    String.raw`{requested} tokens[^.;\d]{0,40}(?:but|while|and) (?:the )?(?:models? )?(?:max(?:imum)?|limit)[a-z ]{0,20}(?:is|of|:) ?{limit}${notTokens}`,
  ),
  row(
    'prompt length 9000, model max length 8192',
    String.raw`(?:prompt|input|sequence|request)(?: token)? (?:length|size|count|tokens):? ?\(?{requested}\)?[,;]? (?:but )?(?:the )?(?:models? )?(?:max(?:imum)?|limit)[a-z ]{0,24}:? ?\(?{limit}${notTokens}`,
  ),
  row(
    'the context window of 8192 tokens',
    String.raw`(?:${contextSize}|(?:max(?:imum)?|input|token) (?:length|limit|size)|max(?:imum)?|limit)(?: is| of|:| =)? ?\(?{limit}\)? ?tokens\b`,
  ),
];

const phraseRows: readonly Wording[] = [
  row(
    'Context window of 8192 tokens exceeded',
    String.raw`(?:context|prompt|input|token)[^.;\d]{0,30}(?:window|length|size|limit|maximum|budget|capacity)[^.;\d]{0,16}\(?{limit}\)?(?: tokens?)?\)? (?:has been |was |is |been )?(?:exceeded|reached|overflow)`,
  ),
  row(
    'The conversation surpasses the maximum of 8192 tokens',
    String.raw`${noun}[^.;]{0,60}${over}[^.;\d]{0,40}?(?:limit|max(?:imum)?|window|length|size)(?: allowed)?(?: of| is)? \(?{limit}\)? (?:input |prompt |context )?tokens`,
  ),
  row(
    'The context window would overflow',
    String.raw`\b${contextSize}\b[^.;]{0,50}\b${over}|(?<!\b(?:security|ssl|tls|execution|auth|user) )\bcontext (?:is |was |has )?(?:been )?${over}`,
  ),
  row(
    'Too long for the context window',
    String.raw`\b${over}[^.;]{0,50}\b(?:${contextSize}|(?:models?|available|max(?:imum)?|allowed) context)\b`,
  ),
  row(
    'Your conversation is too long',
    String.raw`\b(?:prompt|input|conversation|messages?|history|chat|query|sequence|request)\b(?: text| tokens?| length| token count| size| content| history)?(?: is| are| was| were| has become| got)? too (?:long|large|many tokens|big)(?: for (?:this|the|requested|selected|our)?[^.]{0,20}model)?`,
  ),
  row(
    'Input tokens exceed the maximum',
    String.raw`(?:input|prompt|request|context|message|total)[^.;]{0,30}tokens?(?: count| length| number| limit)?[^.;]{0,24}\b${over}(?: (?:the |your )?(?:models? )?(?:max(?:imum)?|limit|allowed)[a-z ]{0,24}(?:of|is|:) ?\(?{limit})?`,
  ),
  row('Prompt tokens exceeds 8192 limit', 'tokens? exceeds? (?:the |a )?{limit}(?: tokens?)? limit'),
  row(
    'Exceeds the number of input tokens allowed',
    String.raw`\b${over}[^.;]{0,40}(?:number of|max(?:imum)?|allowed|allowable|permitted|input|prompt|supported|model(?:s)?)[^.;]{0,24}\b(?:input tokens?|prompt tokens?|tokens? (?:allowed|permitted|supported|limit|count|length)|input length|prompt length|sequence length|model length)`,
  ),
  row(
    'Your prompt has exceeded the token limit',
    String.raw`\b${noun}[^.;]{0,40}\b${over} (?:the |your )?(?:models? )?(?:max(?:imum)? )?tokens? (?:limit|count|length|budget)`,
  ),
  row(
    'Shorten your prompt',
    String.raw`(?:reduce|shorten|decrease|trim|truncate)(?: the)?(?: length| size| number)?(?: of)?(?: the| your)? (?:tokens in (?:the|your) )?(?:prompt|input|messages?|conversation|context|history|chat)\b(?! (?:images?|rate))`,
  ),
  row(
    'Max input length exceeded: 8192',
    'max(?:imum)? (?:input|prompt|sequence|context)(?: token)? (?:length|size|tokens|limit) (?:was |has been |is )?exceeded(?:: ?{limit})?',
  ),
  row(
    'tokens exceed the model limit (8192)',
    String.raw`\btokens? exceeds? (?:the |your )?(?:models? )?(?:max(?:imum)? )?(?:limit|maximum|capacity)(?: ?(?:of |: ?)?\(?{limit})?`,
  ),
  row('Context limit reached', '\\bcontext (?:limit|window|length|size) (?:was |has been |is )?(?:reached|full)'),
  row(
    'Too many tokens in the prompt',
    `too many tokens(?: (?:in|for) (?:the|your|this)? ?${noun})?(?! (?:per|used|today|this (?:day|week|month)))`,
  ),
  row(
    'Token limit exceeded',
    String.raw`\btokens? (?:limit|count|budget|length)(?: was| has been| is)? (?:exceeded|reached|exceeds)`,
  ),
];

/** The last row only reads a limit: to state a window is no refusal. */
export const genericWordings: readonly Wording[] = [...numberRows.slice(0, -1), ...phraseRows];

/** Those of them that read numbers first of all; they also complete a sentence that is known without any. */
export const numberWordings: readonly Wording[] = numberRows;

/** Two numbers are of tokens only if the sentence around them says so. */
export const numberUnits: RegExp = wording('tokens?|context|prompt|n_ctx|sequence|window|input length|input size');

/** A sentence of these means an overflow only if it speaks of tokens or the context at all. */
export const genericUnits: RegExp = wording(units);

/** Bare words that also tell of budgets, so they count with a status that refuses the request itself. */
export const bareWords: RegExp = wording(
  String.raw`^(?:error:? )?(?:too many tokens|token limit (?:exceeded|reached))\W*$`,
);

/** Tokens that nobody counts: those that let a request in. */
export const otherTokens: RegExp =
  /\b(?:api[ _-]?key|(?:access|auth|bearer|security|session|id|refresh) token|bearer|jwt|header fields?|cookie|ur[il])\b/;
