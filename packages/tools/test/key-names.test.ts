import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createToolDesk, type ToolDesk } from './support/tool-desk.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const publicPem = publicKey.export({ type: 'spki', format: 'pem' }).toString();

const desks: ToolDesk[] = [];
let desk: ToolDesk;
const openDesk = (options: Parameters<typeof createToolDesk>[0] = {}): ToolDesk => {
  const opened = createToolDesk(options);
  desks.push(opened);
  mkdirSync(join(opened.folder, '.ssh'));
  const files = {
    'server.key': privateKey.export({ type: 'pkcs8', format: 'der' }),
    id_ed25519: pem,
    '.ssh/deploy': pem,
    '.ssh/known_hosts': 'example.org ssh-ed25519 needle\n',
    '.ssh/config': 'Host needle\n',
    'id_card.txt': 'needle\n',
    'id_ed25519.pub': 'ssh-ed25519 needle ada@example\n',
    'public.pem': publicPem,
    'words.key': 'hello=needle\n',
    'vault.txt': 'needle\n',
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(opened.folder, name), content);
  symlinkSync('id_ed25519', join(opened.folder, 'link.txt'));
  return opened;
};
beforeAll(() => {
  desk = openDesk();
});
afterAll(() => {
  for (const each of desks) each.remove();
});

describe('files with the names of private keys', () => {
  // Fails when a tool opens files by another way than through the roots' check.
  it.each([
    ['read_file', {}],
    ['tail_file', {}],
    ['grep_files', { pattern: '.' }],
    ['query_file', { query: '$' }],
    ['edit_file', { edits: { oldText: 'a', newText: 'b' } }],
    ['write_file', { content: 'x' }],
  ])('are refused by %s', async (tool, input) => {
    for (const path of ['server.key', 'id_ed25519', '.ssh/deploy', 'link.txt']) {
      const answer = await desk.call(tool, { path, ...input });
      expect([path, answer.isError, answer.text.slice(0, 13)]).toEqual([path, true, '[key-refused]']);
      expect(answer.text).not.toContain('PRIVATE KEY');
    }
  });

  it.each(['.ssh/known_hosts', '.ssh/config', 'id_card.txt', 'id_ed25519.pub', 'public.pem', 'words.key'])(
    'serve %s, which is plainly none',
    async (path) => {
      expect((await desk.call('read_file', { path })).text).toMatch(/needle|BEGIN PUBLIC KEY/);
    },
  );

  it('are counted by a search as left out, with the reason', async () => {
    const { page } = await desk.call('grep_files', { pattern: 'needle|PRIVATE' });
    expect(page).toMatchObject({
      matchCount: 6,
      skippedFiles: {
        reasons: expect.arrayContaining([{ reason: 'named as a private key', count: 3, first: expect.any(String) }]),
      },
    });
  });

  it('are more where others are configured, whatever these hold, and fewer where they are taken back', async () => {
    const configured = openDesk({ keyPaths: ['vault*', '!id_*'] });
    expect((await configured.call('read_file', { path: 'vault.txt' })).text).toContain('[key-refused]');
    expect((await configured.call('write_file', { path: 'vault-2.txt', content: 'x' })).text).toContain(
      '[key-refused]',
    );
    const taken = await configured.call('read_file', { path: 'id_ed25519' });
    expect(taken.text).toContain('[key withheld]');
  });

  it('are read for an owner who includes keys', async () => {
    const owned = openDesk({ includeKeys: true });
    expect((await owned.call('read_file', { path: 'server.key' })).isError).toBe(false);
  });
});
