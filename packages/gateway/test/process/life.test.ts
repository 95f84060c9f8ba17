import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { compiledGateway } from '../support/compiled-gateway.ts';
import { expectGone, type GatewayProcess, isAlive, startGatewayProcess } from '../support/gateway-process.ts';

const program = compiledGateway();

const start = (setup: object = {}, options: Parameters<typeof startGatewayProcess>[2] = {}): GatewayProcess =>
  startGatewayProcess(program(), setup, options);

function pidFile(): { path: string; pid: () => number } {
  const folder = mkdtempSync(join(tmpdir(), 'spillway-life-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'pid');
  return { path, pid: () => Number(readFileSync(path, 'utf8')) };
}

describe('how a gateway ends', () => {
  it.each([0, 3, 255])("takes over the server's exit code %i", async (exitCode) => {
    const gateway = start({ exitCode });
    await gateway.client.initialize();
    gateway.client.close();
    expect(await gateway.exited).toEqual({ code: exitCode, signal: null });
    expect(gateway.stderr()).toBe('');
  });

  it('dies by the signal that the server died of', async () => {
    const gateway = start();
    await gateway.client.initialize();
    gateway.client.send({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'exit', arguments: { signal: 'SIGKILL' } },
    });
    expect(await gateway.exited).toEqual({ code: null, signal: 'SIGKILL' });
  });

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'hands %s on and waits for the server to end by it',
    async (signal) => {
      const gateway = start({ exitOn: signal });
      await gateway.client.initialize();
      gateway.child.kill(signal);
      expect(await gateway.exited).toEqual({ code: 77, signal: null });
    },
  );

  it('lives on when the server does not mind an interrupt', async () => {
    const gateway = start({ ignoreTerm: true });
    await gateway.client.initialize();
    gateway.child.kill('SIGINT');
    expect((await gateway.client.call('text', { length: 3 })).message.result.content[0].text).toBe('xxx');
    gateway.client.close();
    expect(await gateway.exited).toEqual({ code: 0, signal: null });
  });

  it('says in one line that a command is not there, and ends with 127', async () => {
    const gateway = start({}, { command: ['/no/such/server\u001b[31m', 'x'] });
    expect(await gateway.exited).toEqual({ code: 127, signal: null });
    expect(gateway.stderr()).toBe('spillway: cannot start /no/such/server [31m: no such command\n');
  });

  it('says that a command must not be run, and ends with 126', async () => {
    const gateway = start({}, { command: [import.meta.dirname] });
    expect(await gateway.exited).toEqual({ code: 126, signal: null });
    expect(gateway.stderr()).toMatch(/^spillway: cannot start .*: not allowed to run it\n$/);
  });
});

describe('no orphan is left', () => {
  it('when the client closes and the server ignores that and SIGTERM', async () => {
    const file = pidFile();
    const gateway = start(
      { pidFile: file.path, stays: true, ignoreTerm: true },
      { graces: { closeMs: 100, killMs: 100 } },
    );
    await gateway.client.initialize();
    gateway.client.close();
    expect(await gateway.exited).toEqual({ code: null, signal: 'SIGKILL' });
    expect(isAlive(file.pid())).toBe(false);
  });

  it('when the client is gone with a call open', async () => {
    const file = pidFile();
    const gateway = start(
      { pidFile: file.path, stays: true },
      { graces: { closeMs: 100, openCallsMs: 200, killMs: 100 } },
    );
    await gateway.client.initialize();
    gateway.client.send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'never' } });
    gateway.child.stdin?.destroy();
    gateway.child.stdout?.destroy();
    expect(await gateway.exited).toEqual({ code: null, signal: 'SIGTERM' });
    expect(isAlive(file.pid())).toBe(false);
  });

  it('when the client breaks off in the middle of a large message', async () => {
    const file = pidFile();
    const gateway = start({ pidFile: file.path });
    await gateway.client.initialize();
    gateway.child.stdout?.once('data', () => gateway.child.stdout?.destroy());
    const line = `{"jsonrpc":"2.0","method":"notifications/x","params":{"a":"${'a'.repeat(8_000_000)}"}}`;
    gateway.client.send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'line', arguments: { line } } });
    expect((await gateway.exited).code).toBe(0);
    await expectGone(file.pid());
    expect(gateway.stderr()).toBe('');
  });

  it.each(['SIGTERM', 'SIGHUP'] as const)(
    'when %s comes and the server ignores it and the end of its input',
    async (signal) => {
      const file = pidFile();
      const gateway = start({ pidFile: file.path, stays: true, ignoreTerm: true }, { graces: { killMs: 100 } });
      await gateway.client.initialize();
      gateway.child.kill(signal);
      expect(await gateway.exited).toEqual({ code: null, signal: 'SIGKILL' });
      expect(isAlive(file.pid())).toBe(false);
    },
  );

  // Fails when the client's going starts the long wait for open calls again.
  it('when the client closes with a call open, after SIGTERM', async () => {
    const file = pidFile();
    const gateway = start({ pidFile: file.path, stays: true, ignoreTerm: true }, { graces: { killMs: 300 } });
    await gateway.client.initialize();
    gateway.client.send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'never' } });
    gateway.child.kill('SIGTERM');
    await new Promise((resolve) => setTimeout(resolve, 50));
    gateway.client.close();
    expect(await gateway.exited).toEqual({ code: null, signal: 'SIGKILL' });
    expect(isAlive(file.pid())).toBe(false);
  });

  it('when the gateway itself is killed', async () => {
    const file = pidFile();
    const gateway = start({ pidFile: file.path });
    await gateway.client.initialize();
    gateway.child.kill('SIGKILL');
    expect(await gateway.exited).toEqual({ code: null, signal: 'SIGKILL' });
    await expectGone(file.pid());
  });

  it('when a client library closes a server that ignores everything: input, SIGTERM, then nothing more', async () => {
    const file = pidFile();
    const gateway = start({ pidFile: file.path, stays: true, ignoreTerm: true }, { graces: { killMs: 100 } });
    await gateway.client.initialize();
    gateway.client.close();
    await new Promise((resolve) => setTimeout(resolve, 50));
    gateway.child.kill('SIGTERM');
    expect(await gateway.exited).toEqual({ code: null, signal: 'SIGKILL' });
    expect(isAlive(file.pid())).toBe(false);
  });
});

describe('a server that dies', () => {
  it('fails every open call with its exit status and the end of its standard error', async () => {
    const gateway = start();
    await gateway.client.initialize();
    const never = gateway.client.call('never', {}, 'open');
    const stderr = `${'x'.repeat(100_000)}\nTypeError: \u001b[31mboom\u001b[0m\n    at main (server.js:1)\n`;
    const dies = gateway.client.call('exit', { code: 9, stderr }, 2);
    const [open, exit] = await Promise.all([never, dies]);
    expect(open.message.error.code).toBe(-32_000);
    expect(open.message.error.message).toMatch(/^the MCP server exited with code 9 before it answered/);
    expect(open.message.error.message).toContain('at main (server.js:1)');
    expect(open.bytes.length).toBeLessThan(4_000);
    expect(exit.message.error).toEqual(open.message.error);
    expect(await gateway.exited).toEqual({ code: 9, signal: null });
    expect(gateway.stderr()).toContain(stderr);
  });

  it('in the middle of a message: the part is not relayed, and the call fails', async () => {
    const gateway = start();
    await gateway.client.initialize();
    const { message } = await gateway.client.call(
      'exit',
      { code: 1, stdout: '{"jsonrpc":"2.0","id":5,"result":{"con' },
      5,
    );
    expect(message.error.message).toBe('the MCP server exited with code 1 before it answered');
    expect(await gateway.exited).toEqual({ code: 1, signal: null });
    expect(gateway.stderr()).toBe('spillway: the server ended in the middle of a message, after 38 bytes of it\n');
    expect(gateway.client.lines).toHaveLength(2);
  });

  it('with its last answer written and its LF not: the answer counts', async () => {
    const gateway = start();
    await gateway.client.initialize();
    const last = '{"jsonrpc":"2.0","id":5,"result":{"content":[{"type":"text","text":"bye"}]}}';
    expect((await gateway.client.call('exit', { stdout: last }, 5)).line).toBe(last);
    expect(await gateway.exited).toEqual({ code: 0, signal: null });
  });

  it('while a child of its own holds its output open: the gateway ends all the same', async () => {
    const script = `require('node:child_process').spawn('sleep', ['30'], { stdio: ['ignore', 'inherit', 'ignore'], detached: true }).unref();
      process.stdin.once('data', () => process.exit(4));`;
    const gateway = start({}, { command: [process.execPath, '-e', script] });
    gateway.client.send({ jsonrpc: '2.0', id: 1, method: 'ping' });
    expect((await gateway.client.answer(1)).message.error.message).toContain('exited with code 4');
    expect(await gateway.exited).toEqual({ code: 4, signal: null });
  });
});

describe('standard error of the server', () => {
  it('is shown as it comes', async () => {
    const gateway = start();
    await gateway.client.initialize();
    await gateway.client.call('stderr', { text: 'héllo \u001b[31mred\u001b[0m\n' });
    gateway.client.close();
    await gateway.exited;
    expect(gateway.stderr()).toBe('héllo \u001b[31mred\u001b[0m\n');
  });

  it('is drained when nobody reads ours', async () => {
    const gateway = start();
    gateway.child.stderr?.pause();
    await gateway.client.initialize();
    const { message } = await gateway.client.call('stderr', { text: 'e'.repeat(1_000), repeat: 8_000 });
    expect(message.result.content[0].text).toBe('said');
    gateway.child.stderr?.resume();
  });
});
