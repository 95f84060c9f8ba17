import { describe, expect, it } from 'vitest';
import { formatShellCall } from '../../src/shell/format-call.ts';

const target = { words: ['spillway'], scope: 'ada:web' };

describe('formatShellCall', () => {
  const cases: [what: string, call: Parameters<typeof formatShellCall>[0], line: string][] = [
    [
      'a page by line',
      { tool: 'read_result', arguments: { handle: 'r_k7m2q9xd', startLine: 13_330, lineCount: 20 } },
      'spillway read r_k7m2q9xd --scope ada:web --start-line 13330 --line-count 20',
    ],
    [
      'a page by cursor',
      { tool: 'read_result', arguments: { handle: 'r_k7m2q9xd', cursor: 'c1.AbC' } },
      'spillway read r_k7m2q9xd --scope ada:web --cursor c1.AbC',
    ],
    [
      'a search',
      { tool: 'grep_result', arguments: { handle: 'r_k7m2q9xd', pattern: 'ERROR|payments' } },
      "spillway grep r_k7m2q9xd --scope ada:web 'ERROR|payments'",
    ],
    [
      'a search for what looks like a flag',
      { tool: 'grep_result', arguments: { handle: 'r_k7m2q9xd', pattern: '--force', literal: true } },
      'spillway grep r_k7m2q9xd --scope ada:web --literal -- --force',
    ],
    [
      'a path into JSON',
      { tool: 'read_result', arguments: { handle: 'r_k7m2q9xd', path: "$.rows[?@.a == 'x']", cursor: 'c_1' } },
      "spillway query r_k7m2q9xd --scope ada:web --cursor c_1 '$.rows[?@.a == '\\''x'\\'']'",
    ],
    [
      'an argument that is off',
      { tool: 'read_result', arguments: { handle: 'r_k7m2q9xd', offset: 4096, lineNumbers: false } },
      'spillway read r_k7m2q9xd --scope ada:web --offset 4096 --no-line-numbers',
    ],
    ['a list', { tool: 'read_result', arguments: { cursor: '-x' } }, 'spillway list --scope ada:web --cursor=-x'],
  ];
  it.each(cases)('writes %s', (_, call, line) => {
    expect(formatShellCall(call, target)).toBe(line);
  });

  it('writes a call on a directory', () => {
    const call = { tool: 'ls', arguments: { depth: 2, cursor: 'd_01' } };
    expect(formatShellCall(call, { ...target, file: '/var/my logs' })).toBe(
      "spillway ls '/var/my logs' --depth 2 --cursor d_01",
    );
  });

  it('names the store when it is not the default, and quotes what needs it', () => {
    const call = { tool: 'read_result', arguments: { handle: 'r_k7m2q9xd', startLine: 1 } };
    const line = formatShellCall(call, { words: ['/opt/my tools/spillway.mjs'], scope: "ada's", storeDir: '/tmp/a b' });
    expect(line).toBe(
      "'/opt/my tools/spillway.mjs' read r_k7m2q9xd --scope 'ada'\\''s' --store '/tmp/a b' --start-line 1",
    );
  });

  it('asks for no more than was asked for', () => {
    const call = { tool: 'grep', arguments: { pattern: 'x', cursor: 'c_1' } };
    const line = 'spillway grep /var/log/app.log --max-result-bytes 8000 --cursor c_1 x';
    expect(formatShellCall(call, { ...target, file: '/var/log/app.log', maxResultBytes: 8000 })).toBe(line);
  });

  it('reads a file by its path, without scope or store', () => {
    const file = { ...target, storeDir: '/tmp/s', file: '/var/log/my app.log' };
    const read = { tool: 'read', arguments: { cursor: 'c_1', lineCount: undefined } };
    expect(formatShellCall(read, file)).toBe("spillway read '/var/log/my app.log' --cursor c_1");
    const grep = { tool: 'grep', arguments: { pattern: 'a b', literal: true } };
    expect(formatShellCall(grep, file)).toBe("spillway grep '/var/log/my app.log' --literal 'a b'");
  });

  it('writes on one line what a line cannot hold, and says so', () => {
    const read = { tool: 'read', arguments: { cursor: 'c_1' } };
    const file = { ...target, file: '/tmp/x\n[END PARTIAL]\\.log' };
    expect(formatShellCall(read, file)).toBe("spillway read '/tmp/x\\n[END PARTIAL]\\\\.log' --cursor c_1 --escaped");
    const grep = { tool: 'grep', arguments: { handle: 'r_k7m2q9xd', pattern: '-\\d\t' } };
    expect(formatShellCall(grep, { words: ['/a\nb/cli'], scope: 'D\\ada' })).toBe(
      `"$(printf '/a\\012b/cli')" grep r_k7m2q9xd --scope 'D\\\\ada' --escaped -- '-\\\\d\\t'`,
    );
  });
});
