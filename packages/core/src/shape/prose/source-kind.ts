import { utf8ToString } from '../../bytes/decode.ts';
import { stripEscapes } from '../../bytes/escapes.ts';
import { isCode } from './code-lines.ts';
import { isYaml } from './yaml-lines.ts';

/** Texts that are written for programs, and told apart by their first lines. */
export type SourceKind = 'diff' | 'HTML' | 'XML' | 'YAML' | 'code';

/** The first bytes of a text are enough to know it by. */
export const sourceBytes = 16_384;
const maxLines = 400;
const maxLineChars = 300;

const diffStart = /^(?:diff |commit [0-9a-f]{7,64}\b|From [0-9a-f]{40} |Index: |--- \S)/;
const diffFile = /^(?:diff --(?:git|cc|combined) |\+\+\+ \S)/;
const hunk = /^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@/;
const html =
  /^(?:<!--.*?-->\s*|<\?xml[^>]*\?>\s*|<!doctype html[^>]*>\s*)*<(?:!doctype html|html|head|body|div|table|section|article|main|header|nav|ul|ol|h[1-6]|p|span|form|script|style|meta|link|title)\b[^<]*>/is;
const xml = /^(?:<\?xml\b|<!DOCTYPE\b|<!--.*?-->\s*<[A-Za-z][\w:.-]*[\s>])/s;

/**
 * Tells what kind of source a text is, by its first lines.
 *
 * Contract: looks at the first 16 KiB and 400 lines; undefined for prose, logs and the output of programs.
 */
export function sourceKind(head: Uint8Array): SourceKind | undefined {
  const text = utf8ToString(head.subarray(0, sourceBytes)).replace(/^\ufeff/, '');
  const start = text.trimStart();
  if (start.startsWith('<')) {
    if (html.test(start)) return 'HTML';
    if (xml.test(start)) return 'XML';
  }
  const lines = text
    .split(/\r?\n/)
    .slice(0, maxLines)
    .map((line) => line.slice(0, maxLineChars));
  if (isDiff(lines)) return 'diff';
  // A line that was cut says nothing, unless it is alone.
  if (head.length > sourceBytes && lines.length > 1 && lines.length < maxLines) lines.pop();
  const filled = lines.filter((line) => line.trim() !== '');
  if (isYaml(filled)) return 'YAML';
  return isCode(filled) ? 'code' : undefined;
}

function isDiff(lines: readonly string[]): boolean {
  const first = stripEscapes(lines.find((line) => line.trim() !== '') ?? '');
  if (!diffStart.test(first)) return false;
  const plain = lines.map(stripEscapes);
  return (
    first.startsWith('diff --git ') ||
    (plain.some((line) => diffFile.test(line)) && plain.some((line) => hunk.test(line)))
  );
}
