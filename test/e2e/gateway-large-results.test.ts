import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildSpillway } from '../../packages/cli/test/support/spillway.ts';
import { connect, gatewayed, rawServer, referenceServer, scratchFolder, wrapped } from './support/gateway-peers.ts';

beforeAll(buildSpillway);

type Result = {
  content: { type: string; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
};
const textOf = (result: unknown): string => (result as Result).content[0]?.text ?? '';

function logOf(lineCount: number): string {
  return Array.from({ length: lineCount }, (_, index) => {
    const isOdd = index === Math.floor(lineCount * 0.6);
    return `2026-11-30T03:39:17Z ${isOdd ? 'ERROR ledger checksum mismatch' : `INFO served request id=${100_000 + index} in 12ms`}\n`;
  }).join('');
}

describe('a result of 15 MB, which makes a message of 30 MB', () => {
  it('reaches the validating client as a notice, its one error line is one call away, and the session goes on', async () => {
    const folder = scratchFolder();
    const path = join(folder, 'big.log');
    writeFileSync(path, logOf(260_000));
    const server = wrapped(referenceServer('filesystem', folder), join(folder, 'store'));
    const { client } = await connect(server, { rootFolder: folder });
    await client.listTools();
    const result = await client.callTool({ name: 'read_text_file', arguments: { path } });
    const notice = textOf(result);
    expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThanOrEqual(8_000);
    expect(notice.startsWith('[PARTIAL]')).toBe(true);
    expect(notice).toContain('ERROR ledger checksum mismatch');
    const handle = /r_[0-9a-z]+/.exec(notice)?.[0];
    const found = await client.callTool({
      name: 'grep_result',
      arguments: { handle, pattern: 'served request id=259999 ' },
    });
    expect(textOf(found)).toContain('\n160000: ');
    expect(Buffer.byteLength(JSON.stringify(found))).toBeLessThanOrEqual(8_000);
    const small = await client.callTool({ name: 'list_directory', arguments: { path: folder } });
    expect(textOf(small)).toContain('[FILE] big.log');
  });
});

describe('a tool with an output schema', () => {
  const rows = Array.from({ length: 30_000 }, (_, id) => ({ id, name: `row number ${id}`, tags: ['a', 'b'] }));
  const outputSchema = {
    type: 'object',
    properties: { rows: { type: 'array', items: { $ref: '#/$defs/row' } }, total: { type: 'integer' } },
    required: ['rows', 'total'],
    additionalProperties: false,
    $defs: { row: { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] } },
  };
  const tool = (name: string) => ({ name, inputSchema: { type: 'object' }, outputSchema });
  const setup = { tools: [JSON.stringify({ tools: [tool('raw'), tool('line')] })] };
  const resultOf = (count: number): string => {
    const structuredContent = { rows: rows.slice(0, count), total: count };
    return JSON.stringify({ content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent });
  };

  it.each(['remove', 'widen'])('BC-029 raises no error of the schema because of size (%s)', async (outputSchemas) => {
    const { client } = await connect(gatewayed(rawServer(setup), { outputSchemas }));
    await client.listTools();
    for (const count of [2, 100, 30_000]) {
      const result = (await client.callTool({ name: 'raw', arguments: { result: resultOf(count) } })) as Result;
      expect(result.isError ?? false).toBe(false);
      if (count === 2) expect(result).toEqual(JSON.parse(resultOf(2)));
      if (count === 30_000) expect(textOf(result)).toMatch(/^\[PARTIAL\].* r_[0-9a-z]+/);
      if (count === 30_000 && outputSchemas === 'widen')
        expect(result.structuredContent).toMatchObject({ partial: true });
    }
  });

  it('BC-029 is held to its schema still, where it is widened', async () => {
    const { client } = await connect(gatewayed(rawServer(setup), { outputSchemas: 'widen' }));
    await client.listTools();
    const wrong = '{"content":[],"structuredContent":{"rows":[{"id":"text"}],"total":1}}';
    await expect(client.callTool({ name: 'raw', arguments: { result: wrong } })).rejects.toThrow(/schema/i);
  });

  it('BC-029 works for the memory server with thousands of entities', async () => {
    const folder = scratchFolder();
    const server = wrapped(referenceServer('memory'), join(folder, 'store'));
    const { client } = await connect(server, { env: { MEMORY_FILE_PATH: join(folder, 'memory.json') } });
    await client.listTools();
    const entities = Array.from({ length: 3_000 }, (_, id) => ({
      name: `e${id}`,
      entityType: 'thing',
      observations: [`o ${id}`],
    }));
    const created = await client.callTool({ name: 'create_entities', arguments: { entities } });
    expect((created as Result).isError ?? false).toBe(false);
    const graph = await client.callTool({ name: 'read_graph', arguments: {} });
    expect(textOf(graph)).toMatch(/^\[PARTIAL\]/);
    expect(Buffer.byteLength(JSON.stringify(graph))).toBeLessThanOrEqual(8_000);
  });
});
