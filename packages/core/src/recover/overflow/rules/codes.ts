import type { NoOverflowReason, OverflowOutcome } from '../classification.ts';

/** What a code says by itself. */
export interface CodeRule {
  readonly outcome: OverflowOutcome;
  readonly reason?: NoOverflowReason;
  readonly isRetryable?: true;
}

const table = (rule: CodeRule, names: string): [string, CodeRule][] =>
  names
    .trim()
    .split(/\s+/)
    .map((name) => [name, rule]);

/** Codes, types and names of errors, by letters and digits alone. */
const byName = new Map<string, CodeRule>([
  ...table(
    { outcome: 'prompt' },
    `contextlengthexceeded contextlengthexceedederror contextlengtherror contextwindowerror contextwindowexceeded
     contextwindowexceedederror modelcontextwindowexceeded contextsizeexceeded exceedcontextsizeerror contextexceeded
     contextoverflow contextoverflowerror contextlimitexceeded contextcapacityexceeded maxcontextlengthexceeded
     maximumcontextlengthexceeded outofcontexterror modelmaxprompttokensexceeded maxprompttokensexceeded
     toomanyprompttokens prompttoolong errprompttoolong inputtoolong invalidrequestprompttoolong tokenquantityexceeded
     tokenslimitreached toomanytokens tokenstoolong inputtokenslimitexceeded inputtokensexceeded maxinputtokensexceeded
     prompttokensexceeded requesttoolongforcontext exceededcontextlength inputlengthexceeded`,
  ),
  ...table(
    { outcome: 'request_bytes' },
    `requesttoolarge contenttoolarge payloadtoolarge entitytoolarge payloadtoolargeerror functionpayloadtoolarge
     requestentitytoolarge requestentitytoolargeexception`,
  ),
  ...table({ outcome: 'string_length' }, 'stringabovemaxlength'),
  ...table({ outcome: 'none', reason: 'embeddings' }, 'maxtokensperrequest'),
  ...table(
    { outcome: 'none', reason: 'content_filter' },
    'contentfilter contentpolicyviolation responsibleaipolicyviolation datainspectionfailed',
  ),
]);

/** What says that the account or the traffic is the matter; looked at before any sentence. */
const traffic = new Map<string, CodeRule>([
  ...table(
    { outcome: 'none', reason: 'rate_limit', isRetryable: true },
    `ratelimiterror ratelimitexceeded ratelimitreached ratelimited toomanyrequests throttlingexception throttling
     throttled resourceexhausted limitrequests slowdown throttlingratequota limitburstrate modelstreamthrottled
     toomanyrequestsexception`,
  ),
  ...table(
    { outcome: 'none', reason: 'quota' },
    `insufficientquota quotaexceeded exceededcurrentquotaerror usagenotincluded usagelimitreached usagelimitexceeded
     servicequotaexceededexception allocationquota throttlingallocationquota`,
  ),
  ...table(
    { outcome: 'none', reason: 'billing' },
    `billinghardlimitreached billingnotactive paymentrequired insufficientbalance insufficientcredits
     creditbalancetoolow billingerror arrearage`,
  ),
  ...table(
    { outcome: 'none', reason: 'overloaded', isRetryable: true },
    'overloadederror overloaded serveroverloaded modelnotready modelnotreadyexception',
  ),
  ...table(
    { outcome: 'none', reason: 'authentication' },
    `invalidapikey authenticationerror permissionerror permissiondenied accessdeniedexception
     unrecognizedclientexception expiredtokenexception unauthenticated apikeyinvalid`,
  ),
]);

/** Numbers mean something with their provider alone. */
const byProvider: readonly (readonly [RegExp, string, CodeRule])[] = [
  [/zai|z\.ai|zhipu|glm|bigmodel/, '1261', { outcome: 'prompt' }],
  [/cloudflare|workers/, '5021', { outcome: 'prompt_plus_output' }],
  [/workbuddy|codebuddy/, '11115', { outcome: 'prompt' }],
  [/baidu|qianfan|ernie/, '336103', { outcome: 'prompt' }],
  [/mistral/, '5059', { outcome: 'prompt' }],
  [/mistral/, '3059', { outcome: 'prompt' }],
  [/spark|xunfei|iflytek/, '10907', { outcome: 'prompt' }],
  [/zai|z\.ai|zhipu|glm|bigmodel/, '1113', { outcome: 'none', reason: 'billing' }],
];

/** Finds what the codes say of the account or the traffic. */
export function trafficCode(codes: ReadonlySet<string>): CodeRule | undefined {
  return firstOf(codes, traffic);
}

/** Finds what the codes say of the request. */
export function requestCode(codes: ReadonlySet<string>, provider: string): CodeRule | undefined {
  const row = byProvider.find(([who, code]) => codes.has(code) && who.test(provider));
  return row?.[2] ?? firstOf(codes, byName);
}

/** Codes are often the first word of a message instead of a field. */
const codeWord = /\b[a-z]+(?:_[a-z]+)+\b/g;

/** Finds what the codes inside a message say of the request. */
export function codeInText(message: string): CodeRule | undefined {
  return firstOf(new Set(message.match(codeWord)), byName);
}

function firstOf(codes: ReadonlySet<string>, among: ReadonlyMap<string, CodeRule>): CodeRule | undefined {
  for (const code of codes) {
    const rule = among.get(code.replace(/[^a-z0-9]/g, ''));
    if (rule !== undefined) return rule;
  }
  return undefined;
}
