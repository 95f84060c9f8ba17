import { describe, expect, it } from 'vitest';
import type { EventFacts } from '../../../src/event-log.ts';
import { parseFrame } from '../../../src/read/frame.ts';
import { createResultTools } from '../../../src/read/tools/result-tools.ts';
import type { ToolDefinition } from '../../../src/read/tools/tool.ts';
import { createSpillway } from '../../../src/spillway.ts';
import { createMemoryStore } from '../../../src/store/memory.ts';

interface Bench {
  readonly id: string;
  readonly read: ToolDefinition;
  readonly events: EventFacts[];
}

async function bench(text: string, limits: { maxResultBytes: number; maxQueryBytes?: number }): Promise<Bench> {
  const store = createMemoryStore();
  const writer = await store.createWriter('mine');
  await writer.write(new TextEncoder().encode(text));
  const provenance = { toolName: 'query_orders', at: 0 };
  const facts = { mediaType: 'application/json', shape: 'json', headline: 'JSON', provenance } as const;
  const { id } = await writer.finish(facts);
  const events: EventFacts[] = [];
  const [read] = createResultTools({
    openHandle: (handle) => store.open('mine', handle),
    listHandles: (page) => store.list('mine', page),
    limits,
    names: { readResult: 'read_result' },
    onEvent: (event) => events.push(event),
  }) as [ToolDefinition];
  return { id, read, events };
}

const rows = JSON.stringify({ rows: Array.from({ length: 500 }, (_, id) => ({ id, name: `user ${id}` })) });

describe('the path of read_result', () => {
  it('finds values, and the next call finds the rest', async () => {
    const { id, read, events } = await bench(rows, { maxResultBytes: 2048 });
    const lines: string[] = [];
    let input: object | undefined = { handle: id, path: 'rows[*].name' };
    while (input !== undefined) {
      const answer = await read.execute(input);
      expect(answer.isError).toBe(false);
      expect(answer.page).toMatchObject({ matchCount: 500, format: 'json' });
      const frame = parseFrame(answer.text);
      lines.push(...(frame?.body.split('\n') ?? []));
      input = frame?.next?.arguments;
    }
    expect(lines).toEqual(Array.from({ length: 500 }, (_, at) => `$.rows[${at}].name: "user ${at}"`));
    expect(events[0]).toMatchObject({ type: 'handle-queried', handleId: id, matchCount: 500 });
    expect(JSON.stringify(events)).not.toContain('user 1');
  });

  it('counts', async () => {
    const { id, read } = await bench(rows, { maxResultBytes: 2048 });
    const { text } = await read.execute({ handle: id, path: '$.rows[?@.id >= 490]', count: 'true' });
    expect(parseFrame(text)?.body).toBe('10');
  });

  it('stands alone: a place beside it is refused', async () => {
    const { id, read } = await bench(rows, { maxResultBytes: 2048 });
    for (const [name, value] of Object.entries({ startLine: 1, lineCount: 5, offset: 0, byteCount: 10 })) {
      const { text, isError } = await read.execute({ handle: id, path: 'rows', [name]: value });
      expect([isError, text]).toEqual([
        true,
        `[request-invalid] give either path or ${name}, not both: a path finds values wherever they stand`,
      ]);
    }
  });

  it('answers errors with what does work, within the budget', async () => {
    const { id, read } = await bench('not JSON', { maxResultBytes: 2048 });
    expect((await read.execute({ handle: id, path: 'a[' })).text).toMatch(/^\[path-invalid\] .*What works: \.name/);
    expect((await read.execute({ handle: id, path: 'a' })).text).toMatch(/^\[not-json\] .*Search it with a pattern/);
    const small = await bench(rows, { maxResultBytes: 2048, maxQueryBytes: 1000 });
    const tooLarge = await small.read.execute({ handle: small.id, path: 'a' });
    expect(tooLarge.text).toMatch(/^\[query-too-large\] It is larger than the 1,000 B .*\(grep\)/);
  });

  it('BC-049 reads a document of a few very long lines in part, by its structure', async () => {
    const page = { object: 'page', markdown: 'a line\\nof text\n'.repeat(2000), properties: { title: 'Road map' } };
    const { id, read } = await bench(JSON.stringify(page), { maxResultBytes: 2048 });
    const { text } = await read.execute({ handle: id, path: 'properties.title' });
    expect(parseFrame(text)?.body).toBe('$.properties.title: "Road map"');
    const long = await read.execute({ handle: id, path: 'markdown' });
    expect(long.text).toContain('a part of match 1 shown · a string');
    expect(parseFrame(long.text)?.next?.arguments).toMatchObject({ handle: id, path: 'markdown' });
  });
});

describe('query of createSpillway', () => {
  it('finds values of a stored result, as a program', async () => {
    const spillway = createSpillway({ store: createMemoryStore(), scope: 'mine', budget: { maxResultBytes: 2048 } });
    const { handle } = await spillway.bound(rows, { toolName: 'query_orders', toolCallId: 'call_1' });
    if (handle === undefined) throw new Error('it was not stored');
    const page = await spillway.query(handle, { path: '$.rows[?@.id > 497].name' });
    expect(page.matches.map(({ path, json }) => [path, json])).toEqual([
      ['$.rows[498].name', '"user 498"'],
      ['$.rows[499].name', '"user 499"'],
    ]);
    expect((await spillway.query(handle.id, { path: 'rows[*]', count: true })).matchCount).toBe(500);
    expect(spillway.events.recent().map(({ type }) => type)).toContain('handle-queried');
  });
});
