// Runs one command on a session in a process of its own, with the compiled sources, and says what happened in JSON lines.
import { createHash } from 'node:crypto';
import { readFileSync, writeSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [folder, command, json] = process.argv.slice(2);
const options = JSON.parse(json);
const load = (name) => import(String(new URL(`${name}.js`, pathToFileURL(`${folder}/`))));
const { openRecord } = await load('recover/record/open-record');
const { openSession } = await load('recover/session/session');
const { createSpillway } = await load('spillway');
const { createMemoryStore } = await load('store/memory');
const { createFsStore } = await load('store/fs');

// Written at once: a process that is killed has said what it said.
function say(value) {
  const bytes = Buffer.from(`${JSON.stringify(value)}\n`);
  for (let from = 0; from < bytes.length; ) {
    try {
      from += writeSync(1, bytes, from);
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
    }
  }
}
const digest = (text) => createHash('sha256').update(text).digest('hex');
const peakBytes = () => Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? 0) * 1024;
const base = {
  model: 'gpt-test',
  tools: [{ type: 'function', function: { name: 'read_log', parameters: { type: 'object' } } }],
};

const commands = {
  /** Has turns with parallel calls again and again; names each message that is acknowledged and each request received. */
  async turnsForever() {
    const record = await openRecord(options.path);
    const spillway = createSpillway({ store: createMemoryStore(), scope: 'test', budget: { maxResultBytes: 1024 } });
    const session = await openSession({ record, spillway, format: 'openai-chat' });
    say({ opened: session.messages.length });
    const append = async (message) =>
      say({ seq: await session.append(message), sha256: digest(JSON.stringify(message)) });
    const send = () =>
      session.send(base, async (body) => {
        say({ received: session.requestCount, sha256: digest(JSON.stringify(body)) });
        return {};
      });
    for (let turn = options.turn; ; turn += 1) {
      await append({ role: 'user', content: `prompt ${turn}` });
      const ids = Array.from({ length: 1 + (turn % 3) }, (_, index) => `call_${turn}_${index}`);
      const calls = ids.map((id) => ({ id, type: 'function', function: { name: 'read_log', arguments: '{}' } }));
      await send();
      await append({ role: 'assistant', content: null, tool_calls: calls });
      const content = (index) => `${turn} `.repeat(20 + ((turn * 7919 + index * 104_729) % 60));
      await Promise.all(ids.map((id, index) => append({ role: 'tool', tool_call_id: id, content: content(index) })));
      await send();
      await append({ role: 'assistant', content: `answer ${turn}` });
      if (turn % 3 === 0) await record.sync();
      say({ turn });
    }
  },
  /** Opens a session whose record was written without bounds, and says how much it sends and what memory that took. */
  async healLarge() {
    const record = await openRecord(options.path);
    const store = createFsStore({ directory: options.store, durability: 'none' });
    const spillway = createSpillway({ store, scope: 'test' });
    const session = await openSession({ record, spillway, format: 'openai-chat' });
    const body = JSON.stringify(await session.build(base));
    say({ messages: session.messages.length, healed: session.healedCount, bytes: body.length, peakBytes: peakBytes() });
    await record.close();
    await spillway.close();
  },
};

await commands[command]();
process.exit(0);
