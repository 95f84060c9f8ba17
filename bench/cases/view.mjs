import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createMemoryStore, createSpillway, openRecord, openSession } from '@spillway/core';
import { timesAsLong } from '../lib/measure.mjs';
import { withScratch } from '../lib/scratch.mjs';

const eventCount = 10_000;
const line = '2026-11-30T03:00:00Z INFO [w3] served request id=100001 status=200 took=16ms\n';
const base = { model: 'a-model', max_completion_tokens: 4_000 };
const format = 'openai-chat';

/**
 * Returns the messages of a turn: a question, a call, its result of up to 5 KB, an answer.
 *
 * @param {number} number
 */
function turn(number) {
  const id = `call_${number}`;
  const called = {
    name: 'read_file',
    arguments: JSON.stringify({ path: `/home/alice/src/${number}.ts`, startLine: number }),
  };
  return [
    { role: 'user', content: `What does file ${number} say about requests that were served late? `.repeat(2) },
    { role: 'assistant', content: 'I look.', tool_calls: [{ id, type: 'function', function: called }] },
    { role: 'tool', tool_call_id: id, content: line.repeat(1 + ((number * 7) % 64)) },
    { role: 'assistant', content: 'It says this and that, and not what was asked for. '.repeat(6) },
  ];
}

/**
 * Writes a record as a session does: the messages, and a request and its answer before each message of the model.
 *
 * @param {string} path
 */
async function writeRecord(path) {
  const record = await openRecord(path);
  const sha256 = 'a'.repeat(64);
  let number = 0;
  await record.append({ type: 'request-base', base });
  for (let index = 0; record.eventCount < eventCount; index += 1) {
    for (const message of turn(index)) {
      if (message.role === 'assistant') {
        number += 1;
        await record.append({ type: 'request', number, through: record.eventCount, byteLength: 1_000_000, sha256 });
        await record.append({ type: 'request-answered', number });
      }
      await record.append({ type: 'message', message });
    }
  }
  await record.close();
}

/** @param {string} path */
async function parseLines(path) {
  const events = [];
  for await (const text of createInterface({ input: createReadStream(path) })) events.push(JSON.parse(text));
  return events;
}

/** @type {import('../lib/row.mjs').Case} */
export const viewCase = {
  name: 'view',
  title: 'The view of a session of 10,000 events',
  reads:
    'Time as a multiple: opening the session and building its next request, against reading the same file line by line and parsing each; and appending to it, against appending to a new session.',
  run: () =>
    withScratch(async (folder) => {
      const path = join(folder, 'session.jsonl');
      await writeRecord(path);
      const spillway = createSpillway({ store: createMemoryStore(), scope: 'bench' });
      const record = await openRecord(path);
      const view = await timesAsLong({
        rounds: 41,
        warmups: 10,
        prepare: () => undefined,
        subject: async () => (await openSession({ record, spillway, format })).build(base),
        baseline: () => parseLines(path),
      });
      const long = await openSession({ record, spillway, format });
      const shortRecord = await openRecord(join(folder, 'short.jsonl'));
      const append = await timesAsLong({
        rounds: 101,
        warmups: 10,
        prepare: async () => openSession({ record: shortRecord, spillway, format }),
        subject: () => appendTurns(long),
        baseline: (short) => appendTurns(short),
      });
      await record.close();
      await shortRecord.close();
      return [
        { name: 'opened and built', value: view, must: { atMost: 2 } },
        { name: 'a message appended', value: append, must: { atMost: 1.2 } },
      ];
    }),
};

/** @param {import('@spillway/core').Session} session */
async function appendTurns(session) {
  for (let number = 0; number < 10; number += 1) for (const message of turn(number)) await session.append(message);
}
