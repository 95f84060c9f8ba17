import { generateKeyPairSync } from 'node:crypto';
import { createMemoryStore, createSpillway } from '@spillway/core';
import { afterEach, describe, expect, it } from 'vitest';
import { answerFilesGrep } from '../../src/grep-files/answer/answer-files.ts';
import type { FilesRequest } from '../../src/grep-files/files-request.ts';
import { createSearchFolder, type SearchFolder } from './support/search-folder.ts';

const pem = generateKeyPairSync('rsa', {
  modulusLength: 3072,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
}).privateKey;
const [, ...body] = pem.trimEnd().split('\n').slice(0, -1);

let folder: SearchFolder | undefined;
afterEach(() => folder?.remove());

describe.each([
  ['ripgrep', undefined],
  ['core', null],
])('with the engine %s, no body line of a key leaves', (_, ripgrep) => {
  const search = async (request: FilesRequest, maxBytes = 65_536) => {
    const options = { maxBytes, withFields: true, formatNext: (cursor: string) => `grep_files {"cursor":"${cursor}"}` };
    const given = ripgrep === null ? { ...options, ripgrep } : options;
    return answerFilesGrep((folder as SearchFolder).context, request, given);
  };
  const expectNoKey = (text: string): void => {
    for (const line of body)
      for (let at = 0; at + 12 <= line.length; at += 12) expect(text).not.toContain(line.slice(at, at + 12));
  };

  it('by a match in it, on a line beside a match, or in a window', async () => {
    const indented = pem.replaceAll(/^/gm, '    ');
    folder = createSearchFolder({
      'app.log': `before needle\n${pem}after needle\n`,
      'deploy.yaml': `key: |\n${indented}after: needle\n`,
      'one-line.json': JSON.stringify({ note: 'needle', key: pem, more: 'needle' }),
      'big.log': `${'an ordinary line of a log\n'.repeat(200_000)}${pem}needle after\n`,
    });
    for (const request of [
      { pattern: 'needle|PRIVATE KEY', contextLines: 50 },
      { pattern: (body[3] as string).slice(10, 40), literal: true, contextLines: 2 },
      { pattern: '^ *[A-Za-z0-9+/=]{40,}$', contextLines: 1 },
      { pattern: '[A-Za-z0-9+/]{30,}' },
    ]) {
      const { page, fields } = await search(request);
      // The header repeats the pattern.
      expectNoKey(page.content + JSON.stringify(fields));
    }
    const { text } = await search({ pattern: 'needle' });
    expect(text).toContain('1: before »needle«');
    expect(text).toContain('after »needle«');
    expect(text).toContain('needle« after');
  });

  it('and matches in it are not counted as found', async () => {
    folder = createSearchFolder({ 'id_test.pem': pem, 'b.log': 'MII as a word\n' });
    const { page, text } = await search({ pattern: '[A-Za-z0-9+/]{60,}|MII' });
    expect(page.matchCount).toBe(1);
    expect(page.fileCount).toBe(1);
    expect(page.content).toBe('logs/b.log\n1: »MII« as a word');
    expectNoKey(text);
  });

  it('and with the policy refuse nothing of a file that holds one is shown', async () => {
    folder = createSearchFolder({ 'a.log': `needle\n${pem}`, 'b.log': 'needle\n' });
    const { roots } = folder.context;
    const store = createMemoryStore();
    const spillway = createSpillway({ store, scope: 'grep-files-test', budget: { keyPolicy: 'refuse' } });
    const options = { maxBytes: 8192, formatNext: (cursor: string) => cursor };
    const given = ripgrep === null ? { ...options, ripgrep } : options;
    const { page } = await answerFilesGrep({ roots, spillway }, { pattern: 'needle' }, given);
    expect(page.content).toBe('logs/b.log\n1: »needle«');
    expect(page.skippedFiles.reasons).toMatchObject([{ count: 1, first: 'logs/a.log' }]);
  });
});
