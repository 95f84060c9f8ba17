import type { KeptLine } from '../parts/kept-line.ts';
import type { ProseDetails } from './prose-details.ts';

/** Lines that programs write when they fail. */
const failures: readonly RegExp[] = [
  /^\s*Traceback \(most recent call last\)/u,
  /^(?:\S+: )?(?:fatal )?error(?:\[\w+\])?: /u,
  /\berror TS\d+: /u,
  /^\s*[\w.$]*(?:Error|Exception)(?::|$)/u,
  /^Caused by: /u,
  /^npm (?:ERR!|error) /u,
  /^\[?(?:ERROR|FATAL)\b/u,
  /^(?:fatal|panic): |\bpanicked at /u,
  /^\s*(?:--- )?FAIL\b|\bFAILED\b|\bBUILD FAIL/u,
  /^make(?:\[\d+\])?: \*\*\*/u,
  /\bexit(?:ed)?(?: with)?(?: code| status)?:? [1-9]\d*\b/u,
  /^(?:\S+\s+){0,3}\S?(?:错误|錯誤|エラー|오류|Ошибка|ОШИБКА|Fehler|FEHLER|Erreur|ERREUR)(?:[\s\]】:：]|$)/u,
  /\bcommand not found\b|\bSegmentation fault\b|\bcore dumped\b/u,
];
const markdown = /^\s*(?:[-*+]|\d+\.) \S|\]\(|^(?:```|~~~)|\*\*\S|^> |^\|.*\|$/u;
const code = /^(?:#!|#include|import |from \S+ import|def |class |package |use )/u;
const fewestHeadings = 2;

/** Tells the report of a failure and Markdown from other text by the lines that are kept. */
export function textKind(details: Pick<ProseDetails, 'head' | 'tail' | 'errors' | 'headings'>): ProseDetails['kind'] {
  const { head, tail, errors, headings } = details;
  if (headings.count >= fewestHeadings && some(head, markdown) && !some(head, code)) return 'markdown';
  return [errors.lines, errors.context, tail].some((lines) => failures.some((failure) => some(lines, failure)))
    ? 'failure'
    : 'text';
}

function some(lines: readonly KeptLine[], pattern: RegExp): boolean {
  return lines.some((kept) => pattern.test(kept.text));
}
