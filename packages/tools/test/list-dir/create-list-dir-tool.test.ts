import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemoryStore, createSpillway, parsePage, type ToolAnswer } from '@spillway/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTools } from '../../src/create-tools.ts';
import { createRoots } from '../../src/roots/create-roots.ts';
import { createToolDesk, nextInput, type ToolDesk } from '../support/tool-desk.ts';

let desk: ToolDesk;
let server: Server;
beforeAll(async () => {
  desk = createToolDesk();
  const at = (path: string): string => join(desk.folder, path);
  mkdirSync(at('app/deep'), { recursive: true });
  mkdirSync(at('empty'));
  writeFileSync(at('app/deep/x.txt'), 'deep');
  writeFileSync(at('.hidden'), '');
  writeFileSync(at('b.log'), 'x'.repeat(1_234));
  execFileSync('mkfifo', [at('pipe')]);
  const links = {
    'to-file': 'b.log',
    'to-folder': 'app',
    'to-pipe': 'pipe',
    'to-outside': '/etc/passwd',
    'to-nothing': 'nowhere',
    'to-itself': 'to-itself',
  };
  for (const [name, target] of Object.entries(links)) symlinkSync(target, at(name));
  server = createServer();
  await new Promise<void>((resolve) => server.listen(at('socket'), resolve));
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  desk.remove();
});

describe('list_dir', () => {
  it('lists a directory, sorted by bytes, hidden entries too, with kinds and sizes', async () => {
    const answer = await desk.call('list_dir', { path: 'logs' });
    expect(parsePage(answer.text)).toMatchObject({
      title: 'logs',
      facts: ['12 entries'],
      body: [
        '.hidden · 0 B',
        'app/',
        'b.log · 1,234 B',
        'empty/',
        'pipe · named pipe',
        'socket · socket',
        'to-file · link to file',
        'to-folder · link to directory',
        'to-itself · link to what is not read here',
        'to-nothing · link to nothing',
        'to-outside · link to what is not read here',
        'to-pipe · link to named pipe',
      ].join('\n'),
    });
    expect(answer.page).toEqual({ startEntry: 1, entryCount: 12, total: 12, unreadable: 0, complete: true });
    expect(nextInput(answer)).toBeUndefined();
  });

  it('lists the directories below up to a depth, each behind its directory, and follows no link', async () => {
    const answer = await desk.call('list_dir', { depth: 3 });
    const { facts, body } = parsePage(answer.text) ?? {};
    expect(facts).toEqual(['14 entries', 'depth 3']);
    expect(body).toContain('.hidden · 0 B\napp/\napp/deep/\napp/deep/x.txt · 4 B\nb.log');
    expect(parsePage((await desk.call('list_dir', { depth: 2 })).text)?.body).not.toContain('x.txt');
  });

  it('tells an empty directory from one that is not there, and from a file', async () => {
    const empty = await desk.call('list_dir', { path: 'logs/empty' });
    expect(parsePage(empty.text)).toMatchObject({ facts: ['empty directory'], body: '' });
    const missing = await desk.call('list_dir', { path: 'logs/emty' });
    expect(missing).toMatchObject({ isError: true, page: { error: 'source-missing' } });
    expect(missing.text).toContain('Near it: logs/empty.');
    const file = await desk.call('list_dir', { path: 'logs/b.log' });
    expect(file.text).toContain('logs/b.log is a file, not a directory');
    expect((await desk.call('list_dir', { path: 'logs/pipe' })).text).toContain('is a named pipe, not a directory');
  });

  it('lists through a link that stays inside, under the directory’s own name', async () => {
    expect(parsePage((await desk.call('list_dir', { path: 'logs/to-folder' })).text)?.title).toBe('logs/app');
    expect((await desk.call('list_dir', { path: 'logs/to-outside' })).page).toEqual({ error: 'path-refused' });
  });
});

describe('list_dir that is stopped', () => {
  it('says so', async () => {
    const [tool] = createTools({ ...desk.options, only: ['list_dir'] });
    const answer = await tool?.execute({}, { signal: AbortSignal.abort() });
    expect(answer).toMatchObject({ isError: true, page: { error: 'aborted' } });
  });
});

describe('list_dir over several roots', () => {
  it('lists them where no path is given, in pages', async () => {
    const base = realpathSync(mkdtempSync(join(tmpdir(), 'spillway-many-roots-')));
    const names = Array.from({ length: 100 }, (_, at) => `root-${String(at).padStart(3, '0')}`);
    for (const name of names) mkdirSync(join(base, name));
    const roots = createRoots(names.map((name) => ({ name, path: join(base, name) })));
    const spillway = createSpillway({ store: createMemoryStore(), scope: 'tools-test' });
    const [tool] = createTools({ spillway, roots, only: ['list_dir'] });
    const seen: string[] = [];
    for (let input: object | undefined = {}; input !== undefined; ) {
      const answer: ToolAnswer | undefined = await tool?.execute(input, { maxResultBytes: 1_024 });
      seen.push(...(parsePage(answer?.text ?? '')?.body.split('\n') ?? []));
      input = answer && nextInput(answer);
    }
    expect(seen).toEqual(names.map((name) => `${name}/`));
    rmSync(base, { recursive: true });
  });
});
