import { formatBytes, formatCount } from '../output/counts.ts';
import type { Style } from '../output/style.ts';
import { formatTable } from '../output/table.ts';
import type { Asked } from './ask.ts';

/** One thing that has to be true for the demo to have worked. */
export interface Check {
  readonly claim: string;
  readonly holds: boolean;
}

/** Everything the demo measured. */
export interface DemoResult {
  readonly logBytes: number;
  readonly lineCount: number;
  readonly direct: readonly Asked[];
  readonly wrapped: readonly Asked[];
  readonly stored: { readonly id: string; readonly byteLength: number; readonly storeDir: string };
  readonly checks: readonly Check[];
}

/** Writes what was measured as a table, what was checked, and how to use it with one's own client. */
export function formatReport(result: DemoResult, words: string, style: Style): string {
  return [
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
    `  stored: ${formatCount(result.stored.byteLength)} bytes (${formatBytes(result.stored.byteLength)}) as ` +
      `${result.stored.id} in ${result.stored.storeDir}`,
    '',
    style.bold('Checked'),
    ...result.checks.map(({ claim, holds }) => `  ${holds ? style.green('ok    ') : style.red('FAILED')}  ${claim}`),
    '',
    style.bold('In front of your own client'),
    ...indent(ownClient(words)),
  ].join('\n');
}

function row(way: string, asked: Asked): string[] {
  const answer = asked.isRight ? asked.finding.outcome : `${asked.finding.outcome} (wrong)`;
  return [asked.question.title, way, formatCount(asked.modelBytes), formatCount(asked.callCount), answer];
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
