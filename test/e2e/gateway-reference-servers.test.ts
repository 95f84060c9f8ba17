import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildSpillway } from '../../packages/cli/test/support/spillway.ts';
import { connect, outcome, type Peer, referenceServer, scratchFolder, wrapped } from './support/gateway-peers.ts';

beforeAll(buildSpillway);

const OURS = ['read_result', 'grep_result'];

/** Everything that a server offers, each list as one value. */
async function offers(client: Client): Promise<Record<string, unknown>> {
  const offered = client.getServerCapabilities();
  return {
    server: client.getServerVersion(),
    capabilities: offered,
    instructions: client.getInstructions(),
    tools: (await client.listTools()).tools,
    ...(offered?.resources && {
      resources: await client.listResources(),
      templates: await client.listResourceTemplates(),
    }),
    ...(offered?.prompts && { prompts: await client.listPrompts() }),
  };
}

type Tool = { name: string; outputSchema?: unknown };
const withoutSchemas = (tools: unknown): unknown => (tools as Tool[]).map(({ outputSchema: _, ...tool }) => tool);

function expectSameOffers(direct: Record<string, unknown>, behind: Record<string, unknown>): void {
  const tools = behind.tools as Tool[];
  expect(tools.slice(0, 2).map(({ name }) => name)).toEqual(OURS);
  expect(tools.every(({ outputSchema }) => outputSchema === undefined)).toBe(true);
  expect({ ...behind, tools: tools.slice(2) }).toEqual({ ...direct, tools: withoutSchemas(direct.tools) });
}

type Call = [tool: string, args: Record<string, unknown>];

/** Makes the calls one after the other; every tool of the server has to be among them. */
async function runCalls(peer: Peer, calls: readonly Call[]): Promise<unknown[]> {
  const { tools } = await peer.client.listTools();
  const named = new Set(calls.map(([name]) => name));
  expect(tools.map(({ name }) => name).filter((name) => !named.has(name) && !OURS.includes(name))).toEqual([]);
  const outcomes: unknown[] = [];
  for (const [name, args] of calls) outcomes.push(await outcome(() => peer.client.callTool({ name, arguments: args })));
  return outcomes;
}

const TIMES = /\w{3} \w{3} \d\d \d{4} [\d:]{8} GMT[^"\\]*|\d{4}-\d\d-\d\dT[\d:.]+Z|\d{1,2}:\d\d:\d\d [AP]M/g;

/** Times differ from run to run, in texts and inside base64. */
const steady = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value)
      .replace(
        /"blob":"([^"]*)"/g,
        (_, blob) => `"blob":${JSON.stringify(Buffer.from(blob, 'base64').toString('latin1'))}`,
      )
      .replace(TIMES, 'TIME'),
  );

describe('behind the gateway, as without it', () => {
  it('the filesystem server', async () => {
    const folder = scratchFolder();
    const files = join(folder, 'files');
    const prepare = (): void => {
      rmSync(files, { recursive: true, force: true });
      mkdirSync(join(files, 'sub'), { recursive: true });
      writeFileSync(join(files, 'a.txt'), 'one\ntwo é 😀\nthree\n');
      writeFileSync(join(files, 'b.json'), '{"a":[1,2.50]}');
      writeFileSync(join(files, 'p.png'), Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'));
    };
    const path = (name: string): string => join(files, name);
    const calls: Call[] = [
      ['read_file', { path: path('a.txt') }],
      ['read_text_file', { path: path('a.txt'), tail: 1 }],
      ['read_media_file', { path: path('p.png') }],
      ['read_multiple_files', { paths: [path('a.txt'), path('b.json'), path('none')] }],
      ['write_file', { path: path('c.txt'), content: 'new "content"\n' }],
      ['edit_file', { path: path('a.txt'), edits: [{ oldText: 'two', newText: '2' }] }],
      ['create_directory', { path: path('made') }],
      ['list_directory', { path: files }],
      ['list_directory_with_sizes', { path: files, sortBy: 'size' }],
      ['directory_tree', { path: files }],
      ['move_file', { source: path('c.txt'), destination: path('d.txt') }],
      ['search_files', { path: files, pattern: '**/*.txt' }],
      ['get_file_info', { path: path('a.txt') }],
      ['list_allowed_directories', {}],
      ['read_text_file', { path: '/etc/passwd' }],
      ['read_text_file', { wrong: true }],
      ['no_such_tool', {}],
    ];
    const run = async (command: string[]): Promise<Record<string, unknown>> => {
      prepare();
      const peer = await connect(command, { rootFolder: files });
      const found = { ...(await offers(peer.client)), calls: steady(await runCalls(peer, calls)) };
      await peer.client.close();
      return found;
    };
    const server = referenceServer('filesystem', files);
    const direct = await run(server);
    expect(JSON.stringify(direct.calls)).toContain('2.50');
    // After its last line end a file has an empty text, which is the one thing that changes.
    const last = (direct.calls as { content: unknown; structuredContent: unknown }[])[1];
    expect(last).toEqual({ content: [{ type: 'text', text: '' }], structuredContent: { content: '' } });
    if (last) last.content = [{ type: 'text', text: '(The tool ended without an error and returned no text.)' }];
    expectSameOffers(direct, await run(wrapped(server, join(folder, 'store'))));
  });

  it('the memory server, with its resource', async () => {
    const folder = scratchFolder();
    const entity = (name: string) => ({ name, entityType: 'thing', observations: ['seen "once"'] });
    const calls: Call[] = [
      ['create_entities', { entities: [entity('a'), entity('b')] }],
      ['create_relations', { relations: [{ from: 'a', to: 'b', relationType: 'knows' }] }],
      ['add_observations', { observations: [{ entityName: 'a', contents: ['é'] }] }],
      ['read_graph', {}],
      ['search_nodes', { query: 'once' }],
      ['open_nodes', { names: ['b', 'none'] }],
      ['delete_observations', { deletions: [{ entityName: 'a', observations: ['é'] }] }],
      ['delete_relations', { relations: [{ from: 'a', to: 'b', relationType: 'knows' }] }],
      ['delete_entities', { entityNames: ['a'] }],
      ['add_observations', { observations: [{ entityName: 'none', contents: ['x'] }] }],
    ];
    const run = async (command: string[], file: string): Promise<Record<string, unknown>> => {
      const peer = await connect(command, { env: { MEMORY_FILE_PATH: join(folder, file) } });
      const found = { ...(await offers(peer.client)), calls: await runCalls(peer, calls) };
      const resource = await peer.client.readResource({ uri: 'memory://knowledge-graph' });
      await peer.client.close();
      return { ...found, resource };
    };
    const server = referenceServer('memory');
    const direct = await run(server, 'direct.json');
    expectSameOffers(direct, await run(wrapped(server, join(folder, 'store')), 'behind.json'));
  });

  it('the everything server: tools, resources, prompts, completion, progress, sampling, elicitation, roots', async () => {
    const folder = scratchFolder();
    const data = `data:text/plain;base64,${Buffer.from('small file').toString('base64')}`;
    const calls: Call[] = [
      ['echo', { message: 'é \u2028 "quoted" \\ 😀' }],
      ['get-annotated-message', { messageType: 'error', includeImage: true }],
      ['get-env', {}],
      ['get-resource-links', { count: 3 }],
      ['get-resource-reference', { resourceType: 'Blob', resourceId: 2 }],
      ['get-structured-content', { location: 'Chicago' }],
      ['get-sum', { a: 2, b: 0.5 }],
      ['get-tiny-image', {}],
      ['gzip-file-as-resource', { name: 'a.gz', data, outputType: 'resource' }],
      ['toggle-simulated-logging', {}],
      ['toggle-simulated-logging', {}],
      ['toggle-subscriber-updates', {}],
      ['toggle-subscriber-updates', {}],
      ['trigger-long-running-operation', { duration: 0.1, steps: 2 }],
      ['get-roots-list', {}],
      ['trigger-elicitation-request', {}],
      ['trigger-sampling-request', { prompt: 'hi', maxTokens: 7 }],
      ['simulate-research-query', { topic: 'x' }],
    ];
    const run = async (command: string[]): Promise<Record<string, unknown>> => {
      const peer = await connect(command, { rootFolder: '/srv' });
      const { client } = peer;
      const found = await offers(client);
      const { resources } = await client.listResources();
      const { prompts } = await client.listPrompts();
      const progress: unknown[] = [];
      const long = { name: 'trigger-long-running-operation', arguments: { duration: 0.6, steps: 3 } };
      const more = {
        calls: steady(await runCalls(peer, calls)),
        resources: steady(await Promise.all(resources.map(({ uri }) => client.readResource({ uri })))),
        dynamic: steady(await client.readResource({ uri: 'demo://resource/dynamic/text/3' })),
        missing: await outcome(() => client.readResource({ uri: 'demo://nothing' })),
        prompts: await Promise.all(
          prompts.map(({ name, arguments: args }) => {
            const given = Object.fromEntries(
              (args ?? []).map((arg) => [arg.name, arg.name === 'resourceId' ? '1' : 'Text']),
            );
            return outcome(async () => steady(await client.getPrompt({ name, arguments: given })));
          }),
        ),
        completion: await client.complete({
          ref: { type: 'ref/prompt', name: 'completable-prompt' },
          argument: { name: 'department', value: 'E' },
        }),
        long: await client.callTool(long, { onprogress: (one) => progress.push(one) }),
      };
      await client.close();
      // The client library may drop the last step, which comes with the answer.
      return { ...found, more: { ...more, progress: progress.slice(0, 2) } };
    };
    const server = referenceServer('everything');
    const direct = await run(server);
    expect((direct.more as { progress: unknown[] }).progress).toHaveLength(2);
    expect(JSON.stringify(direct.more)).toContain('sampled 7');
    const behind = await run(wrapped(server, join(folder, 'store')));
    expectSameOffers(direct, behind);
  });
});
