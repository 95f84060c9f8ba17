import { itemWordings } from './item-wordings.ts';
import { type OtherWording, others } from './wording.ts';

const maxTokens =
  '(?:max_(?:completion_|output_|new_|gen_)?(?:tokens|len(?:gth)?)|max(?:output|completion|new)? ?tokens(?:tosample)?|maxoutputtokens|max_tokens_to_sample|(?:max(?:imum)? )?(?:output|completion|new) tokens|num_predict|n_predict)';

/** Settings that contradict each other, on either side. */
const budgets: readonly OtherWording[] = others({ outcome: 'none', reason: 'parameter' }, [
  ['anthropic', 'budget_tokens|thinking budget|thinking_budget'],
  ['llama.cpp', 'context (?:window|length|size) (?:is )?too small|gpu_memory_utilization|n_ctx_train|training context'],
]);

/** The reserved output is over what the model writes at most; the window has no part in it. */
const outputs: readonly OtherWording[] = others({ outcome: 'output_cap' }, [
  [
    'anthropic',
    String.raw`max_tokens: ?\d+ ?> ?{limitOutput}, which is the max(?:imum)? allowed number of output tokens`,
  ],
  ['openai', 'supports at most {limitOutput} (?:completion|output) tokens'],
  [
    'any',
    String.raw`${maxTokens}[^.]{0,60}(?:cannot exceed|must not exceed|at most|less than or equal to|<=|the valid range of max_tokens is \[\d+,|should be \[\d+,|max(?:imum)? (?:allowed )?output tokens) ?\(?{limitOutput}`,
  ],
  ['bedrock', 'max(?:imum)? tokens you requested exceeds the model limit of {limitOutput}'],
  [
    'any',
    `${maxTokens}[^.]{0,40}(?:too (?:large|big|high|small|low)|at least|at most|less than|greater than|lower than|higher than|must be|should be|cannot|can not|not exceed|exceeds?|above|below|over the|between|out of range|invalid|not valid|illegal|not in range|range|<=|>)`,
  ],
  ['any', `(?:invalid|illegal|unsupported|bad)(?: value)?(?: for| of)?(?: the)?(?: parameter)?:? ?${maxTokens}`],
  ['any', `(?:range|value|parameter|limit|maximum)(?: value)? (?:of|for) ${maxTokens}`],
  ['any', `(?:parameter|argument|field|value) ${maxTokens}`],
  ['bedrock', 'max(?:imum)? tokens you requested exceeds'],
  [
    'any',
    '(?:output|completion|generation|response)(?: length| tokens?)?[^.]{0,24}(?:exceeds?|too (?:long|large)|limit(?: was)? (?:reached|exceeded))(?![^.]{0,40}context)',
  ],
  ['openai', 'max_tokens or model output limit was reached|higher max_tokens'],
  ['databricks', 'reduce the length of max output tokens'],
  ['zai', 'max_tokens ?参数|参数 ?max_tokens|max_tokens[^。]{0,12}(?:非法|超出|超过|范围)'],
  ['any', '(?:request )?fewer output tokens|maxoutputtokens'],
]);

/** The messages break a rule of their order or form. */
const histories: readonly OtherWording[] = others({ outcome: 'none', reason: 'history_shape' }, [
  [
    'anthropic',
    'tool_use ids? (?:were|was)? ?(?:found )?without|unexpected tool_use_id|tool_use_id found in tool_result|corresponding tool_(?:use|result) block|each tool_(?:use|result) (?:block )?must|tool_result blocks? (?:that )?(?:are|is) not|multiple tool_result blocks|duplicate tool_use|tool_use ids must be unique',
  ],
  [
    'openai',
    'tool_calls? must be followed by tool messages|tool_call_ids? (?:did not have|not found|.{0,40}response messages)|role tool must be a response|messages? with role tool must|no tool (?:call|output) found for|function_call_output|tool call(?: id)? (?:not found|mismatch)|missing tool (?:call|result|response)',
  ],
  [
    'bedrock',
    'text field in the contentblock object|number of tooluse blocks|toolresult blocks? at|number of toolresult blocks|expected tooluse|expected toolresult|contentblock object at .{0,60} (?:is blank|must set)|conversation must (?:start|end|alternate)|roles must alternate|a conversation must',
  ],
  [
    'anthropic',
    'text content blocks must (?:be non-?empty|contain non-?whitespace)|must have non-?empty content|content (?:cannot|must not|should not|can not|may not) be (?:empty|blank|null)|non-?empty content|final assistant content cannot end with trailing whitespace|at least one message is required|messages? (?:cannot|must not|should not) be empty|empty messages?|contents? (?:is|are) (?:not specified|empty)|thinking blocks? .{0,80}(?:cannot be modified|must be)|expected (?:a )?thinking or redacted_thinking|first block must be|messages: first message must use',
  ],
  [
    'google',
    'function response parts is equal to|function call turn comes immediately after|ensure that function call|must include at least one parts field|parts field',
  ],
  [
    'llama.cpp',
    String.raw`failed to parse tool call arguments|parse(?: the)? tool[ _]call arguments|arguments? (?:must be|is not|are not|isnt) (?:a )?valid json|invalid json in (?:tool|function)[ _]call|function(?:\.| )arguments .{0,40}json|after the optional system message|roles? must alternate`,
  ],
  [
    'mistral',
    'unexpected role|expected last role|not the same number of function calls and responses|assistant message must have either content or tool_calls|tool call ids? (?:should|must)',
  ],
  [
    'chinese',
    'is too short - messages|minimum length 1, but got|toolconfig field must be defined|must contain thinking|length must be an odd number|消息(?:不能|不可)为空|tool_calls.{0,20}(?:缺少|不匹配)|内容不能为空',
  ],
]);

/** Other models than those that chat have limits of their own. */
const embeddings: readonly OtherWording[] = [
  ...others({ outcome: 'none', reason: 'embeddings' }, [
    [
      'any',
      String.raw`max(?:imum)? \d+ tokens per request|too many inputs in request|text-embedding-|embedding (?:model|request|input|batch)|physical batch size|max_tokens_per_request|rerank`,
    ],
  ]),
];

/** What reads like an overflow and is none; looked at after the wordings of overflow. */
export const lookAlikes: readonly OtherWording[] = [
  ...histories,
  ...itemWordings,
  ...budgets,
  ...outputs,
  ...embeddings,
];
