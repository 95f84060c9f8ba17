import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSpillway, type SpillwayOptions } from '../src/spillway.ts';
import { createFsStore } from '../src/store/fs.ts';
import { createMemoryStore } from '../src/store/memory.ts';

const create = (options: Partial<SpillwayOptions> = {}) =>
  createSpillway({ store: createMemoryStore(), scope: 'test', budget: { maxResultBytes: 4_096 }, ...options });
const lines = Array.from({ length: 2_000 }, (_, index) => `line number ${index + 1} of a plain text`).join('\n');

it('bounds a result and reads any part of it', async () => {
  const spillway = create();
  const bounded = await spillway.bound(lines, { toolName: 'read_text' });
  expect(bounded.complete).toBe(false);
  const page = await spillway.read(bounded.handle ?? '', { startLine: 1_500, lineCount: 2 });
  expect(page.content).toBe('line number 1500 of a plain text\nline number 1501 of a plain text\n');
  const found = await spillway.grep(bounded.handle?.id ?? '', { pattern: 'number 1999 ' });
  expect(found.matchCount).toBe(1);
});

it('follows the call of a notice through the tools', async () => {
  const spillway = create();
  const bounded = await spillway.bound(lines, { toolName: 'read_text' });
  const next = bounded.next?.[0];
  const tool = spillway.tools().find(({ name }) => name === next?.tool);
  const answer = await tool?.execute(next?.arguments);
  expect(answer?.isError).toBe(false);
  expect(answer?.text).toContain('of a plain text');
});

describe('a result for a program', () => {
  it('is the very value, however large', async () => {
    const value = { rows: [lines] };
    const result = await create().bound(value, { toolName: 'query', consumer: 'program' });
    expect(result.value).toBe(value);
  });

  it('cannot become text or JSON', async () => {
    const result = await create().bound(lines, { toolName: 'query', consumer: 'program' });
    expect(() => JSON.stringify({ content: result })).toThrow(TypeError);
    expect(() => `${result}`).toThrow(TypeError);
    // @ts-expect-error a program result has no text for a transcript
    expect(result.toText).toBeUndefined();
  });
});

describe('events', () => {
  it('tell what happened without any of it', async () => {
    const spillway = create();
    const seen: string[] = [];
    const stop = spillway.events.on((event) => seen.push(event.type));
    const { handle } = await spillway.bound(lines, { toolName: 'read_text' });
    const id = handle?.id ?? '';
    await spillway.read(id);
    await spillway.grep(id, { pattern: 'number' });
    await spillway.tools()[0]?.execute({ handle: 'r_00000000' });
    stop();
    await spillway.bound('small', { toolName: 'x' });
    expect(seen).toEqual(['result-spilled', 'result-bounded', 'handle-read', 'handle-grepped', 'handle-refused']);
    expect(spillway.events.use(id)?.readCount).toBe(2);
    expect(JSON.stringify(spillway.events.recent())).not.toContain('plain text');
  });

  it('are bounded in number, and a listener that throws changes nothing', async () => {
    const spillway = create();
    spillway.events.on(() => {
      throw new Error('listener');
    });
    for (let index = 0; index < 1_200; index += 1) await spillway.bound('x', { toolName: 'x' });
    expect(spillway.events.recent()).toHaveLength(1_000);
  });
});

it('refuses a limit out of bounds at run time with status 400', () => {
  expect(() => create({ budget: { maxResultBytes: 12 } })).toThrowError(
    expect.objectContaining({ code: 'setting-invalid', facts: expect.objectContaining({ status: 400 }) }),
  );
});

it('BC-072 reads what it stored wherever the store lies, by handle and never by path', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'spillway-outside-'));
  try {
    const spillway = create({ store: createFsStore({ directory: join(folder, 'store'), durability: 'none' }) });
    const { handle, next } = await spillway.bound(lines, { toolName: 'read_text' });
    const [readResult] = spillway.tools();
    const answer = await readResult?.execute(next?.[0]?.arguments);
    expect(answer?.isError).toBe(false);
    expect(JSON.stringify([answer, spillway.tools()])).not.toContain(folder);
    const byPath = await readResult?.execute({ handle: join(folder, 'store') });
    expect(byPath?.isError).toBe(true);
    expect((await spillway.read(handle ?? '', { startLine: 2_000 })).content).toBe('line number 2000 of a plain text');
    await spillway.close();
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('keeps results in the store and scope of this user when it is given none', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'spillway-default-'));
  const before = { ...process.env };
  Object.assign(process.env, { SPILLWAY_STORE: join(folder, 'store'), SPILLWAY_SCOPE: 'a test' });
  try {
    const spillway = createSpillway({ budget: { maxResultBytes: 4_096 } });
    const { handle } = await spillway.bound(lines, { toolName: 'read_text' });
    await spillway.close();
    const again = createSpillway();
    expect(again.scope).toBe('a test');
    expect((await again.read(handle ?? '', { startLine: 7, lineCount: 1 })).content).toBe(
      'line number 7 of a plain text\n',
    );
    await again.close();
  } finally {
    process.env = before;
    await rm(folder, { recursive: true });
  }
});
