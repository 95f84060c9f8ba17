import { describe, expect, it } from 'vitest';
import { isResponse, readResponse } from '../../../src/recover/retry/read-response.ts';

const json = { 'content-type': 'application/json; charset=utf-8' };
const refusal = '{"error":{"message":"prompt is too long: 9 tokens > 8 maximum"}}';

describe('a response', () => {
  it('of an error status is a refusal, and stays readable', async () => {
    const { response, envelope } = await readResponse(new Response(refusal, { status: 400, headers: json }));
    expect(envelope).toMatchObject({ status: 400, body: refusal });
    expect(await response.text()).toBe(refusal);
  });

  it('of an error status without a body is a refusal', async () => {
    const { envelope } = await readResponse(new Response(null, { status: 413 }));
    expect(envelope).toMatchObject({ status: 413, body: '' });
  });

  it('of an error status that was read is told by its status', async () => {
    const given = new Response(refusal, { status: 503, headers: { 'retry-after': '2' } });
    await given.text();
    const { envelope } = await readResponse(given);
    expect(envelope).toMatchObject({ status: 503, body: '' });
  });

  it.each([
    ['JSON', json, refusal, { body: refusal }],
    ['events', { 'content-type': 'text/event-stream' }, `data: ${refusal}\n\n`, { event: `data: ${refusal}` }],
    ['JSON Lines', { 'content-type': 'application/x-ndjson' }, `${refusal}\n`, { body: refusal }],
  ])('of success with a refusal in its %s is one, and stays whole', async (_, headers, text, told) => {
    const { response, envelope } = await readResponse(new Response(text, { headers }));
    expect(envelope).toMatchObject({ status: 200, ...told });
    expect(await response.text()).toBe(text);
  });

  it('of success is the answer, with status, headers and address', async () => {
    const given = new Response('{"id":"a"}', { status: 201, statusText: 'Made', headers: { ...json, 'x-id': '7' } });
    Object.defineProperty(given, 'url', { value: 'https://api.example.com/v1/messages' });
    const { response, envelope, value } = await readResponse(given);
    expect(envelope).toBeUndefined();
    expect(value).toEqual({ id: 'a' });
    expect(response).toMatchObject({
      status: 201,
      statusText: 'Made',
      ok: true,
      bodyUsed: false,
      url: 'https://api.example.com/v1/messages',
    });
    expect(response.headers.get('x-id')).toBe('7');
    expect(await response.json()).toEqual({ id: 'a' });
  });

  it.each([
    ['of another type', new Response(refusal, { headers: { 'content-type': 'text/plain' } })],
    ['of a long body', new Response(refusal, { headers: { ...json, 'content-length': '70000' } })],
    ['without a body', new Response(null, { status: 204, headers: json })],
  ])('of success %s is not touched', async (_, given) => {
    expect(await readResponse(given)).toEqual({ response: given });
  });

  it('of success that was read is not touched', async () => {
    const given = new Response(refusal, { headers: json });
    await given.json();
    expect(await readResponse(given)).toEqual({ response: given });
  });

  it('is told from other answers', () => {
    expect(isResponse(new Response())).toBe(true);
    expect(isResponse({ [Symbol.toStringTag]: 'Response' })).toBe(true);
    expect([undefined, null, 'Response', { status: 200 }].map(isResponse)).toEqual([false, false, false, false]);
  });
});
