import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SpillwayError } from '../../../src/errors.ts';
import type { SessionRecord } from '../../../src/recover/record/record.ts';
import type { JsonObject } from '../../../src/recover/wire/json.ts';
import { chat, handleIn, temporarySession } from '../../support/temporary-session.ts';

const base = { model: 'gpt-test' };
const log = (characters: number): string => 'GET /index.html 200 took=16ms\n'.repeat(characters / 30);

/** Sends, and returns the bytes of what was sent. */
async function sent(session: {
  send: Awaited<ReturnType<typeof temporarySession>>['session']['send'];
}): Promise<string> {
  let text = '';
  await session.send(base, async (body) => {
    text = JSON.stringify(body);
    return {};
  });
  return text;
}

describe('a session', () => {
  it('begins empty, and counts its requests across its records', async () => {
    const { session, path, close } = await temporarySession();
    expect([session.messages, session.requestCount, session.healedCount]).toEqual([[], 0, 0]);
    await session.append(chat.user('hello'));
    await sent(session);
    await close();
    const again = await temporarySession({ path });
    expect(again.session.requestCount).toBe(1);
    await sent(again.session);
    expect(again.session.requestCount).toBe(2);
  });

  it('can send what has no message at all', async () => {
    const { session } = await temporarySession();
    expect(await sent(session)).toBe('{"model":"gpt-test","messages":[]}');
    expect(await session.asSent(1)).toEqual({ model: 'gpt-test', messages: [] });
  });

  it.each([[undefined], [null], ['text'], [[]], [7], [() => {}]])(
    'refuses %j as a message, and writes nothing',
    async (message) => {
      const { session, record } = await temporarySession();
      await expect(session.append(message as unknown as JsonObject)).rejects.toThrow(TypeError);
      expect(record.eventCount).toBe(0);
    },
  );

  it('refuses a format that is not known', async () => {
    await expect(temporarySession({ format: 'telepathy' })).rejects.toThrow('no format has the name "telepathy"');
  });

  it('takes a message as it is when it is appended', async () => {
    const { session } = await temporarySession();
    const message = { role: 'user', content: [{ type: 'text', text: 'before' }] };
    const appended = session.append(message);
    message.content[0] = { type: 'text', text: 'after' };
    await appended;
    expect(await sent(session)).toContain('"text":"before"');
  });

  it('sends frozen messages, since they are what is recorded', async () => {
    const { session } = await temporarySession();
    await session.append(chat.user('hello'));
    const { messages } = (await session.build(base)) as { messages: { content: string }[] };
    expect(() => Object.assign(messages[0] ?? {}, { content: 'other' })).toThrow(TypeError);
    expect(() => messages.push({ content: 'more' })).toThrow(TypeError);
  });

  it('leaves what is appended during a request to the next one, and tells both exactly', async () => {
    const { session } = await temporarySession();
    await session.append(chat.user('first'));
    const requests: string[] = [];
    await session.send(base, async (body) => {
      requests.push(JSON.stringify(body));
      await session.append(chat.user('meanwhile'));
      if (requests.length === 1) throw Object.assign(new Error('try again'), { status: 503 });
      return {};
    });
    requests.push(await sent(session));
    expect(requests.map((text) => text.includes('meanwhile'))).toEqual([false, false, true]);
    for (const [index, text] of requests.entries()) expect(JSON.stringify(await session.asSent(index + 1))).toBe(text);
  });

  it('sends one request at a time', async () => {
    const { session } = await temporarySession();
    const seq = await session.append(chat.user('hello'));
    await session.send(base, async () => {
      await expect(session.send(base, async () => ({}))).rejects.toThrow(TypeError);
      await expect(session.build(base)).rejects.toThrow(TypeError);
      await expect(session.restore(seq)).rejects.toThrow(TypeError);
      return {};
    });
    await sent(session);
    expect(session.requestCount).toBe(2);
  });

  it('appends in parallel in the order in which it is written', async () => {
    const { session, path, close } = await temporarySession({ budget: { maxResultBytes: 1_024 } });
    const texts = ['one', log(60_000), 'two', log(3_000), 'three'];
    await session.append(chat.user('look'));
    await Promise.all(texts.map((text, index) => session.append(chat.result(`call_${index}`, text))));
    const { messages } = session;
    await close();
    const again = await temporarySession({ path, budget: { maxResultBytes: 1_024 } });
    expect(again.session.messages).toEqual(messages);
  });

  it('tells what was sent under a budget that is smaller by now', async () => {
    const first = await temporarySession();
    const messages = [
      chat.user('look'),
      chat.call('a'),
      chat.result('a', log(30_000)),
      chat.answer('done'),
      chat.user('more'),
    ];
    for (const message of messages) await first.session.append(message);
    const request = await sent(first.session);
    await first.close();
    const { session } = await temporarySession({ path: first.path, budget: { maxResultBytes: 2_048 } });
    const next = await sent(session);
    expect(next.length).toBeLessThan(4_000);
    expect(JSON.stringify(await session.asSent(1))).toBe(request);
    expect(JSON.stringify(await session.asSent(2))).toBe(next);
  });

  it('sends again as before what was shortened and is restored, also after it was opened anew under a smaller budget', async () => {
    const first = await temporarySession();
    await first.session.append(chat.user('look'));
    await first.session.append(chat.call('a'));
    const seq = await first.session.append(chat.result('a', log(30_000)));
    let refused = 0;
    await first.session.send(base, async (body) => {
      if (JSON.stringify(body).length > 10_000) {
        refused += 1;
        throw Object.assign(new Error('maximum context length is 4000 tokens'), {
          status: 400,
          error: {
            code: 'context_length_exceeded',
            message: 'maximum context length is 4000 tokens. However, your messages resulted in 9000 tokens.',
          },
        });
      }
      return {};
    });
    expect(refused).toBe(1);
    expect(JSON.stringify(first.session.messages).length).toBeLessThan(3_000);
    await first.close();
    const same = await temporarySession({ path: first.path });
    expect(JSON.stringify(same.session.messages).length).toBeLessThan(3_000);
    await same.session.restore(seq);
    expect(same.session.messages[2]).toEqual(chat.result('a', log(30_000)));
    await same.close();
    const small = await temporarySession({ path: first.path, budget: { maxResultBytes: 8_192 } });
    await small.session.restore(seq);
    const restored = JSON.stringify(small.session.messages[2]);
    expect(restored).toContain('read_result');
    expect(restored).not.toEqual(JSON.stringify(chat.result('a', log(30_000))));
    expect(restored.length).toBeLessThan(8_192 + 60);
    expect(JSON.stringify(await small.session.asSent(2)).length).toBeLessThan(3_000);
    await expect(small.session.restore(999)).rejects.toThrow('no message of this session has the seq 999');
  });

  it('names a request that there is not, and one that its record does not come to', async () => {
    const { session, record } = await temporarySession();
    await session.append(chat.user('hello'));
    await sent(session);
    await expect(session.asSent(2)).rejects.toMatchObject({ code: 'request-unknown', facts: { number: 2 } });
    await record.append({ type: 'request', number: 2, through: 1, byteLength: 1, sha256: 'other' });
    await expect(session.asSent(2)).rejects.toMatchObject({ code: 'record-damaged', facts: { number: 2 } });
  });

  /** A record whose disk is full once a request was written. */
  const fullAfterRequest = (record: SessionRecord): SessionRecord => {
    let isFull = false;
    const append: SessionRecord['append'] = async (event) => {
      if (isFull) throw new SpillwayError({ code: 'record-unwritable', message: 'the disk is full' });
      isFull = event.type === 'request';
      return record.append(event);
    };
    return new Proxy(record, {
      get: (target, key) => {
        const value: unknown = key === 'append' ? append : Reflect.get(target, key);
        return typeof value === 'function' && key !== 'append' ? value.bind(target) : value;
      },
    });
  };

  it('hands on an answer that was given though the record cannot be written any more, and says so at the next append', async () => {
    const { session } = await temporarySession({ around: fullAfterRequest });
    await session.append(chat.user('hello'));
    expect(await session.send(base, async () => ({ text: 'dear answer' }))).toEqual({ text: 'dear answer' });
    await expect(session.append(chat.answer('dear answer'))).rejects.toMatchObject({ code: 'record-unwritable' });
    expect(session.messages.length).toBe(1);
  });

  it('hands on what a provider said though the record cannot be written any more', async () => {
    const { session } = await temporarySession({ around: fullAfterRequest });
    await session.append(chat.user('hello'));
    const refused = Object.assign(new Error('no such model'), { status: 404 });
    await expect(session.send(base, async () => Promise.reject(refused))).rejects.toBe(refused);
  });

  it('passes over events that it does not know, and such as are not what they should be', async () => {
    const { session } = await temporarySession({
      events: [
        { type: 'note', text: 'from a program of its own' },
        { type: 'message', message: 'no object' },
        { type: 'message', message: chat.user('hello') },
        { type: 'message-changed', seq: 3, path: 'content', value: '' },
        { type: 'message-changed', seq: 99, path: ['content'], value: '' },
        { type: 'message-restored', seq: 'x' },
        { type: 'request', number: 'x' },
        { type: 'request-base', base: null },
      ],
    });
    expect(session.messages).toEqual([chat.user('hello')]);
    expect(await sent(session)).toBe('{"model":"gpt-test","messages":[{"role":"user","content":"hello"}]}');
    expect(JSON.stringify(await session.asSent(1))).toBe(
      '{"model":"gpt-test","messages":[{"role":"user","content":"hello"}]}',
    );
  });

  it('BC-157 writes a result of 5 MB in its bounded form', async () => {
    const { session, path, stored, record } = await temporarySession();
    await session.append(chat.call('a'));
    await session.append(chat.result('a', log(5_000_010)));
    await record.sync();
    const lines = readFileSync(path, 'utf8').split('\n');
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThan(65_536 + 2_048);
    expect(await stored(handleIn(session.messages[1]))).toBe(log(5_000_010));
  });
});
