import { utf8ToString } from '../../bytes/decode.ts';
import { iterateLines } from '../../bytes/lines.ts';
import { LineGroups } from './line-groups.ts';
import { mergeFields } from './merge-fields.ts';
import { readTemplates } from './read-templates.ts';
import { joinSameTemplates } from './template.ts';

/** What decides: so many bytes, lines, and bytes of a line. */
const judgedBytes = 65_536;
const judgedLines = 400;
const judgedLineBytes = 300;
const minLines = 3;
const minLinesForLikeness = 24;

/** Times and levels as loggers write them at the start of a line. */
const stamp =
  /^\W{0,3}(?:\d{4}[-/.]\d\d[-/.]\d\d|\d\d[/.]\d\d[/.]\d{2,4}|[A-Z][a-z]{2} {1,2}\d{1,2} \d\d:\d\d|\d{1,2}:\d\d:\d\d\b|\d{10}(?:\d{3})?\b|\d+\.\d{3,6}\W|[IWEF]\d{4} \d\d:|\d{4}年\d{1,2}月\d{1,2}日)/u;
const level =
  /^.{0,60}\b(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|FATAL|CRIT(?:ICAL)?)\b|\blevel=[a-z]+\b|^.{0,60}(?:^|[\s[【])(?:信息|警告|错误|调试|情報|エラー|ИНФО|ОШИБКА)(?:[\s\]】:：]|$)/u;
const access = /^\S+ \S+ \S+ \[\d{1,2}\/[A-Z][a-z]{2}\/\d{4}:/u;
/** Lines of JSON are told apart by their values, not by their words. */
const jsonStart = /^\s*[[{]["{[\]}]/u;
/** Colours, and progress that is drawn over. */
const terminal = /\u001b\[|\r./u;

/**
 * Tells how sure it is that a text is a log, by times and levels at the start of its lines, by colours, and by how many
 * lines are alike. Contract: as `Shape.detect`.
 */
export function detectLog(head: Uint8Array, complete: boolean): number {
  const bytes = wholeLines(head.subarray(0, judgedBytes), complete && head.length <= judgedBytes);
  const lines: string[] = [];
  for (const { start, end } of iterateLines(bytes)) {
    if (end > start) lines.push(utf8ToString(bytes.subarray(start, Math.min(end, start + judgedLineBytes))));
    if (lines.length === judgedLines) break;
  }
  if (lines.length < minLines) return lines.some((line) => terminal.test(line)) ? 0.4 : 0;
  if (lines.every((line) => jsonStart.test(line))) return 0;
  const share = (pattern: RegExp): number => lines.filter((line) => pattern.test(line)).length / lines.length;
  if (share(stamp) >= 0.3 || share(access) >= 0.3) return 0.9;
  if (share(level) >= 0.3) return 0.85;
  if (share(terminal) >= 0.2) return 0.6;
  return lines.length >= minLinesForLikeness && likeness(bytes) >= 0.8 ? 0.5 : 0;
}

/**
 * The share of lines that a template stands for which came before. Lines without three letters in a row say nothing, and
 * neither do those of one word, as data has them in a source.
 */
function likeness(bytes: Uint8Array): number {
  const telling = utf8ToString(bytes)
    .split('\n')
    .filter((line) => /[A-Za-z]{3}/u.test(line) && /\S\s+\S/u.test(line));
  if (telling.length < minLinesForLikeness) return 0;
  const groups = new LineGroups();
  groups.write(new TextEncoder().encode(`${telling.join('\n')}\n`));
  return 1 - mergeFields(joinSameTemplates(readTemplates(groups)), 1).length / telling.length;
}

function wholeLines(bytes: Uint8Array, complete: boolean): Uint8Array {
  const end = bytes.lastIndexOf(0x0a) + 1;
  return complete || end === 0 ? bytes : bytes.subarray(0, end);
}
