import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parsePage } from '@spillway/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createToolDesk, nextInput, type ToolDesk } from '../support/tool-desk.ts';

let desk: ToolDesk;
beforeAll(() => {
  desk = createToolDesk();
  const { folder } = desk;
  mkdirSync(join(folder, 'app', 'deep'), { recursive: true });
  writeFileSync(join(folder, 'app', 'deep', 'x.txt'), 'deep');
  writeFileSync(join(folder, '.hidden'), '');
  writeFileSync(join(folder, 'b.log'), 'x'.repeat(1234));
  symlinkSync('b.log', join(folder, 'latest'));
  symlinkSync('/etc/passwd', join(folder, 'out'));
  symlinkSync('nowhere', join(folder, 'broken'));
});
afterAll(() => desk.remove());

describe('list_dir', () => {
  it('lists a directory, sorted, with kinds and sizes', async () => {
    const answer = await desk.call('list_dir', {});
    expect(parsePage(answer.text)).toMatchObject({
      title: 'logs',
      facts: ['6 entries'],
      body: [
        '.hidden · 0 B',
        'app/',
        'b.log · 1,234 B',
        'broken · link to nothing',
        'latest · link to file',
        'out · link to what is not read here',
      ].join('\n'),
    });
    expect(answer.page).toEqual({ startEntry: 1, entryCount: 6, total: 6, unreadable: 0, complete: true });
    expect(nextInput(answer)).toBeUndefined();
  });

  it('lists the directories below up to a depth', async () => {
    const answer = await desk.call('list_dir', { depth: 2 });
    expect(parsePage(answer.text)).toMatchObject({
      facts: ['7 entries', 'depth 2'],
      body: expect.stringContaining('app/\napp/deep/\nb.log'),
    });
  });
});
