import { describe, expect, it } from 'vitest';
import type { Limits } from '../../../src/testing/providers/gate.ts';
import { startScriptedProvider } from '../../../src/testing/providers/scripted-provider.ts';
import { type ApiCase, apiCases, ask, caseOf } from './support/bodies.ts';

async function refusalOf(row: ApiCase, text: string, limits: Limits): Promise<string> {
  await using provider = await startScriptedProvider({ script: [{ text: 'answered' }], ...limits });
  return (await ask(provider.url, row.api, text)).text();
}

describe.each(apiCases)('$api', (row) => {
  const { api } = row;
  const bodyBytes = (text: string): number => Buffer.byteLength(JSON.stringify(row.body(text, false)));

  it('answers a body of maxRequestBytes, and refuses one byte more', async () => {
    const maxRequestBytes = bodyBytes('x');
    await using provider = await startScriptedProvider({ script: [{ text: 'answered' }], maxRequestBytes });
    expect((await ask(provider.url, api, 'xy')).status).toBe(400);
    const answered = await ask(provider.url, api, 'x');
    expect([answered.status, await answered.text()]).toEqual([200, expect.stringContaining('answered')]);
    expect(provider.requests.map(({ status }) => status)).toEqual([400, 200]);
  });

  it('refuses input above the window', async () => {
    const inputTokens = Math.ceil(bodyBytes('x') / 4);
    const kept = await refusalOf(row, 'x', { windowTokens: inputTokens, windowCounts: 'input' });
    expect(kept).toContain('answered');
    expect(await refusalOf(row, 'x', { windowTokens: inputTokens - 1 })).not.toContain('answered');
  });

  it('refuses a body above maxPayloadBytes before anything is read of it', async () => {
    await using provider = await startScriptedProvider({ script: [], maxPayloadBytes: 10 });
    const response = await fetch(`${provider.url}${row.path(false)}`, { method: 'POST', body: '{"not": JSON at all' });
    expect(await response.text()).toMatch(
      /Request Entity Too Large|request_too_large|total text bytes|payload size exceeds/,
    );
  });

  it('takes no step of the script for what it refuses itself', async () => {
    const script = [{ text: 'first' }, { text: 'second' }];
    await using provider = await startScriptedProvider({ script, maxRequestBytes: bodyBytes('x') });
    const texts: string[] = [];
    for (const text of ['too long', 'x', 'too long', 'x'])
      texts.push(await (await ask(provider.url, api, text)).text());
    expect(texts[1]).toContain('first');
    expect(texts[3]).toContain('second');
  });
});

describe('a window that holds the output too', () => {
  it.each([
    ['openai-chat', 400, /\d+ in the messages, 100 in the completion/],
    ['anthropic-messages', 400, /exceed context limit: \d+ \+ 100 > \d+/],
    ['bedrock-converse', 400, /exceed context limit: \d+ \+ 100 > \d+/],
    ['openai-responses', 200, /answered/],
    ['gemini', 200, /answered/],
  ] as const)('%s: %i', async (api, status, words) => {
    const inputTokens = Math.ceil(Buffer.byteLength(JSON.stringify(caseOf(api).body('x', false))) / 4);
    const windowTokens = inputTokens + 99;
    await using provider = await startScriptedProvider({ script: () => ({ text: 'answered' }), windowTokens });
    const response = await ask(provider.url, api, 'x');
    expect([response.status, await response.text()]).toEqual([status, expect.stringMatching(words)]);
  });

  it('is set for a server that counts what its API does not', async () => {
    const limits = { windowTokens: 150, windowCounts: 'input-and-output' } as const;
    expect(await refusalOf(caseOf('openai-responses'), 'x', limits)).toContain('requested 100 output tokens');
  });

  it('counts tokens by the bytes that are told', async () => {
    const text = await refusalOf(caseOf('anthropic-messages'), 'x'.repeat(1000), {
      maxRequestBytes: 900,
      bytesPerToken: 3,
    });
    const bytes = Buffer.byteLength(JSON.stringify(caseOf('anthropic-messages').body('x'.repeat(1000), false)));
    expect(text).toContain(`prompt is too long: ${Math.ceil(bytes / 3)} tokens > 300 maximum`);
  });
});

it('dresses refusals for size as it is told', async () => {
  const options = { script: [], maxRequestBytes: 10, form: { wording: 'vllm', wrappedStatus: 503 } } as const;
  await using provider = await startScriptedProvider(options);
  const response = await ask(provider.url, 'openai-chat', 'x');
  expect(response.status).toBe(503);
  expect(await response.text()).toMatch(
    /maximum context length is 2 tokens\. However, your request has \d+ input tokens/,
  );
});

it('leaves a kind its usual words where only another kind has the wording', async () => {
  const form = { wording: 'vllm-too-large' };
  await using provider = await startScriptedProvider({ script: [], maxRequestBytes: 10, form });
  expect(await (await ask(provider.url, 'openai-chat', 'x')).text()).toContain('your messages resulted in');
});

it.each([
  ['maxRequestBytes', 0],
  ['windowTokens', -1],
  ['maxPayloadBytes', Number.NaN],
  ['bytesPerToken', 0],
])('are numbers above 0: %s is not %d', async (name, value) => {
  const started = startScriptedProvider({ script: [], [name]: value });
  await expect(started).rejects.toThrow(new TypeError(`${name} is a number above 0, not ${value}`));
});
