import { describe, expect, it } from 'vitest';
import { startGateway } from '../support/gateway.ts';

const echo =
  '{ "name":"echo", "inputSchema":{"type":"object","x":1.0}, "outputSchema":{"type":"object"}, "_meta":{"a":"\\u00e9"} }';
const page = (tools: readonly string[], more = ''): string => `{"tools":[${tools.join(',')}]${more}}`;
const named = (name: string): string => `{"name":"${name}","inputSchema":{"type":"object"}}`;

// biome-ignore lint/suspicious/noExplicitAny: what a peer sends has no type
const names = (message: any): string[] => message.result.tools.map((tool: { name: string }) => tool.name);

describe('the list of tools', () => {
  it('has ours first, read-only and always loaded, and the rest byte for byte but for the output schema', async () => {
    const { client } = startGateway({ tools: [page([echo, named('b')], ',"ttlMs":5,"_meta":{"s":1.50}')] });
    await client.initialize();
    const { line, message } = await client.request('tools/list', {}, 1);
    expect(names(message)).toEqual(['read_result', 'grep_result', 'echo', 'b']);
    for (const tool of message.result.tools.slice(0, 2)) {
      expect(tool.annotations).toMatchObject({
        readOnlyHint: true,
        idempotentHint: true,
        openWorldHint: false,
        destructiveHint: false,
      });
      expect(tool._meta).toEqual({ 'anthropic/alwaysLoad': true });
      expect(tool.inputSchema.type).toBe('object');
      expect(tool.description.length).toBeLessThanOrEqual(2_048);
      expect(tool.outputSchema).toBeUndefined();
    }
    expect(line).toContain(
      '{"name":"echo","inputSchema":{"type":"object","x":1.0},"_meta":{"a":"\\u00e9"}},{"name":"b"',
    );
    expect(line.endsWith('],"ttlMs":5,"_meta":{"s":1.50}}}')).toBe(true);
  });

  it('keeps or widens output schemas where told to', async () => {
    const keeps = startGateway({ tools: [page([echo])] }, { outputSchemas: 'keep' });
    expect((await keeps.client.request('tools/list')).line).toContain(echo);
    const widens = startGateway({ tools: [page([echo])] }, { outputSchemas: 'widen' });
    const { message } = await widens.client.request('tools/list');
    expect(message.result.tools[2].outputSchema).toMatchObject({
      type: 'object',
      anyOf: [{ type: 'object' }, { required: ['partial'] }],
    });
  });

  it('gives ours another name where the server has one of them, and calls go to whom they are meant for', async () => {
    const { client } = startGateway({ tools: [page([named('read_result')])] });
    await client.initialize();
    const { message } = await client.request('tools/list');
    expect(names(message)).toEqual(['spillway_read_result', 'spillway_grep_result', 'read_result']);
    expect((await client.call('read_result')).message.error.code).toBe(-32_601);
    expect((await client.call('spillway_read_result')).message.result.content[0].type).toBe('text');
    expect((await client.call('grep_result')).message.result.content[0].type).toBe('text');
  });

  it('has ours on the first page only, under names that no later page can have', async () => {
    const gateway = startGateway({
      tools: [
        page([named('a')], ',"nextCursor":"1"'),
        page([named('read_result'), named('spillway_grep_result'), named('z')]),
      ],
    });
    const first = await gateway.client.request('tools/list');
    expect(names(first.message)).toEqual(['spillway_read_result', 'spillway_grep_result', 'a']);
    expect(first.message.result.nextCursor).toBe('1');
    const second = await gateway.client.request('tools/list', { cursor: '1' });
    expect(names(second.message)).toEqual(['read_result', 'z']);
    expect(gateway.stderr()).toContain('left out a tool of the server that has the name of ours: spillway_grep_result');
  });

  it('has ours alone where the server knows no tools, or fails to list them', async () => {
    const { client } = startGateway({ capabilities: { resources: {} } });
    const init = await client.initialize();
    expect(init.message.result.capabilities).toEqual({ resources: {}, tools: {} });
    expect(names((await client.request('tools/list')).message)).toEqual(['read_result', 'grep_result']);
    const failing = startGateway({
      answers: { 'tools/list': '{"jsonrpc":"2.0","id":ID,"error":{"code":-32603,"message":"broken"}}' },
    });
    expect(names((await failing.client.request('tools/list')).message)).toEqual(['read_result', 'grep_result']);
    expect((await failing.client.request('tools/list', { cursor: 'x' })).message.error.message).toBe('broken');
  });

  it('does not hide an error of the protocol itself', async () => {
    const answer = '{"jsonrpc":"2.0","id":ID,"error":{"code":-32022,"message":"version","data":{"supported":[]}}}';
    const { client } = startGateway({ answers: { 'tools/list': answer } });
    expect((await client.request('tools/list', {}, 6)).line).toBe(answer.replace('ID', '6'));
  });

  it('keeps an initialize answer that offers tools byte for byte', async () => {
    const answer =
      '{"jsonrpc":"2.0","id":ID,"result":{ "capabilities":{"tools":{"listChanged":true}},"serverInfo":{"name":"\\u00e9"} }}';
    const { client } = startGateway({ answers: { initialize: answer } });
    expect((await client.initialize()).line).toBe(answer.replace('ID', '100'));
  });

  it('speaks the later era: discover gains tools, our list is complete and private', async () => {
    const discover =
      '{"jsonrpc":"2.0","id":ID,"result":{"resultType":"complete","capabilities":{},"supportedVersions":["2026-07-28"]}}';
    const { client } = startGateway({ answers: { 'server/discover': discover } });
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const found = await client.request('server/discover', { _meta });
    expect(found.message.result.capabilities).toEqual({ tools: {} });
    expect(found.message.result.supportedVersions).toEqual(['2026-07-28']);
    const { message } = await client.request('tools/list', { _meta });
    expect(names(message)).toEqual(['read_result', 'grep_result']);
    expect(message.result).toMatchObject({ resultType: 'complete', ttlMs: 0, cacheScope: 'private' });
    const called = await client.request('tools/call', { name: 'read_result', arguments: {}, _meta });
    expect(called.message.result.resultType).toBe('complete');
  });
});
