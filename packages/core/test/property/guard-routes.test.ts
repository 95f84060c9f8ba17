import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeSource } from '../../src/bound/describe/describe-source.ts';
import { createGuardedSource } from '../../src/guard/guarded-source.ts';
import { answerGrep } from '../../src/read/grep/grep-answer.ts';
import { readPage } from '../../src/read/page/page.ts';
import { openFileSource } from '../../src/read/source/file-source.ts';
import { fileTarget } from '../../src/read/source/file-target.ts';
import { handleTarget } from '../../src/read/source/handle-target.ts';
import type { ReadTarget } from '../../src/read/source/target.ts';
import { createSpillway } from '../../src/spillway.ts';
import { createMemoryStore } from '../../src/store/memory.ts';
import { bodyLines, madePem, maskedPem } from '../guard/support/keys.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spillway-routes-'));
});
afterAll(() => rm(folder, { recursive: true }));

const pems = [1_600, 40_000, 187_000].map((size) => madePem('RSA PRIVATE KEY', size));
const ordinaryLine = (index: number): string => `2026-11-30T03:39:17Z INFO served request id=${index} status=200`;

/** A content with a key somewhere in it, what may be seen of it, and a few lines of the key. */
const anyCase = fc
  .record({
    pem: fc.constantFrom(...pems),
    before: fc.integer({ min: 0, max: 3_000 }),
    after: fc.integer({ min: 0, max: 300 }),
    indent: fc.constantFrom('', '      ', '> '),
    budget: fc.integer({ min: 1_024, max: 20_000 }),
  })
  .map(({ pem, before, after, indent, budget }) => {
    const around = (key: string): string =>
      [
        ...Array.from({ length: before }, (_, index) => ordinaryLine(index)),
        ...key.trimEnd().split('\n'),
        ...Array.from({ length: after }, (_, index) => ordinaryLine(before + index)),
        '',
      ]
        .map((line) => (line === '' ? '' : indent + line))
        .join('\n');
    return { text: around(pem), masked: around(maskedPem(pem)), body: bodyLines(pem), budget };
  });

function expectNone(shown: string, body: readonly string[]): void {
  const lines = new Set(shown.match(/[A-Za-z0-9+/]{24,}/gu) ?? []);
  const found = body.filter((line) => lines.has(line) || lines.has(line.slice(0, 40)));
  expect(found).toEqual([]);
}

async function readAll(target: ReadTarget, maxContentBytes: number): Promise<string> {
  let content = '';
  for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
    const page = await readPage(target, cursor === undefined ? {} : { cursor }, { maxContentBytes });
    content += page.content;
    cursor = page.next;
  }
  return content;
}

async function search(target: ReadTarget, pattern: string): Promise<string> {
  const answer = { maxBytes: 4_096, title: 'a', formatNext: (cursor: string) => cursor };
  return (await answerGrep(target, { pattern, literal: true, contextLines: 2 }, answer)).text;
}

describe('no key leaves', () => {
  // Fails when a capture is described or stored before it is masked, or a later part of a stream is not.
  it('BC-089 BC-091 through a notice, the store, a page of a handle or a search of it', {
    timeout: 120_000,
  }, async () => {
    let overBudget = 0;
    await fc.assert(
      fc.asyncProperty(
        anyCase,
        fc.integer({ min: 100, max: 100_000 }),
        async ({ text, masked, body, budget }, step) => {
          const store = createMemoryStore();
          const spillway = createSpillway({ store, scope: 's', budget: { maxResultBytes: budget } });
          const capture = spillway.capture({ toolName: 'run' });
          for (let at = 0; at < text.length; at += step) await capture.write(text.slice(at, at + step));
          const bounded = await capture.present(await capture.end());
          expectNone(bounded.toText(), body);
          expectNone(JSON.stringify(bounded.toJson()), body);
          const { handle } = bounded;
          if (handle === undefined) return;
          overBudget++;
          const stored = await store.open('s', handle.id);
          const kept = Buffer.from(await stored.read(0, stored.byteLength)).toString();
          expect(kept === masked).toBe(true);
          expect((await readAll(handleTarget(stored), budget)) === masked).toBe(true);
          const found = await search(handleTarget(stored), body[1]?.slice(0, 30) as string);
          expect(found).toContain('0 matches');
          await stored.close();
        },
      ),
      { numRuns: 100 },
    );
    expect(overBudget).toBeGreaterThan(33);
  });

  // Fails when a page looks back for less than the key, or at no more than the page itself.
  it('BC-091 BC-095 through a page of a live file, a search of it or its description', {
    timeout: 120_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(anyCase, fc.nat(), async ({ text, masked, body, budget }, place) => {
        const path = join(folder, 'file');
        await writeFile(path, text);
        const file = await openFileSource(path);
        const target = await fileTarget(file);
        expect((await readAll(target, Math.max(budget, 10_000))) === masked).toBe(true);
        const offset = place % text.length;
        const page = await readPage(await fileTarget(file), { offset }, { maxContentBytes: 1_024 });
        expect(masked.startsWith(page.content, page.offset)).toBe(true);
        expect(await search(target, body[0]?.slice(0, 30) as string)).toContain('0 matches');
        const { preview } = await describeSource(createGuardedSource(file, 'redact'), { previewBytes: 4_096 });
        expectNone(preview, body);
        await file.close();
      }),
      { numRuns: 100 },
    );
  });
});
