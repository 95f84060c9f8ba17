import { describe, expect, it } from 'vitest';
import { createEventJudge, createJsonJudge, createLinesJudge } from '../../../src/recover/retry/judge-body.ts';
import { type BodyVerdict, peekBody } from '../../../src/recover/retry/peek-body.ts';

interface Source {
  readonly stream: ReadableStream<Uint8Array>;
  /** How many chunks were asked for. */
  readonly pulls: () => number;
  readonly cancelledWith: () => unknown;
}

/** Gives chunks when they are asked for; ends, fails or goes on for ever behind them. */
function sourceOf(chunks: readonly Uint8Array[], end: 'end' | 'never' | Error = 'end'): Source {
  let pulls = 0;
  let cancelledWith: unknown;
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const chunk = chunks[pulls++];
        if (chunk !== undefined) return controller.enqueue(chunk);
        if (end === 'end') return controller.close();
        if (end !== 'never') return controller.error(end);
        return new Promise<void>(() => {});
      },
      cancel(reason) {
        cancelledWith = reason;
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, pulls: () => pulls, cancelledWith: () => cancelledWith };
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const chunksOf = (text: string, at: number): Uint8Array[] => {
  const bytes = bytesOf(text);
  return [bytes.subarray(0, at), bytes.subarray(at)];
};
const kindOf = async (text: string, judge = createEventJudge()): Promise<BodyVerdict['kind']> =>
  (await peekBody(sourceOf([bytesOf(text)]).stream, judge)).verdict.kind;

const refusal = '{"error":{"message":"prompt is too long: „ä“ 😀","code":"context_length_exceeded"}}';
const anthropic =
  'event: message_start\r\ndata: {"type":"message_start","message":{"usage":{"input_tokens":1}}}\r\n\r\n' +
  'event: ping\r\ndata: {"type":"ping"}\r\n\r\n';
const role = 'data: {"choices":[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}]}\n\n';
const word = 'data: {"choices":[{"index":0,"delta":{"content":"Hi"}}]}\n\n';

describe('the first word of a stream of events', () => {
  it.each([
    ['an error first', `data: ${refusal}\n\n`, 'refusal'],
    ['an error without a blank line behind it', `data: ${refusal}`, 'refusal'],
    ['a named error', `event: error\ndata: {"type":"overloaded_error"}\n\n`, 'refusal'],
    ['an error that is no event', `error: ${refusal}\n\n`, 'refusal'],
    ['an error behind comments', `: OPENROUTER PROCESSING\n\n: still\n\ndata: ${refusal}\n\n`, 'refusal'],
    ['an error behind a time to come back', `retry: 3000\n\ndata: ${refusal}\n\n`, 'refusal'],
    ['an error behind the role', `${role}data: ${refusal}\n\n`, 'refusal'],
    [
      'an error behind what was filtered',
      `data: {"choices":[],"prompt_filter_results":[]}\n\ndata: ${refusal}\n\n`,
      'refusal',
    ],
    ['an error behind the beginning of a message', `${anthropic}data: {"type":"error","error":{}}\n\n`, 'refusal'],
    ['an error in lines that end in CR', `data: {"type":"ping"}\r\rdata: ${refusal}\r\r`, 'refusal'],
    [
      'a response that failed',
      'data: {"type":"response.created","response":{}}\n\ndata: {"type":"response.in_progress"}\n\ndata: {"type":"response.failed"}\n\n',
      'refusal',
    ],
    ['a list with an error', `data: [${refusal}]\n\n`, 'refusal'],
    ['an error in lines of its own', `data: {"error":\ndata: {"message":"too long"}}\n\n`, 'refusal'],
    ['a word first', word, 'answer'],
    ['an error behind a word', `${word}data: ${refusal}\n\n`, 'answer'],
    [
      'an error behind a call',
      `data: {"choices":[{"delta":{"role":"assistant","tool_calls":[{"index":0}]}}]}\n\ndata: ${refusal}\n\n`,
      'answer',
    ],
    [
      'an error behind a thought',
      `data: {"choices":[{"delta":{"role":"assistant","content":"","reasoning":"Hm"}}]}\n\ndata: ${refusal}\n\n`,
      'answer',
    ],
    [
      'an error behind a role with empty fields',
      `data: {"choices":[{"delta":{"role":"assistant","content":null,"tool_calls":[]}}]}\n\ndata: ${refusal}\n\n`,
      'refusal',
    ],
    [
      'an answer that ends at once',
      `data: {"choices":[{"delta":{"role":"assistant"},"finish_reason":"stop"}]}\n\n`,
      'answer',
    ],
    ['a word that speaks of an error', 'data: {"choices":[{"delta":{"content":"error: x"}}]}\n\n', 'answer'],
    ['no error', 'data: {"error":null,"candidates":[]}\n\n', 'answer'],
    ['a usage alone', `data: {"choices":[],"usage":{"prompt_tokens":9}}\n\ndata: ${refusal}\n\n`, 'answer'],
    ['what is no JSON', 'data: [DONE]\n\n', 'answer'],
    ['null', 'data: null\n\n', 'answer'],
    ['nothing', '', 'answer'],
    ['comments alone', ': wait\n\n', 'answer'],
  ])('%s', async (_, text, kind) => {
    expect(await kindOf(text)).toBe(kind);
  });

  it.each([
    ['a refusal', `${anthropic}data: ${refusal}\r\n\r\nevent: message_stop\r\n\r\n`, 'refusal'],
    ['an answer', `: wait\r\n\r\n${role}${word}data: ${refusal}\n\n`, 'answer'],
  ])('%s is told and given back whole, wherever it is cut', async (_, text, kind) => {
    for (let at = 0; at <= bytesOf(text).byteLength; at += 1) {
      const { body, verdict } = await peekBody(sourceOf(chunksOf(text, at)).stream, createEventJudge());
      expect(verdict.kind).toBe(kind);
      expect(await new Response(body).text()).toBe(text);
    }
    const single = [...bytesOf(text)].map((byte) => Uint8Array.of(byte));
    const { body, verdict } = await peekBody(sourceOf(single).stream, createEventJudge());
    expect(verdict.kind).toBe(kind);
    expect(await new Response(body).text()).toBe(text);
  });

  it('is found behind two events that hold 200 KB of tools each', async () => {
    const created = `data: {"type":"response.created","response":{"tools":"${'x'.repeat(200_000)}"}}\n\n`;
    expect(await kindOf(`${created}${created}data: {"type":"response.failed"}\n\n`)).toBe('refusal');
  });

  it('is not waited for beyond 1 MiB of one event', async () => {
    const chunk = bytesOf(`data: ${'x'.repeat(262_138)}`);
    const source = sourceOf([chunk, chunk, chunk, chunk, chunk], 'never');
    const { verdict } = await peekBody(source.stream, createEventJudge());
    expect(verdict.kind).toBe('answer');
    expect(source.pulls()).toBe(4);
  });
});

describe('a body that is handed on', () => {
  it('is read no further than it is asked for', async () => {
    const source = sourceOf([bytesOf(role), bytesOf(word), bytesOf(word), bytesOf(word)], 'never');
    const { body } = await peekBody(source.stream, createEventJudge());
    expect(source.pulls()).toBe(2);
    const reader = body.getReader();
    await reader.read();
    await reader.read();
    expect(source.pulls()).toBe(2);
    await reader.read();
    expect(source.pulls()).toBe(3);
  });

  it('is cancelled with its source', async () => {
    const source = sourceOf([bytesOf(word)], 'never');
    const { body } = await peekBody(source.stream, createEventJudge());
    await body.cancel('enough');
    expect(source.cancelledWith()).toBe('enough');
  });

  it('fails where its source fails, behind what was read', async () => {
    const source = sourceOf([bytesOf(word)], new TypeError('terminated'));
    const { body } = await peekBody(source.stream, createEventJudge());
    const reader = body.getReader();
    expect((await reader.read()).value).toEqual(bytesOf(word));
    await expect(reader.read()).rejects.toThrow('terminated');
  });

  it('is not handed on where its source fails before the first word', async () => {
    const source = sourceOf([bytesOf(role)], new TypeError('terminated'));
    await expect(peekBody(source.stream, createEventJudge())).rejects.toThrow('terminated');
  });
});

describe('a success of JSON', () => {
  it.each([
    ['an error', refusal, 'refusal'],
    ['an error behind other fields', `{"id":"gen-1",\n"error":{"code":400}}`, 'refusal'],
    ['a list of errors', '{"success":false,"errors":[{"code":5021}]}', 'refusal'],
    ['a list with an error', `[${refusal}]`, 'refusal'],
    ['the type of an error', '{"type":"error"}', 'refusal'],
    ['an answer', '{"id":"x","choices":[]}', 'answer'],
    ['an answer without an error', '{"error":null,"errors":[],"output":[]}', 'answer'],
    ['what is no JSON', '{"error":', 'answer'],
    ['null', 'null', 'answer'],
    ['no object', '"error"', 'answer'],
    ['nothing', '', 'answer'],
    ['an error that is longer than 64 KiB', `{"error":"${'x'.repeat(65_536)}"}`, 'answer'],
  ])('%s', async (_, text, kind) => {
    expect(await kindOf(text, createJsonJudge())).toBe(kind);
  });

  it('is not waited for where it is a list of answers that is still written', async () => {
    const source = sourceOf([bytesOf('[{\n  "candidates": [')], 'never');
    expect((await peekBody(source.stream, createJsonJudge())).verdict.kind).toBe('answer');
  });

  it('gives the answer that was read', async () => {
    const { verdict } = await peekBody(sourceOf([bytesOf('{"usage":{"input_tokens":9}}')]).stream, createJsonJudge());
    expect(verdict).toEqual({ kind: 'answer', value: { usage: { input_tokens: 9 } } });
  });
});

describe('JSON Lines', () => {
  it.each([
    ['an error in the first line', `${refusal}\n`, 'refusal'],
    ['an error in the only line', refusal, 'refusal'],
    ['an error in the second line', `{"message":{"content":"Hi"}}\n${refusal}\n`, 'answer'],
    ['nothing', '', 'answer'],
  ])('%s', async (_, text, kind) => {
    expect(await kindOf(text, createLinesJudge())).toBe(kind);
  });

  it('are not waited for behind the first', async () => {
    const source = sourceOf([bytesOf('{"message":{"content":"Hi"}}\n')], 'never');
    expect((await peekBody(source.stream, createLinesJudge())).verdict.kind).toBe('answer');
  });
});
