import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const page = readFileSync(new URL('../../../../docs/cli.md', import.meta.url), 'utf8');

/** The rows of the table that says how clients are told of `spillway tools`: client, place, line. */
const rows = page
  .split('\n')
  .map((line) => line.split(' | '))
  .filter((cells) => cells.length === 3 && /spillway.*tools.*--root/.test(cells[2] ?? ''))
  .map(([client = '', , line = '']) => ({ client: client.replace('| ', ''), line: line.replaceAll(/^`|` \|$/g, '') }));

/** The words of a command in a line: of a shell, of JSON, or of TOML as far as it looks like JSON. */
function wordsOf(line: string): string[] {
  if (line.startsWith('{')) return entryWords(Object.values(Object.values(JSON.parse(line) as object)[0])[0] as Entry);
  const [, command, args] = /command = ("[^"]+"), args = (\[[^\]]+\])/.exec(line) ?? [];
  if (command !== undefined) return [JSON.parse(command), ...JSON.parse(args as string)] as string[];
  return line.slice(line.indexOf(' -- ') + 4).split(' ');
}

interface Entry {
  readonly command: string | readonly string[];
  readonly args?: readonly string[];
}

function entryWords({ command, args = [] }: Entry): string[] {
  return [...(typeof command === 'string' ? [command] : command), ...args];
}

describe('the lines for clients', () => {
  it('are there for each client', () => {
    expect(rows.map(({ client }) => client)).toEqual([
      'Claude Code',
      'Codex',
      'Gemini CLI',
      'opencode',
      'Cursor',
      'VS Code',
    ]);
  });

  it.each(rows)('$client: starts the server over a named root', ({ line }) => {
    expect(wordsOf(line)).toEqual(['spillway', 'tools', '--root', 'logs=/var/log']);
  });
});
