import { type OtherWording, others } from './wording.ts';

/** Everything else that a provider refuses for good; looked at last, as these words are common. */
export const refusalWordings: readonly OtherWording[] = [
  ...others({ outcome: 'none', reason: 'schema' }, [
    [
      'anthropic',
      String.raw`input_schema|extra inputs are not permitted|json schema|invalid schema|schema for (?:function|response_format)|failed to satisfy constraint: member must satisfy|validation errors? for|tools\.\d+\.|additionalproperties|response_schema|invalid json payload received`,
    ],
  ]),
  ...others({ outcome: 'none', reason: 'content_filter' }, [
    [
      'azure',
      'content[_ ](?:filter|management|policy)|content_policy_violation|responsibleai|was filtered|safety (?:system|reasons|policy|settings)|flagged|inappropriate content|data_?inspection_?failed|prohibited|sensitive (?:words?|content)|moderation',
    ],
    ['chinese', '敏感(?:内容|词)|不合规|内容安全'],
  ]),
  ...others({ outcome: 'none', reason: 'authentication' }, [
    [
      'any',
      '(?:invalid|incorrect|missing|no|expired|wrong) (?:x-)?(?:api[ -_]?key|credentials?|(?:security |access |auth(?:entication)? |bearer )?token (?:included|provided|is))|api key (?:not|is|was|expired)|unauthori[sz]ed|permission[ _]denied|not authorized|access ?denied|forbidden|authentication(?: failed| error|_error)',
    ],
  ]),
  ...others({ outcome: 'none', reason: 'parameter' }, [
    [
      'any',
      String.raw`cache_control|temperature|top_p\b|stream options|duplicate document names|reasoning is mandatory|reasoning_effort|tool_choice|unsupported (?:parameter|value)|missing required parameter|field required|invalid value|input should be|model identifier is invalid|unknown (?:parameter|field|model)|^model: |model .{0,80}(?:not found|does not exist|not supported|is not available)|does not support|not a valid model|no endpoints found|stop_?sequences?`,
    ],
  ]),
];
