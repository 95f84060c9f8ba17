import { says, type Wording } from '../rules/wording.ts';

/** Servers and gateways that do not answer in English. */
export const languageWordings: readonly Wording[] = [
  ...says('chinese', [
    [
      '输入长度 140000 超过模型最大上下文长度 131072',
      String.raw`(?:输入|提示词?|prompt|请求|上下文|token)[^\d。]{0,16}{requested}[^\d。]{0,12}(?:超过|超出|大于)[^\d。]{0,24}(?:上下文|最大|限制|上限|长度)[^\d。]{0,12}{limit}`,
    ],
    [
      '最大上下文长度为 131072，当前请求 140000',
      String.raw`(?:最大|上限|限制)[^\d。]{0,16}{limit}[^\d。]{0,6}[,;。 ][^\d。]{0,24}(?:请求|输入|当前|实际|消息)[^\d。]{0,16}{requested}`,
    ],
    ['上下文长度超出模型最大限制', '上下文[^。]{0,24}(?:超出|超过|超限|过长|溢出|超长)'],
    [
      '超出最大上下文长度',
      '(?:超出|超过|大于)[^。]{0,24}(?:上下文|token ?(?:数|限制|上限)|最大输入|输入(?:长度)?(?:限制|上限)|模型(?:的)?最大(?:输入)?长度)',
    ],
    [
      'Prompt 超长',
      '(?:prompt|提示词?|输入(?:内容|文本|长度|token ?数?)?|请求(?:内容|文本|长度)|消息|对话|(?<![a-z_])tokens?(?:数|数量|长度)?)[^。,]{0,12}(?:超长|过长|太长|超限|超过(?:了)?(?:最大|上限|限制|模型)|超出(?:了)?(?:最大|上限|限制|模型))(?![^。]{0,6}输出)',
    ],
    ['请压缩上下文', '请(?:压缩|精简|缩短)(?:上下文|输入|提示|对话)'],
  ]),
  ...says('german', [
    [
      'Das Kontextfenster wurde überschritten: 210000 von maximal 200000 Tokens',
      'kontext(?:fenster|länge|größe|limit)?[^.]{0,60}(?:überschritt|überschreit|zu (?:lang|groß|klein)|gesprengt)',
    ],
    [
      'Die Eingabe (210000 Tokens) ist länger als die maximale Kontextlänge (200000 Tokens).',
      String.raw`(?:eingabe|prompt|anfrage|nachrichten?) ?\(?{requested}(?: tokens?)?\)? (?:ist länger als|überschreitet|übersteigt) [^\d.]{0,50}\(?{limit} ?(?:tokens?|\))`,
    ],
    [
      'Die Eingabe ist zu lang für dieses Modell.',
      '(?:eingabe|prompt|anfrage) (?:ist|war) (?:zu lang|zu groß|länger als)[^.]{0,40}(?:modell|kontext|token)|(?:eingabe|prompt|anfrage) (?:überschreitet|übersteigt)[^.]{0,60}(?:kontext|token)',
    ],
  ]),
  ...says('russian', [
    [
      'Превышена максимальная длина контекста',
      '(?:превыш|слишком)[^.]{0,40}контекст|контекст[^.]{0,40}(?:превыш|слишком)',
    ],
  ]),
  ...says('japanese', [
    [
      '最大コンテキスト長を超えています',
      '(?:コンテキスト|プロンプト|入力|トークン)[^。]{0,24}(?:超え|超過|長すぎ|上限)',
    ],
  ]),
  ...says('korean', [
    ['최대 컨텍스트 길이를 초과했습니다', '(?:컨텍스트|프롬프트|입력|토큰)[^.]{0,24}(?:초과|너무 (?:깁|길))'],
  ]),
  ...says('french', [
    [
      'La requête dépasse la longueur maximale du contexte',
      '(?:dépasse|excède)[^.]{0,40}(?:contexte|nombre maximal de (?:tokens|jetons))',
    ],
  ]),
  ...says('spanish', [
    [
      'La entrada excede la longitud máxima de contexto',
      '(?:excede|supera|sobrepasa)[^.]{0,40}(?:contexto|máximo de tokens)',
    ],
  ]),
];
