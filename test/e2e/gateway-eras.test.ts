import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { buildSpillway } from '../../packages/cli/test/support/spillway.ts';
import { WireClient } from '../../packages/gateway/test/support/wire-client.ts';
import { connect, modernServer, referenceServer, scratchFolder, wrapped } from './support/gateway-peers.ts';

beforeAll(buildSpillway);

type Result = { content: { text: string }[]; structuredContent?: unknown };

describe('both eras of the protocol', () => {
  it.each([true, false])('a server of the SDK behaves as without the gateway (stateless era: %s)', async (isModern) => {
    const folder = scratchFolder();
    const run = async (command: readonly string[]) => {
      const { client } = await connect(command, { isModern });
      const { tools } = await client.listTools();
      return {
        client,
        version: client.getNegotiatedProtocolVersion(),
        tools: tools.map(({ outputSchema: _, ...tool }) => tool),
        small: await client.callTool({ name: 'small', arguments: { say: 'é "x"' } }),
        typed: await client.callTool({ name: 'typed', arguments: { count: 3 } }),
        confirm: await client.callTool({ name: 'confirm', arguments: {} }),
      };
    };
    const { client: _, ...direct } = await run(modernServer);
    const { client, ...behind } = await run(wrapped(modernServer, join(folder, 'store')));
    expect(direct.version).toBe(isModern ? '2026-07-28' : '2025-11-25');
    if (isModern) expect(JSON.stringify(direct.confirm)).toContain('confirmed');
    expect({ ...behind, tools: behind.tools.slice(2) }).toEqual(direct);

    const large = (await client.callTool({ name: 'large', arguments: { lines: 50_000 } })) as Result;
    expect(large.content[0]?.text).toMatch(/^\[PARTIAL\]/);
    const handle = /r_[0-9a-z]+/.exec(large.content[0]?.text ?? '')?.[0];
    const read = (await client.callTool({
      name: 'read_result',
      arguments: { handle, startLine: 40_001, lineCount: 1 },
    })) as Result;
    expect(read.content[0]?.text).toContain('40000 INFO served');
    const typed = (await client.callTool({ name: 'typed', arguments: { count: 20_000 } })) as Result;
    expect(typed.content[0]?.text).toMatch(/^\[PARTIAL\]/);
  });
});

describe('tasks', () => {
  /** Runs a tool as a task to its end: how it was taken on, what it came to, what it gave. */
  async function runTask(command: readonly string[]): Promise<unknown[]> {
    const [file = '', ...args] = command;
    const child = spawn(file, args, { stdio: ['pipe', 'pipe', 'ignore'] });
    onTestFinished(() => void child.kill());
    const client = new WireClient({ toGateway: child.stdin, fromGateway: child.stdout });
    await client.initialize('e2e', '2025-11-25');
    const call = { name: 'simulate-research-query', arguments: { topic: 'x' }, task: { ttl: 60_000 } };
    const { task } = (await client.request('tools/call', call)).message.result;
    const { taskId } = task;
    let status = task.status;
    while (status === 'working') {
      await sleep(200);
      status = (await client.request('tasks/get', { taskId })).message.result.status;
    }
    const { result } = (await client.request('tasks/result', { taskId })).message;
    return [Object.keys(task).sort(), status, JSON.parse(JSON.stringify(result).replaceAll(taskId, 'ID'))];
  }

  it('go through untouched, and so does what they give', async () => {
    const server = referenceServer('everything');
    const behind = wrapped(server, join(scratchFolder(), 'store'));
    const [direct, wrappedOutcome] = await Promise.all([runTask(server), runTask(behind)]);
    expect(direct[1]).toBe('completed');
    expect(wrappedOutcome).toEqual(direct);
  });
});
