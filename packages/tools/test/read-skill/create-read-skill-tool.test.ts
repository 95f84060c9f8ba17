import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parsePage, type ToolAnswer, type ToolDefinition } from '@spillway/core';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sentBytes } from '../../../../test/support/sent-bytes.ts';
import { createTools } from '../../src/create-tools.ts';
import { createRoots } from '../../src/roots/create-roots.ts';
import { createToolDesk, type ToolDesk } from '../support/tool-desk.ts';

type ParsedPage = NonNullable<ReturnType<typeof parsePage>>;

let desk: ToolDesk;
let folder: string;
beforeEach(() => {
  desk = createToolDesk();
  folder = join(desk.folder, 'skills');
  mkdirSync(folder);
});
afterEach(() => desk.remove());

function put(path: string, content: string): string {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
  return content;
}

/** A document of exactly so many bytes: headings, sentences, a quote now and then. */
function document(title: string, byteLength: number): string {
  let text = `# ${title}\n\n`;
  for (let at = 1; text.length < byteLength; at += 1) {
    text += at % 12 === 0 ? `\n## Part ${at}\n\n` : `Step ${at} of "${title}" says what to do when it fails.\n`;
  }
  return `${text.slice(0, byteLength - 1)}\n`;
}

function tool(): ToolDefinition {
  const { options } = desk;
  const [made] = createTools({
    ...options,
    skills: createRoots([{ name: 'skills', path: folder }]),
    only: ['read_skill'],
  });
  if (made === undefined) throw new Error('no read_skill');
  return made;
}

const read = (input: object, maxResultBytes?: number): Promise<ToolAnswer> =>
  tool().execute(input, maxResultBytes === undefined ? {} : { maxResultBytes });

/** The pages in an answer to several names, by title. */
function pagesIn({ text }: ToolAnswer): Map<string, ParsedPage> {
  const form = /^\[PAGE (\w{6})\] [\s\S]*?\n\[END OF (?:PAGE \1\] next: .*|RESULT \1\])$/gm;
  const pages = [...text.matchAll(form)].map(([page]) => parsePage(page));
  return new Map(pages.flatMap((page) => (page === undefined ? [] : [[page.title, page]])));
}

/** Reads a document to its end, and counts the calls behind the first. */
async function readOn(page: ParsedPage, maxResultBytes: number): Promise<{ text: string; calls: number }> {
  let text = page.body;
  let calls = 0;
  for (let next = page.next; next !== undefined; calls += 1) {
    expect(next.tool).toBe('read_skill');
    const answer = await read(next.arguments, maxResultBytes);
    expect(sentBytes(answer.text, answer.page)).toBeLessThanOrEqual(maxResultBytes);
    const following = parsePage(answer.text);
    text += following?.body ?? '';
    next = following?.next;
  }
  return { text, calls };
}

describe('read_skill: names', () => {
  it('finds folders with a SKILL.md and .md files, and says their names and sizes in its description', async () => {
    put('git/SKILL.md', 'use git');
    put('review.md', 'review');
    put('notes.txt', 'no document');
    put('empty/readme.txt', 'no document either');
    expect(tool().description).toContain('Documents: git (7 B), review (6 B).');
    for (const name of ['git', 'GIT', 'git/SKILL.md', ' git ']) {
      expect(parsePage((await read({ names: [name] })).text)).toMatchObject({ title: 'git', body: 'use git' });
    }
    expect(parsePage((await read({ names: 'review.md' })).text)?.body).toBe('review');
  });

  it('reads a file beside a document by its path, and nothing outside', async () => {
    put('pdf/SKILL.md', 'main');
    put('pdf/forms.md', 'forms');
    writeFileSync(join(desk.folder, 'secret.md'), 'secret');
    symlinkSync(join(desk.folder, 'secret.md'), join(folder, 'out.md'));
    expect(parsePage((await read({ names: ['pdf/forms.md'] })).text)?.body).toBe('forms');
    for (const name of ['out', 'pdf/../../secret.md', '../secret', '/etc/passwd', 'pdf/gone.md']) {
      const answer = await read({ names: [name] });
      expect(answer.isError).toBe(true);
      expect(answer.text).not.toContain('secret\n');
    }
  });

  it('names what is near to a name that is not there, and reads the others all the same', async () => {
    put('deploy.md', 'deploy it');
    put('review.md', 'review it');
    const none = await read({ names: ['deplyo', 'zzz'] });
    expect(none).toMatchObject({ isError: true, page: { error: 'source-missing' } });
    const some = await read({ names: ['reviews', 'deploy'] });
    expect(some.isError).toBe(false);
    expect(some.text).toContain('note: no document reviews; near it: review');
    expect(pagesIn(some).get('deploy')?.body).toBe('deploy it');
    expect(some.page).toMatchObject({ complete: false });
  });

  it('lists them without names, in pages that fit', async () => {
    const names = Array.from({ length: 120 }, (_, at) => `skill-${String(at).padStart(3, '0')}`);
    for (const name of names) put(`${name}.md`, 'x'.repeat(100));
    const seen: string[] = [];
    for (let input: object | undefined = {}; input !== undefined; ) {
      const answer = await read(input, 1_024);
      expect(sentBytes(answer.text, answer.page)).toBeLessThanOrEqual(1_024);
      const page = parsePage(answer.text);
      seen.push(...(page?.body ?? '').split('\n').map((row) => row.split(' · ')[0] ?? ''));
      input = page?.next?.arguments;
    }
    expect(seen).toEqual(names);
    const { description } = tool();
    expect(Buffer.byteLength(description)).toBeLessThanOrEqual(2_048);
    expect(description).toMatch(/ and \d+ more, listed by a call without names\.$/);
  });

  it('is not made where there is no folder of documents', () => {
    const { skills: _, ...bare } = desk.options;
    expect(createTools(bare).map(({ name }) => name)).not.toContain('read_skill');
    expect(() => createTools({ ...bare, only: ['read_skill'] })).toThrow('read_skill needs skills');
  });

  it('takes a cursor for one document only', async () => {
    put('a.md', 'a');
    put('b.md', 'b');
    expect(await read({ names: ['a', 'b'], cursor: 'x' })).toMatchObject({
      isError: true,
      page: { error: 'request-invalid' },
    });
  });
});

describe('read_skill: sizes', () => {
  const sizes = { large: 47_253, middle: 15_246, small: 12_223 };

  it.each([65_536, 8_000, 1_024])(
    'BC-138 reads a batch of 47,253 + 15,246 + 12,223 bytes within %i',
    async (maxBytes) => {
      const texts = Object.entries(sizes).map(
        ([name, size]) => [name, put(`${name}.md`, document(name, size))] as const,
      );
      const answer = await read({ names: Object.keys(sizes) }, maxBytes);
      expect(sentBytes(answer.text, answer.page)).toBeLessThanOrEqual(maxBytes);
      const pages = pagesIn(answer);
      const [first = ''] = answer.text.split('\n', 1);
      const state = (name: string): string =>
        pages.get(name) === undefined ? 'not here' : pages.get(name)?.next === undefined ? 'whole' : 'in part';
      const states = Object.keys(sizes).map((name) => [name, state(name)]);
      if (maxBytes === 65_536) {
        expect(first).toBe(
          '3 documents · 2 whole: middle, small · 1 in part, its page names the call that reads on: large',
        );
      }
      if (maxBytes === 8_000) {
        expect(first).toBe('3 documents · 3 in part, its page names the call that reads on: large, middle, small');
      }
      if (maxBytes === 1_024) expect(states.map(([, words]) => words)).toContain('not here');
      for (const [name, text] of texts) {
        const page = pages.get(name);
        if (page !== undefined) expect((await readOn(page, maxBytes)).text).toBe(text);
      }
      const waiting = states.filter(([, words]) => words === 'not here').map(([name]) => name);
      const last = answer.text.split('\n').at(-1) ?? '';
      if (waiting.length > 0) expect(last).toBe(`read_skill {"names":${JSON.stringify(waiting)}}`);
    },
  );

  it('BC-138 tells of each document of a batch whether it is whole, an empty one too', async () => {
    const batch = { a: 15_000, b: 15_000, c: 47_000, d: 1_000, e: 0 };
    for (const [name, size] of Object.entries(batch)) put(`${name}.md`, size === 0 ? '' : document(name, size));
    const answer = await read({ names: Object.keys(batch) }, 48_000);
    expect(sentBytes(answer.text, answer.page)).toBeLessThanOrEqual(48_000);
    expect(answer.text.split('\n', 1)[0]).toBe(
      '5 documents · 4 whole: a, b, d, e · 1 in part, its page names the call that reads on: c',
    );
    const documents = (answer.page?.documents ?? []) as readonly { complete: boolean; next?: string }[];
    expect(documents.map(({ complete }) => complete)).toEqual([true, true, false, true, true]);
    expect(documents.map(({ next }) => next !== undefined)).toEqual([false, false, true, false, false]);
    expect(pagesIn(answer).get('e')?.facts).toEqual(['empty: 0 bytes, 0 lines']);
  });

  it.each([
    [65_536, 1],
    [8_000, 10],
  ])('reads one document of 70,230 bytes within %i, in at most %i calls more', async (maxBytes, maxCalls) => {
    const text = put('guide/SKILL.md', document('guide', 70_230));
    const answer = await read({ names: ['guide'] }, maxBytes);
    expect(sentBytes(answer.text, answer.page)).toBeLessThanOrEqual(maxBytes);
    const page = parsePage(answer.text);
    expect(page?.title).toBe('guide');
    const rest = await readOn(page as ParsedPage, maxBytes);
    expect(rest.text).toBe(text);
    expect(rest.calls).toBeLessThanOrEqual(maxCalls);
  });

  it.each([4_096, 8_000, 65_536, 1_048_576])('what the description advises comes whole: at %i', async (maxBytes) => {
    const { settings } = desk.options.spillway;
    const limited = createTools({
      ...desk.options,
      spillway: { ...desk.options.spillway, settings: { ...settings, maxResultBytes: maxBytes } },
      skills: createRoots([{ name: 'skills', path: folder }]),
      only: ['read_skill'],
    })[0] as ToolDefinition;
    const advised = Number(/up to ([\d,]+) bytes come whole/.exec(limited.description)?.[1]?.replaceAll(',', ''));
    expect(advised).toBeGreaterThan(maxBytes * 0.4);
    const names = ['one', 'two', 'three'];
    for (const name of names) put(`${name}.md`, document(name, Math.floor(advised / 3)));
    const answer = await limited.execute({ names });
    expect(answer.text.split('\n', 1)[0]).toBe('3 documents · 3 whole: one, two, three');
    expect(sentBytes(answer.text, answer.page)).toBeLessThanOrEqual(maxBytes);
  });
});

describe('read_skill: any batch', () => {
  /** Reads all of a batch by doing what its answers say, and returns the texts by name. */
  async function readAll(names: readonly string[], maxBytes: number): Promise<Map<string, string>> {
    const texts = new Map<string, string>();
    for (let left = names; left.length > 0; ) {
      const answer = await read({ names: left }, maxBytes);
      expect(sentBytes(answer.text, answer.page)).toBeLessThanOrEqual(maxBytes);
      const pages = pagesIn(answer);
      for (const [name, page] of pages) texts.set(name, (await readOn(page, maxBytes)).text);
      const waiting = left.filter((name) => !texts.has(name));
      if (waiting.length > 0) {
        expect(answer.text.split('\n').at(-1)).toBe(`read_skill ${JSON.stringify({ names: waiting })}`);
        expect(pages.size).toBeGreaterThan(0);
      }
      left = waiting;
    }
    return texts;
  }

  // Fails when a page in part is made for the whole budget instead of its share, and when a document without room is
  // left out of the last call.
  it('bounded, tiling, obeyable: every document comes whole, at every budget, by the calls that answers name', async () => {
    const line = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.constantFrom('"quoted"', '\\\\', '日本語', ''),
    );
    const text = fc.tuple(fc.array(line, { minLength: 3, maxLength: 20 }), fc.integer({ min: 0, max: 24 }));
    let overBudget = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(text, { minLength: 2, maxLength: 5 }),
        fc.integer({ min: 1_024, max: 5_000 }),
        async (texts, maxBytes) => {
          const documents = texts.map(([lines, times], at) => {
            const content = Array(times).fill(lines.join('\n')).join('\n').toWellFormed().replaceAll('\ufeff', '');
            return [`d${at}`, put(`d${at}.md`, content)] as const;
          });
          const total = documents.reduce((sum, [, content]) => sum + Buffer.byteLength(JSON.stringify(content)), 0);
          if (total > maxBytes) overBudget += 1;
          const shown = await readAll(
            documents.map(([name]) => name),
            maxBytes,
          );
          // Control characters are shown as pictures, and are not what this is about.
          for (const [name, content] of documents) {
            if (!/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(content)) expect(shown.get(name)).toBe(content);
          }
        },
      ),
      { numRuns: 100 },
    );
    expect(overBudget).toBeGreaterThan(33);
  });
});
