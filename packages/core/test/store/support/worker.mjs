// Runs one command on a store in a process of its own: worker.mjs <compiled folder> <command> <options as JSON>.
// Prints one JSON value a line.
import { createHash } from 'node:crypto';
import { createWriteStream, openSync } from 'node:fs';

const [, , compiled, command, text] = process.argv;
const options = JSON.parse(text);
const { createFsStore } = await import(`${compiled}/store/fs.js`);
const { createDefaultStore } = await import(`${compiled}/store/default-store.js`);
const { defaultScope } = await import(`${compiled}/store/scope.js`);

if (process.env.WORKER_UID !== undefined) {
  const uid = Number(process.env.WORKER_UID);
  process.setgroups([]);
  process.setgid(uid);
  process.setuid(uid);
}

const facts = { mediaType: 'text/plain', shape: 'log', headline: 'text', provenance: { toolName: 'worker', at: 1 } };
const say = (value) => process.stdout.write(`${JSON.stringify(value)}\n`);
const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

function openStore() {
  // `clock` stands still; with `speed` time goes so many times faster, the same in all processes.
  const { clock, speed, ...rest } = options.store;
  const now = clock === undefined ? () => Date.now() * (speed ?? 1) : () => clock;
  return createFsStore({ durability: 'none', ...rest, now });
}

async function spill(store, scope, bytes, chunkBytes = 65_536) {
  const writer = await store.createWriter(scope);
  try {
    for (let from = 0; from < bytes.length; from += chunkBytes)
      await writer.write(bytes.subarray(from, from + chunkBytes));
    return await writer.finish(facts);
  } catch (error) {
    await writer.abort();
    throw error;
  }
}

const describe = (error) => ({ code: error.code, facts: error.facts, text: error.toModelText?.(), name: error.name });

const commands = {
  /** Spills `count` contents that no other process spills, and names them. */
  async spillMany() {
    const store = openStore();
    for (let number = 0; number < options.count; number++) {
      const bytes = Buffer.from(`process ${options.number}, result ${number}\n`.repeat(1 + (number % 7)));
      const handle = await spill(store, options.scope, bytes);
      say({ id: handle.id, sha256: sha256(bytes) });
    }
    await store.close();
  },
  /** Spills without end, naming each result only after it was stored. */
  async spillForever() {
    const store = openStore();
    say('ready');
    for (let number = 0; ; number++) {
      const bytes = Buffer.alloc(1 + ((number * 40_503) % 200_000), `${options.number}.${number} `);
      const handle = await spill(store, options.scope, bytes, 16_384);
      say({ id: handle.id, sha256: sha256(bytes) });
    }
  },
  /** Writes `byteLength` bytes of a result, each line with its number, says so, and never finishes it. */
  async neverFinish() {
    const store = openStore();
    const { encoding, ifUnfinished } = options;
    const writer = await store.createWriter(options.scope, { encoding, ifUnfinished: ifUnfinished && facts });
    for (let line = 1; writer.byteLength < options.byteLength; line++) {
      await writer.write(Buffer.from(`line ${line} of a result that is never whole\n`));
    }
    say(writer.byteLength);
    setInterval(() => {}, 1000);
  },
  /** Fills the store with large results until the time is up, and says what became of each. */
  async fill() {
    const store = openStore();
    const until = Date.now() + options.milliseconds;
    const outcome = { stored: 0, full: 0, other: [] };
    for (let number = 0; Date.now() < until; number++) {
      const bytes = Buffer.alloc(options.byteLength, `${options.number}.${number} `);
      try {
        await spill(store, options.scope, bytes);
        outcome.stored++;
      } catch (error) {
        if (error.code === 'store-full') outcome.full++;
        else outcome.other.push(String(error.stack));
      }
    }
    await store.close();
    say(outcome);
  },
  /** Reads a result. */
  async read() {
    const store = openStore();
    try {
      const source = await store.open(options.scope, options.id);
      say({ text: Buffer.from(await source.read(0, source.byteLength)).toString() });
      await source.close();
    } catch (error) {
      say(describe(error));
    }
  },
  /** Reads a result of the default store and scope. */
  async readDefault() {
    const store = createDefaultStore();
    const scope = defaultScope();
    const source = await store.open(scope, options.id);
    say({ scope, text: Buffer.from(await source.read(0, source.byteLength)).toString() });
    await source.close();
  },
  async spillDefault() {
    const store = createDefaultStore({ durability: 'none' });
    const scope = defaultScope();
    say({ scope, id: (await spill(store, scope, Buffer.from(options.text))).id });
    await store.close();
  },
  /** Spills into a store that is in trouble, then does something harmless. */
  async trouble() {
    if (options.umask !== undefined) process.umask(options.umask);
    const store = openStore();
    const answers = [];
    for (const byteLength of options.byteLengths) {
      try {
        const handle = await spill(store, 'a', Buffer.alloc(byteLength, 'trouble '));
        answers.push({ id: handle.id });
      } catch (error) {
        answers.push(describe(error));
      }
    }
    say(answers);
    await store.close();
    say({ alive: true, listed: await store.list('a').then((page) => page.handles.length, describe) });
  },
  /** Uses up the process's descriptors, then spills and reads. */
  async exhaust() {
    const store = openStore();
    const { id } = await spill(store, 'a', Buffer.from('before'));
    const held = [];
    try {
      for (;;) held.push(openSync('/dev/null', 'r'));
    } catch {
      for (let at = 0; at < options.spare; at++) createWriteStream('', { fd: held.pop() }).destroy();
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
    const spilled = await spill(store, 'a', Buffer.from('during')).then(() => 'stored', describe);
    const read = await store.open('a', id).then(async (source) => {
      await source.close();
      return 'read';
    }, describe);
    const { closeSync } = await import('node:fs');
    for (const fd of held) closeSync(fd);
    const after = await spill(store, 'a', Buffer.from('after'));
    say({ spilled, read, after: after.id });
  },
};

await commands[command]();
