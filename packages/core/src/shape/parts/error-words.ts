/** Words of English, and of other languages below, that say that something failed, from the strongest down. */
const ranks: readonly RegExp[] = [
  /\b(?:fatal|panic(?:ked)?|emerg(?:ency)?|segfault|segmentation fault|out of memory|oom[- ]?kill(?:ed|er)?|core dumped|unhandled|uncaught)\b|致命|崩溃|クラッシュ/i,
  /\b(?:errors?|err|exceptions?|critical|crit|traceback|assert(?:ion)?s?)\b|[a-z](?:Error|Exception)\b|\berror(?=\[|TS)|\b(?:errore[si]?|erros?|erreurs?)\b|fehler|ошибк|错误|錯誤|异常|異常|例外|エラー|오류/i,
  /\b(?:fail(?:s|ed|ure|ures|ing)?|corrupt(?:ed|ion)?|mismatch|denied|refused|rejected|abort(?:ed|ing)?|killed|timed? ?out|timeout|cannot|could ?n[o']t|unable|invalid|missing|undefined reference|not found|no such)\b|✗|✖|❌|fehlgeschlagen|échec|échou|\bfall(?:ó|os?\b)|\bfalha|не удалось|сбой|失败|失敗|실패/i,
  /\b(?:warn(?:ing)?s?|alert|deprecated|retry(?:ing)?|fall(?:ing)? ?back|slow|degraded|unexpected|warnung|avertissement|advertencia|aviso)\b|предупрежд|警告|경고/i,
];

/** Parts of all of these words: what holds none of them needs no closer look. */
const parts =
  /e(?:rr|xce|merg)|fa(?:tal|il|ll)|pani|seg|memory|oom|core|un(?:h|c|a|d|e)|crit|trace|assert|corr|mism|deni|refu|reje|abor|kill|time|cann|could|inva|miss|no[t ]|warn|aler|depr|retr|slow|degr|✗|✖|❌|fehl|éch|falha|advert|avis|[ошсбнп]{2}|[致崩错錯异異例失警]|エラ|クラ|오류|실패|경고/i;

/** Phrases in which such a word says that all is well. */
const harmless =
  /\b(?:0|no|without|zero)\s+(?:errors?|failures?|failed|warnings?|exceptions?)\b|\b(?:errors?|failures?|failed|warnings?)\s*[=:]\s*0\b|(?:无|無|没有)(?:错误|錯誤|异常|異常)|(?:エラー|異常)(?:なし|はありません)|(?:错误|失败|エラー)\s*[=:：]\s*0\b|без ошибок|(?:keine|ohne) fehler/gi;

/** The rank at and above which a text reports an error. */
export const errorRankOfErrors = 2;

/**
 * Tells how much a text looks like the report of an error.
 *
 * Contract: 4 for a crash, 3 for an error, 2 for a failure, 1 for a warning, 0 for none of them.
 */
export function errorRank(text: string): number {
  if (!parts.test(text)) return 0;
  const found = ranks.findIndex((words) => words.test(text));
  if (found < 0) return 0;
  const rest = text.replace(harmless, '');
  if (rest === text) return ranks.length - found;
  const left = ranks.findIndex((words) => words.test(rest));
  return left < 0 ? 0 : ranks.length - left;
}
