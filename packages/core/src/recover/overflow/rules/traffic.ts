import { type OtherWording, others, wording } from './wording.ts';

/** What is said of the account. */
export const accountWordings: readonly OtherWording[] = [
  ...others({ outcome: 'none', reason: 'billing' }, [
    [
      'any',
      String.raw`credit balance|payment required|can only afford|requires more credits|out of credits|not enough credits|insufficient (?:credits?|balance|funds?|account balance)|billing (?:plan|hard limit|not active|account)|\bin arrears\b|account(?: is)? overdue`,
    ],
    ['chinese', '余额不足|欠费|账户余额|充值'],
    ['openrouter', 'create a key with a higher (?:monthly|daily|weekly|total)? ?limit|key limit exceeded'],
  ]),
  ...others({ outcome: 'none', reason: 'quota' }, [
    [
      'anthropic',
      String.raw`extra usage is required|usage limits?\. you will regain access|workspace api usage limits|out of extra usage`,
    ],
    ['zai', 'usage limit (?:reached|exceeded)|limit will reset at|weekly.{0,20}limit (?:reached|exhausted)'],
    [
      'openai',
      'exceeded your current quota(?!.{0,700}(?:retry in|per_?minute))|insufficient[_ ]quota|quota_exceeded|monthly (?:usage |spend(?:ing)? )?limit',
    ],
    ['kimi', 'exceeded current quota|suspended due to insufficient'],
    [
      'any',
      'resource quota exceeded|quota (?:has been |is )?(?:exhausted|used up)|exceeded (?:the |your )?(?:free|monthly|daily|weekly) (?:tier |usage )?(?:quota|allowance|limit)|(?:budget|spend(?:ing)? limit) (?:has been |was )?(?:exceeded|reached)|exceeded (?:the |your )?(?:token |monthly |crossed )?budget|allocated quota exceeded',
    ],
    [
      'openai',
      String.raw`enqueued token limit|(?:daily|monthly|weekly|hourly|organi[sz]ation|workspace|team|account|plan|free tier|trial|subscription)[^.]{0,30}\btokens? (?:usage )?(?:limit|quota|budget|allowance)|tokens? (?:limit|quota)[^.]{0,30}(?:today|this (?:day|week|month)|(?:your|this|current) (?:plan|subscription|account|organi[sz]ation))`,
    ],
    ['chinese', '额度(?:不足|已用完|用尽)|配额(?:不足|已用完|超限)'],
  ]),
];

/** What is said of the traffic; each may be sent again. */
export const trafficWordings: readonly OtherWording[] = [
  ...others({ outcome: 'none', reason: 'rate_limit', isRetryable: true }, [
    [
      'any',
      String.raw`\brate[ _-]?limit|ratelimit|too many requests|too_many_requests|qps request limit|request limit reached|request rate (?:increased|exceeded|limit)|rate (?:is )?exceeded|\bslow down\b`,
    ],
    [
      'openai',
      String.raw`\(?\b(?:tpm|rpm|tpd|rpd|itpm|otpm)\b\)?|tokens? per (?:min(?:ute)?|day|hour|second|month)|requests? per (?:min(?:ute)?|day|hour|second)|per[- ]minute|per[- ]day\b`,
    ],
    ['bedrock', 'throttl|please wait before trying again|try again tomorrow'],
    [
      'google',
      '(?:resource[ _](?:has been )?exhausted|resourceexhausted)(?!.{0,60}message larger than)|quota exceeded for (?:metric|quota metric|aiplatform)|requests? quota',
    ],
    [
      'zai',
      'concurrency (?:limit|too high)|too many concurrent|max(?:imum)? (?:organization )?concurrency|high concurrency',
    ],
    ['chinese', '请求(?:过于|太)频繁|频率(?:限制|超限|过高)|限流|速率限制|并发(?:数|限制|超)|每分钟|过于频繁'],
    ['any', String.raw`\b(?:anfragelimit|ratenbegrenzung|zu viele anfragen)\b`],
  ]),
  ...others({ outcome: 'none', reason: 'overloaded', isRetryable: true }, [
    [
      'any',
      String.raw`\boverloaded\b|overloaded_error|(?:at|over|no|insufficient) (?:available )?capacity\b(?! of block)|model is (?:currently )?(?:busy|loading|warming)|server (?:is )?(?:busy|too busy)|high demand|no (?:available|healthy) (?:instances?|workers?|upstream|backends?)`,
    ],
    ['chinese', '服务(?:过载|繁忙)|系统繁忙|访问量过大|负载(?:过高|较高)'],
  ]),
];

/**
 * A limit a minute that this one request is over: waiting never helps. Named numbers decide, so `Used` has no place
 * here.
 */
export const oversizedWording: RegExp = wording(
  String.raw`\blimit:? {limit}(?:[^\d]{0,24}min(?:ute)?)?\W{1,3}(?:used:? \d+\W{1,3})?(?:requested|current(?: request)?):? {requested}`,
);
