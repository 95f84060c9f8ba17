import { escapePattern } from '../../bytes/escape-pattern.ts';
/** A literal that stands in reports of failures, and the regular expression by which a reader finds the same lines. */
export interface ErrorMark {
  readonly text: string;
  readonly bytes: Uint8Array;
  readonly pattern: string;
}

/** Of compilers, test runners, package managers, shells and language runtimes. Letter case counts. */
const texts = [
  'error:',
  'Error:',
  'ERROR',
  'error[',
  'error TS',
  'AssertionError',
  'Exception',
  'Traceback',
  'Caused by',
  'FAIL',
  'fatal',
  'FATAL',
  'panic',
  'ERR!',
  'npm error',
  'not ok',
  '*** [',
  'undefined reference',
  'command not found',
  'No such file',
  'Permission denied',
  'Segmentation fault',
  'Out of memory',
  '✗ ',
  '✖ ',
  '✕ ',
  '❌ ',
  'Fehler',
  'FEHLER',
  'fehlgeschlagen',
  'Erreur',
  'erreur',
  'ERREUR',
  'Ошибка',
  'ошибка',
  'ОШИБКА',
  '错误',
  '錯誤',
  '失败',
  '失敗',
  '异常',
  '異常',
  '例外',
  'エラー',
  '오류',
  '실패',
  // Coloured output: the colour ends between the word and its colon.
  'error\u001b',
  'Error\u001b',
];

/** The marks that are counted. Each is at least four bytes long. */
export const errorMarks: readonly ErrorMark[] = texts.map((text) => ({
  text,
  bytes: new TextEncoder().encode(text),
  pattern: escapePattern(text).replace('\u001b', '\\x1b'),
}));
