import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { compileSources } from '../../../../../test/support/compile-sources.ts';
import { defaultQueryLimits, type QueryLimits } from '../../../src/read/query/query-request.ts';

/** The thread needs built files; a process that never ends would never give its answer. */
const folder = compileSources({
  package: 'core',
  files: ['read/query/query-thread.ts', 'read/query/query-worker.ts'],
  program: new URL('./support/query-program.mjs', import.meta.url),
});

beforeAll(() => {
  symlinkSync(fileURLToPath(new URL('../../../../../node_modules', import.meta.url)), join(folder(), 'node_modules'));
});

interface Query {
  readonly json: string;
  readonly repeat?: number;
  readonly path: string;
  readonly limits?: Partial<QueryLimits>;
  readonly abortAfterMs?: number;
}

function run(query: Query): Record<string, unknown> & { turns: number } {
  const limits = { ...defaultQueryLimits, ...query.limits };
  const words = [join(folder(), 'query-program.mjs'), JSON.stringify({ ...query, limits })];
  return JSON.parse(execFileSync(process.execPath, words, { encoding: 'utf8', timeout: 60_000 }));
}

/** Takes JavaScript's expressions longer than anybody lives. */
const endless = { json: '["REPEATb"]', repeat: 60, path: "$[?match(@, '(a|a)*c')]" };

describe('a query on a thread of its own', () => {
  it('finds what it finds', () => {
    expect(run({ json: '{"a":[1.0,2]}', path: '$.a[*]' })).toMatchObject({ matchCount: 2, matches: ['1.0', '2'] });
  });

  it('follows 4,000 levels, for which the stack of a process would not do', () => {
    expect(run({ json: 'OPENCLOSE', repeat: 4000, path: '$..[?@[0][0]]' })).toMatchObject({ matchCount: 3997 });
  });

  it('passes a refusal on as it was', () => {
    expect(run({ json: 'none', path: '$.a' })).toMatchObject({
      code: 'not-json',
      modelText: expect.stringContaining("byte 1 (line 1): expected the word null, found 'o'"),
    });
  });

  it('ends a query that takes too long, and never holds up the process', () => {
    const answer = run({ ...endless, limits: { maxQueryMs: 1000 } });
    expect(answer).toMatchObject({
      code: 'query-too-large',
      modelText:
        'It took longer than 1,000 ms; the content has 65 B. Search it with a pattern instead (grep), or read it in pages.',
      facts: { byteLength: 65, maxQueryMs: 1000 },
    });
    expect(answer.turns).toBeGreaterThan(20);
  });

  it('ends a query that takes too much memory, with grep as the way', () => {
    const answer = run({
      json: `[${'{"a":[{},{}]},'.repeat(1000)}"REPEAT"]`,
      path: '$..*',
      limits: { maxQueryHeapBytes: 8_388_608 },
      repeat: 3_000_000,
    });
    expect(answer).toMatchObject({ code: 'query-too-large' });
    expect(answer.modelText).toContain('It takes more than 8,388,608 bytes of memory');
    expect(answer.modelText).toContain('Search it with a pattern instead (grep)');
  });

  it('ends at once when it is aborted', () => {
    expect(run({ ...endless, abortAfterMs: 100 })).toMatchObject({ code: 'aborted' });
  });
});
