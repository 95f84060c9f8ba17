import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPace, parsePage, type ToolAnswer } from '@spillway/core';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sentBytes } from '../../../../test/support/sent-bytes.ts';
import { createTools } from '../../src/create-tools.ts';
import { answerListing } from '../../src/list-dir/answer-listing.ts';
import { directorySource } from '../../src/list-dir/directory-source.ts';
import { followLinks } from '../../src/list-dir/entry-facts.ts';
import { createScanMemory } from '../../src/list-dir/scan-memory.ts';
import { createRoots } from '../../src/roots/create-roots.ts';
import { asOtherUser } from '../support/as-other-user.ts';
import { createToolDesk, nextInput, type ToolDesk } from '../support/tool-desk.ts';

let desk: ToolDesk;
beforeAll(() => {
  desk = createToolDesk();
});
afterAll(() => desk.remove());

const sleep = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

const rowsOf = (answer: ToolAnswer): string[] => parsePage(answer.text)?.body.split('\n').filter(Boolean) ?? [];
const nameIn = (row: string): string => (row.split(' · ')[0] as string).replace(/\/$/, '');

function makeFolder(names: readonly string[]): string {
  const folder = mkdtempSync(join(desk.folder, 'page-'));
  for (const name of names) writeFileSync(join(folder, name), '');
  return folder;
}

const pathOf = (folder: string): string => `logs/${folder.slice(desk.folder.length + 1)}`;

const decode = (text: string): string => (text.startsWith('"') ? (JSON.parse(text) as string) : text);
const inOrder = (names: readonly string[]): string[] =>
  [...names].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));

describe('pages of a listing', () => {
  const name = fc
    .string({
      unit: fc.constantFrom('a', 'b', 'Z', '0', ' ', '"', '\n', 'é', '日'),
      minLength: 1,
      maxLength: 30,
      size: 'max',
    })
    .map((text) => `n${text}`);
  const step = fc.record({ add: fc.array(name, { maxLength: 4 }), remove: fc.array(fc.nat(60), { maxLength: 4 }) });

  // Fails when a page begins at a place by number, or when the cursor keeps the last name alone.
  it('hold each entry that stays exactly once, in order and within the budget, whatever comes and goes between', async () => {
    let paged = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(name, { minLength: 25, maxLength: 60, size: 'max' }),
        fc.array(step, { minLength: 1, maxLength: 6, size: 'max' }),
        fc.integer({ min: 1_024, max: 2_100 }),
        async (names, steps, maxResultBytes) => {
          const folder = makeFolder(names);
          const present = new Set(names);
          const ever = new Set(names);
          const gone = new Set<string>();
          const seen: string[] = [];
          /** Where a page began behind an entry that was still there. */
          const joins: number[] = [];
          let input: object | undefined = { path: pathOf(folder) };
          for (let at = 0; input !== undefined; at++) {
            const answer = await desk.call('list_dir', input, { maxResultBytes });
            if (parsePage(answer.text) === undefined) {
              expect(answer.page).toEqual({ error: 'source-changed' });
              expect(gone.size).toBeGreaterThanOrEqual(3);
              return rmSync(folder, { recursive: true });
            }
            expect(sentBytes(answer.text, answer.page)).toBeLessThanOrEqual(maxResultBytes);
            if (present.has(decode(seen.at(-1) ?? ''))) joins.push(seen.length);
            const page = rowsOf(answer).map(nameIn);
            expect(page.map(decode)).toEqual(inOrder(page.map(decode)));
            seen.push(...page);
            input = nextInput(answer);
            if (at > 0) paged++;
            for (const added of steps[at]?.add ?? []) {
              writeFileSync(join(folder, added), '');
              present.add(added);
              ever.add(added);
            }
            for (const index of steps[at]?.remove ?? []) {
              const removed = names[index];
              if (removed === undefined || !present.delete(removed)) continue;
              unlinkSync(join(folder, removed));
              gone.add(removed);
            }
          }
          rmSync(folder, { recursive: true });
          const decoded = seen.map(decode);
          expect(new Set(decoded).size).toBe(decoded.length);
          for (const at of joins) expect(decoded.slice(at - 1, at + 1)).toEqual(inOrder(decoded.slice(at - 1, at + 1)));
          expect(decoded.every((one) => ever.has(one))).toBe(true);
          const stayed = names.filter((one) => present.has(one) && !gone.has(one));
          expect(stayed.filter((one) => !decoded.includes(one))).toEqual([]);
        },
      ),
      { numRuns: 100 },
    );
    expect(paged).toBeGreaterThan(34);
  });

  it('go on where all but one of the last three are gone, and say so where none is left', async () => {
    const names = Array.from({ length: 60 }, (_, at) => `entry-${String(at).padStart(2, '0')}`);
    const folder = makeFolder(names);
    const first = await desk.call('list_dir', { path: pathOf(folder) }, { maxResultBytes: 1_024 });
    const shown = rowsOf(first).map(nameIn);
    for (const name of shown.slice(-2)) unlinkSync(join(folder, name));
    const second = await desk.call('list_dir', nextInput(first) ?? {}, { maxResultBytes: 1_024 });
    expect(nameIn(rowsOf(second)[0] ?? '')).toBe(names[shown.length]);
    for (const name of shown.slice(-3, -2)) unlinkSync(join(folder, name));
    const third = await desk.call('list_dir', nextInput(first) ?? {}, { maxResultBytes: 1_024 });
    expect(third).toMatchObject({ isError: true, page: { error: 'source-changed' } });
    expect(third.text).toContain('List again without a cursor');
  });

  it('see what came while the directory was remembered, and what came just before', async () => {
    const names = Array.from({ length: 60 }, (_, at) => `entry-${String(at).padStart(2, '0')}`);
    const folder = makeFolder(names);
    await sleep(2_100);
    const first = await desk.call('list_dir', { path: pathOf(folder) }, { maxResultBytes: 1_024 });
    const next = nextInput(first) ?? {};
    const last = nameIn(rowsOf(first).at(-1) ?? '');
    writeFileSync(join(folder, `${last}-b`), '');
    expect(nameIn(rowsOf(await desk.call('list_dir', next, { maxResultBytes: 1_024 }))[0] ?? '')).toBe(`${last}-b`);
    writeFileSync(join(folder, `${last}-a`), '');
    const again = await desk.call('list_dir', next, { maxResultBytes: 1_024 });
    expect(rowsOf(again).slice(0, 2).map(nameIn)).toEqual([`${last}-a`, `${last}-b`]);
    expect(parsePage(again.text)?.facts[0]).toMatch(/^entries \d+–\d+ of 62$/);
  });

  it('have cursors without a name in them, and refuse those that belong elsewhere', async () => {
    const folder = makeFolder(Array.from({ length: 60 }, (_, at) => `secret-name-${at}`));
    const other = makeFolder(['x']);
    const first = await desk.call('list_dir', { path: pathOf(folder) }, { maxResultBytes: 1_024 });
    const { cursor } = nextInput(first) as { cursor: string };
    expect(cursor).toMatch(/^d_[0-9a-z]{1,44}$/);
    const errorOf = async (input: object): Promise<unknown> => (await desk.call('list_dir', input)).page;
    expect(await errorOf({ path: pathOf(other), cursor })).toEqual({ error: 'cursor-mismatch' });
    expect(await errorOf({ path: pathOf(folder), depth: 2, cursor })).toEqual({ error: 'cursor-mismatch' });
    expect(await errorOf({ path: pathOf(folder), cursor: `${cursor}0` })).toEqual({ error: 'cursor-malformed' });
    expect(await errorOf({ path: pathOf(folder), cursor: 'd_' })).toEqual({ error: 'cursor-malformed' });
    renameSync(folder, `${folder}-old`);
    mkdirSync(folder);
    expect(await errorOf({ path: pathOf(folder), cursor })).toEqual({ error: 'cursor-mismatch' });
  });
});

describe('what happens while it is listed', () => {
  it('an entry that goes is named and not fatal', async () => {
    const folder = makeFolder(['a', 'b', 'c']);
    const opened = await desk.roots.openDirectory(pathOf(folder));
    const source = directorySource(opened, {
      depth: 1,
      memory: createScanMemory(),
      linkTarget: followLinks(opened.reach),
      pace: createPace(),
    });
    const { text, page } = await answerListing(
      {
        ...source,
        async window(digests, limit) {
          const window = await source.window(digests, limit);
          unlinkSync(join(folder, 'b'));
          return window;
        },
      },
      { maxBytes: 4_096, title: 'x', formatNext: String },
    );
    await opened.close();
    expect(parsePage(text)?.body).toBe('a · 0 B\nb · removed while this was listed\nc · 0 B');
    expect(page.entries[1]).toEqual({ path: 'b', kind: 'vanished' });
  });

  it('a directory below that may not be read is counted and named', async () => {
    const folder = makeFolder(['z']);
    mkdirSync(join(folder, 'closed'));
    writeFileSync(join(folder, 'closed', 'x'), '');
    mkdirSync(join(folder, 'open'));
    writeFileSync(join(folder, 'open', 'y'), '');
    for (const path of [desk.folder, folder]) chmodSync(path, 0o755);
    chmodSync(join(folder, 'closed'), 0);
    const input = { path: pathOf(folder), depth: 3 };
    const answer = await asOtherUser(() => desk.call('list_dir', input));
    chmodSync(join(folder, 'closed'), 0o700);
    expect(parsePage(answer.text)).toMatchObject({
      facts: ['4 entries', 'depth 3', '1 directory not readable'],
      body: 'closed/ · not readable\nopen/\nopen/y · 0 B\nz · 0 B',
    });
    expect(answer.page).toMatchObject({ unreadable: 1, total: 4 });
  });

  it('the store in it is listed as a directory and not looked into', async () => {
    const base = realpathSync(mkdtempSync(join(tmpdir(), 'spillway-with-store-')));
    mkdirSync(join(base, 'store'));
    writeFileSync(join(base, 'store', 'key'), '');
    const roots = createRoots([{ name: 'logs', path: base }], { denied: [join(base, 'store')] });
    const [tool] = createTools({ ...desk.options, roots, only: ['list_dir'] });
    expect(parsePage((await tool?.execute({ depth: 2 }))?.text ?? '')?.body).toBe('store/ · not readable');
    expect((await tool?.execute({ path: 'logs/store' }))?.page).toEqual({ error: 'path-refused' });
    rmSync(base, { recursive: true });
  });
});
