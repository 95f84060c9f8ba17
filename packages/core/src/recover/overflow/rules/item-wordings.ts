import { type OtherWording, others } from './wording.ts';

/** One part of the request is too large, whatever the window. */
export const itemWordings: readonly OtherWording[] = [
  ...others({ outcome: 'string_length' }, [
    ['openai', String.raw`string too long\W{1,3}expected a string with max(?:imum)? length {limitCharacters}`],
    ['openai', 'string too long|string_above_max_length'],
    ['bedrock', String.raw`expected maxlength: ?{limitCharacters}, actual: ?\d+`],
    ['pydantic', '(?:string should have|ensure this value has) at most {limitCharacters} characters?'],
    [
      'any',
      '(?:exceeds?|longer than|more than|at most|over|maximum(?: length)?(?: of| is)?|limit(?: of| is)?) ?(?:the )?(?:max(?:imum)?(?: of)? )?{limitCharacters} characters',
    ],
    ['baidu', 'max input characters(?: is)? {limitCharacters}'],
    ['any', '(?:too many|maximum number of|max) (?:input )?characters'],
  ]),
  ...others({ outcome: 'image' }, [
    [
      'anthropic',
      'image (?:exceeds|dimensions?|size|too large|is too large|was too large|file)|image_too_large|image dimensions exceed|(?:size|dimensions?) of (?:the |an? )?image',
    ],
    [
      'any',
      '(?:image|picture|photo|media)[^.]{0,60}(?:exceeds?|too (?:large|big)|larger than|max(?:imum)? allowed)[^.]{0,60}(?:pixels?|px|mb|kb|bytes|size|dimensions?)',
    ],
    [
      'any',
      '{limitCount} pixels|reduce the (?:size|number|resolution) of (?:your|the) images?|图片(?:大小|过大|超过|尺寸)',
    ],
  ]),
  ...others({ outcome: 'count' }, [
    [
      'openai',
      String.raw`invalid (?:tools|functions|messages|input|inputs|images?|[a-z_.[\]0-9]*content): array too long\W{1,3}expected an array with max(?:imum)? length {limitCount}`,
    ],
    ['bedrock', 'image_count > ?{limitCount}'],
    [
      'anthropic',
      'max(?:imum)? (?:number )?of {limitCount} (?:pdf pages|pages|images?|documents?|files?|tools?|functions?|messages)',
    ],
    [
      'any',
      String.raw`(?:more than|at most|up to|maximum(?: is| of)?|limit(?: is| of)?|exceeds?(?: the)?(?: (?:maximum|limit))?(?: of)?) ?{limitCount} (?:pdf |function |tool |input |content )?(?:pages?|images?(?:\(s\))?|documents?|files?|tools?|functions?|function declarations?|declarations|attachments?|videos?|audios?)(?![a-z])`,
    ],
    [
      'any',
      'too many (?:images?|tools?|functions?|function declarations|documents?|pages?|attachments?|files|content blocks|messages|pdf pages)',
    ],
    [
      'any',
      '(?:maximum|max|total|the) number of (?:images?|tools?|functions?|documents?|pages|attachments|files|messages)',
    ],
    [
      'any',
      '(?:tools|functions|images|documents)(?: array)?(?: count| list| length)? (?:exceeds?|must (?:not exceed|be at most|contain at most|have at most)|too (?:long|many))',
    ],
  ]),
  ...others({ outcome: 'request_bytes' }, [
    ['google', 'payload size exceeds the limit: ?{limitBytes} bytes'],
    ['openai', String.raw`max(?:imum)? content size limit \({limitBytes}\) exceeded`],
    ['kimi', String.raw`message size:? ?\(?\d+\)? exceeds? (?:the )?limit:? ?(?:of )?\(?{limitBytes}`],
    ['aiohttp', 'max(?:imum)? request body size:? ?{limitBytes}'],
    ['grpc', String.raw`(?:received|sent|trying to send) message larger than max \(\d+ vs\. {limitBytes}`],
    [
      'aws',
      '(?:at|value) ?(?:at )?body failed to satisfy constraint: member must have length less than or equal to {limitBytes}',
    ],
    [
      'any',
      String.raw`(?:limit|maximum|max|exceeds?|larger than|greater than|over|allowed)[^.\d]{0,40}{limitBytes} ?(?:bytes|b)\b`,
    ],
    [
      'any',
      String.raw`(?:request|payload|body|content|entity|message)(?: entity| body| payload| content)? (?:is |was )?too (?:large|big)(?! for (?:the |this |our )?(?:context|model))|too large\W{1,3}(?:request|payload|entity)|payloadtoolarge|entity\.too\.large|request_too_large|content_too_large|requesttoolarge|payload_too_large|request too long(?! for)`,
    ],
    [
      'anthropic',
      'request exceeds the maximum (?:allowed )?(?:number of bytes|size)|exceeds? the maximum (?:allowed )?(?:request|payload|body|upload|file|message)? ?size',
    ],
    ['bedrock', 'too many total text bytes|total text bytes'],
    [
      'axum',
      '(?:body|request|content)[^.]{0,40}length limit exceeded|failed to buffer the request body|content[ -]length:? ?[0-9]{0,12} ?exceeds|request body (?:size )?(?:exceeds|limit|exceeded)|exceeds? (?:the )?(?:max(?:imum)? )?(?:request|payload|body|message|input|content) (?:payload |body )?size|(?:request|payload|body|message|input)(?: payload| body| data)? size (?:limit )?(?:exceed|exceeds|exceeded|is|of|larger)',
    ],
    [
      'any',
      String.raw`\b\d+(?:\.\d+)? ?(?:mb|mib|kb|kib|gb)\b[^.]{0,60}(?:limit|max|exceed|allowed|large)|(?:limit|max|exceed|allowed|larger than)[^.]{0,60}\b\d+(?:\.\d+)? ?(?:mb|mib|kb|kib|gb)\b`,
    ],
    ['chinese', '请求体?(?:过大|太大|超过大小)'],
  ]),
];
