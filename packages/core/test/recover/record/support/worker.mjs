// Runs one command on a record in a process of its own, with the compiled record, and says what happened in JSON lines.
import { existsSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [folder, command, json] = process.argv.slice(2);
const options = JSON.parse(json);
if (process.env.WORKER_UID) process.setuid(Number(process.env.WORKER_UID));
const url = (name) => String(new URL(`recover/record/${name}.js`, pathToFileURL(`${folder}/`)));
const { openRecord } = await import(url('open-record'));
const { readRecord } = await import(url('read-record'));

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
const describe = (error) => ({ code: error.code ?? error.name, facts: error.facts });
const peakBytes = () => Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? 0) * 1024;
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Opens once the last holder is gone. */
async function openWhenFree(path) {
  for (;;) {
    try {
      return await openRecord(path);
    } catch (error) {
      if (error.code !== 'session-busy') throw error;
      await wait(1);
    }
  }
}

const commands = {
  /** Appends a turn of some events again and again, and names each event once it is acknowledged. */
  async turnsForever() {
    const record = await openRecord(options.path);
    say({ opened: record.eventCount });
    for (let turn = 0; ; turn++) {
      const appended = [0, 1, 2].map(async (part) => {
        // Now and then one that takes the system long enough to be killed at.
        const length = (turn * 7919 + part * 104_729) % (turn % 16 === 7 ? 200_000 : 2000);
        const event = { type: 'part', turn, part, text: '€'.repeat(length) };
        say({ seq: await record.append(event), turn, part });
      });
      await Promise.all(appended);
      if (turn % 3 === 0) await record.sync();
    }
  },
  /** Opens when the file `go` is there, says how that went, and closes when `stop` is there. */
  async openWhen() {
    say('ready');
    while (!existsSync(options.go)) await wait(1);
    try {
      const record = await openRecord(options.path);
      say({ opened: record.eventCount });
      await record.append({ type: 'held', by: process.pid });
      while (!existsSync(options.stop)) await wait(1);
      await record.close();
    } catch (error) {
      say(describe(error));
    }
  },
  /** Opens, appends one event, names it and closes, so many times. */
  async takeTurns() {
    for (let round = 0; round < options.rounds; round++) {
      const record = await openWhenFree(options.path);
      say(await record.append({ type: 'round', by: options.number, round }));
      await record.close();
    }
  },
  /** Appends events of so many bytes, makes room, appends one more, and says what became of each and what is read. */
  async trouble() {
    const answers = [];
    const { filler } = options;
    if (filler !== undefined) writeFileSync(filler, Buffer.alloc(500_000));
    try {
      const record = await openRecord(options.path);
      for (const byteLength of options.byteLengths) {
        answers.push(await record.append({ type: 'part', text: 'x'.repeat(byteLength) }).catch(describe));
      }
      answers.push(await record.sync().catch(describe));
      if (filler !== undefined) rmSync(filler);
      answers.push(await record.append({ type: 'part', text: 'small' }).catch(describe));
      await record.close();
    } catch (error) {
      answers.push(describe(error));
    }
    const seqs = [];
    const warnings = [];
    try {
      const onWarning = ({ kind }) => warnings.push(kind);
      for await (const { seq } of readRecord(options.path, { onWarning })) seqs.push(seq);
    } catch (error) {
      seqs.push(describe(error));
    }
    say({ answers, seqs, warnings });
  },
  /** Appends events of so many bytes at once, and says what became of each. */
  async troubleAtOnce() {
    const record = await openRecord(options.path);
    const events = options.byteLengths.map((byteLength) => ({ type: 'part', text: 'x'.repeat(byteLength) }));
    const answers = await Promise.all(events.map((event) => record.append(event).catch(describe)));
    say({ answers, eventCount: record.eventCount });
    await record.close();
  },
  /** Reads a record through, by the writer's `events` and without a lock, and says what memory that took. */
  async readThrough() {
    const record = await openRecord(options.path);
    const { eventCount } = record;
    let read = 0;
    let bytes = 0;
    for await (const { event } of record.events()) {
      read += 1;
      bytes += event.text.length;
    }
    const next = await record.append({ type: 'next', text: '' });
    await record.close();
    let last;
    for await (const { seq } of readRecord(options.path)) last = seq;
    say({ eventCount, read, bytes, next, last, peakBytes: peakBytes() });
  },
  /** Appends an event that is larger than the heap: one string that lies outside of it, many times over. */
  async appendLarge() {
    const text = Buffer.alloc(options.byteLength, 'x').toString('latin1');
    const record = await openRecord(options.path);
    const seq = await record.append({ type: 'large', parts: Array.from({ length: options.times }, () => text) });
    await record.close();
    say({ seq });
  },
};

await commands[command]();
