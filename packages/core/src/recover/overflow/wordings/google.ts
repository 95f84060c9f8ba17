import { says, type Wording } from '../rules/wording.ts';

/** Gemini and Vertex AI. */
export const googleWordings: readonly Wording[] = says('google', [
  [
    'The input token count (1200293) exceeds the maximum number of tokens allowed (1048576).',
    String.raw`token count ?(?:\(|of |is |: )?{requested}\)? exceeds? the maximum number of (?:input )?tokens allowed ?(?:\(|of |is |: )?{limit}`,
  ],
  [
    'The input token count exceeds the maximum number of tokens allowed (1048576).',
    String.raw`token count exceeds? the maximum number of (?:input )?tokens allowed(?: ?(?:\(|of |is |: )?{limit})?`,
  ],
  [
    'Unable to submit request because the input token count is 3601938 but model only supports up to 1000000.',
    String.raw`(?:input|prompt) token count (?:is |of |\()?{requested}\)? but (?:the )?model only supports up to {limit}`,
  ],
  [
    'The request has 40000 tokens but the model only supports 32768',
    '{requested} (?:input |prompt )?tokens? but (?:the |this )?model (?:only )?supports (?:only )?(?:up to )?{limit}',
  ],
  [
    'The total number of tokens in the request exceeds the limit of 1048576',
    String.raw`number of (?:input |prompt )?tokens (?:in the (?:request|prompt|input) )?exceeds? the (?:max(?:imum)? )?(?:limit|number)(?: of)?(?: ?\(?{limit})?`,
  ],
]);
