import { formatBytes, formatCount } from '../output/counts.ts';
import type { Style } from '../output/style.ts';
import { formatTable } from '../output/table.ts';
import type { Asked } from './ask.ts';

/** One thing that has to be true for the demo to have worked. */
export interface Check {
  readonly claim: string;
  readonly holds: boolean;
}

/** What was stored, and where. */
export interface Stored {
  readonly id: string;
  readonly byteLength: number;
  /** With the server's exact answer, which is kept as well. */
  readonly totalBytes: number;
  readonly storeDir: string;
  /** False when it was a temporary folder. */
  readonly isKept: boolean;
}

/** Everything the demo measured. */
export interface DemoResult {
  readonly logBytes: number;
  readonly lineCount: number;
  /** What the model gets in the log's place. */
  readonly notice: string;
  readonly direct: readonly Asked[];
  readonly wrapped: readonly Asked[];
  readonly stored: Stored;
  readonly checks: readonly Check[];
}

/** Writes what was measured as a table, what was checked, and how to use it with one's own client. */
export function formatReport(result: DemoResult, words: string, style: Style): string {
  return [
    style.bold(`In the place of ${formatCount(result.logBytes)} bytes, the model gets`),
    ...indent(result.notice.split('\n')),
    '',
    style.bold('What would reach the model, until the question is answered'),
    ...indent(
      formatTable(
        [
          { heading: 'question' },
          { heading: 'way' },
          { heading: 'bytes', align: 'right' },
          { heading: 'calls', align: 'right' },
          { heading: 'answer' },
        ],
        [
          ...result.direct.map((asked) => row('direct', asked)),
          ...result.wrapped.map((asked) => row('spillway', asked)),
        ],
      ),
    ),
    `  ${storedLine(result.stored)}`,
    '',
    style.bold('Checked'),
    ...result.checks.map(({ claim, holds }) => `  ${holds ? style.green('ok    ') : style.red('FAILED')}  ${claim}`),
    '',
    style.bold('In front of your own client'),
    ...indent(ownClient(words)),
  ].join('\n');
}

function storedLine({ id, byteLength, totalBytes, storeDir, isKept }: Stored): string {
  const all = `with the server's exact answer ${formatBytes(totalBytes)}`;
  return `stored: ${formatCount(byteLength)} bytes as ${id}, ${all}, in ${storeDir}${isKept ? '' : ' (removed again)'}`;
}

function row(way: string, asked: Asked): string[] {
  return [asked.question.title, way, formatCount(asked.modelBytes), formatCount(asked.callCount), answerOf(asked)];
}

/** A whole text without the term names no total, so a reader that is strict with itself cannot say absent. */
function answerOf({ finding, isRight }: Asked): string {
  if (finding.outcome === 'unknown') return 'cannot tell';
  return isRight ? finding.outcome : `${finding.outcome}, wrongly`;
}

function ownClient(words: string): string[] {
  return [
    'Write the command of an MCP server behind `wrap --`; nothing else changes. Claude Code, for example:',
    `  claude mcp add files -- ${words} wrap -- npx -y @modelcontextprotocol/server-filesystem .`,
    'Codex, Gemini CLI, opencode, Cursor and VS Code: see README.md.',
  ];
}

function indent(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`);
}
