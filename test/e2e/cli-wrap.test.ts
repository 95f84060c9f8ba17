import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resolveBin } from '../../packages/cli/src/demo/import-optional.ts';
import { connectMcp } from '../../packages/cli/src/demo/mcp-client.ts';
import { sampleLog, sampleLogBytes } from '../../packages/cli/test/support/sample-log.ts';
import {
  buildSpillway,
  createSandbox,
  handleIn,
  type Sandbox,
  script,
  spillway,
} from '../../packages/cli/test/support/spillway.ts';

let sandbox: Sandbox;

beforeAll(async () => {
  await buildSpillway();
  sandbox = createSandbox();
  writeFileSync(join(sandbox.folder, 'app.log'), sampleLog);
});
afterAll(() => sandbox.remove());

describe('spillway wrap', () => {
  it('keeps what does not fit where the command reads it, with the exact result of the server beside it', async () => {
    const where = ['--store', join(sandbox.folder, 'store'), '--scope', 'wrapped'];
    const connection = await connectMcp({
      command: process.execPath,
      args: [
        script,
        'wrap',
        ...where,
        '--max-result-bytes',
        '3000',
        '--',
        process.execPath,
        resolveBin('@modelcontextprotocol/server-filesystem'),
        sandbox.folder,
      ],
      cwd: sandbox.folder,
    });
    try {
      expect(connection.tools.slice(0, 2).map(({ name }) => name)).toEqual(['read_result', 'grep_result']);
      const blocks = await connection.call('read_text_file', { path: join(sandbox.folder, 'app.log') });
      const notice = JSON.stringify(blocks);
      expect(Buffer.byteLength(notice)).toBeLessThanOrEqual(3000);
      expect(notice).toMatch(/grep_result \{\\"handle/);
      const handle = handleIn(notice);
      const raw = await spillway(sandbox, ['read', handle, ...where, '--raw']);
      expect(raw.stdout.toString()).toBe(sampleLog);
      const origin = await spillway(sandbox, ['read', handle, ...where, '--raw', '--origin']);
      expect(JSON.parse(origin.stdout.toString()).content[0].text).toHaveLength(sampleLogBytes);
      const page = await connection.call('read_result', { handle, startLine: 3211, lineCount: 1 });
      expect(JSON.stringify(page)).toContain('ERROR [pay] ledger $& mismatch');
    } finally {
      await connection.close();
    }
  });

  it('ends as the server ends, and says what could not be started', async () => {
    const ended = await spillway(sandbox, ['wrap', '--', process.execPath, '-e', 'process.exit(7)']);
    expect(ended.code).toBe(7);
    const missing = await spillway(sandbox, ['wrap', '--', 'no-such-server']);
    expect(missing.code).toBe(127);
    expect(missing.stderr).toMatch(/^spillway: [^\n]*no-such-server[^\n]*\n$/);
  });
});
