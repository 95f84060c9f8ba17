import { describe, expect, it } from 'vitest';
import type { Refusal } from '../../../src/testing/providers/refusal.ts';
import { startScriptedProvider } from '../../../src/testing/providers/scripted-provider.ts';
import type { AnswerStep } from '../../../src/testing/providers/step.ts';
import { anthropicSdk } from './support/sdks/anthropic.ts';
import { bedrockSdk } from './support/sdks/bedrock.ts';
import { googleSdk } from './support/sdks/google.ts';
import { openAiChatSdk, openAiResponsesSdk } from './support/sdks/openai.ts';
import { refusals } from './support/sdks/sdk.ts';

const sdks = [openAiResponsesSdk, openAiChatSdk, anthropicSdk, bedrockSdk, googleSdk];

const text = 'Looking it up: „Größe“ 😀 and more words than one delta has.';
const calls = [
  { name: 'lookup', input: { id: 'k-1', note: 'a "quoted" 😀 line\nand another' } },
  { name: 'lookup', input: { id: '' } },
];
const answer: AnswerStep = { text, toolCalls: calls, usage: { inputTokens: 321, outputTokens: 45 } };

async function thrownBy(run: () => Promise<unknown>): Promise<unknown> {
  try {
    return { answered: await run() };
  } catch (error) {
    return error;
  }
}

describe.each(sdks)('$name', (sdk) => {
  it.each(['ask', 'stream'] as const)('%s: reads text, calls, usage and the stop reason', async (mode) => {
    await using provider = await startScriptedProvider({ script: [answer] });
    const got = await sdk[mode](provider.url, 'What is k-1?');
    expect(got).toMatchObject({ text, calls, inputTokens: 321, outputTokens: 45, stop: sdk.stop });
    for (const id of got.ids) expect(id).toMatch(sdk.idPattern);
    expect(new Set(got.ids).size).toBe(got.ids.length);
  });

  it.each(['ask', 'stream'] as const)('%s: throws its own class for each refusal', async (mode) => {
    for (const [name, expected] of Object.entries(sdk.refusals)) {
      const refuse = refusals[name as keyof typeof refusals];
      await using provider = await startScriptedProvider({ script: [{ refuse }] });
      expect({ name, ...sdk.toThrown(await thrownBy(() => sdk[mode](provider.url, 'What is k-1?'))) }).toEqual({
        name,
        ...expected,
      });
    }
  });

  it('throws for a refusal inside a stream that began with status 200', async () => {
    const refuse: Refusal = { ...refusals.prompt, ...sdk.inStreamForm, isInStream: true };
    await using provider = await startScriptedProvider({ script: [{ refuse }] });
    const error = await thrownBy(() => sdk.stream(provider.url, 'What is k-1?'));
    expect(sdk.toThrown(error)).toEqual(sdk.inStream);
    expect(provider.requests.map(({ status }) => status)).toEqual([200]);
  });

  it.each(['ask', 'stream'] as const)('%s: fails where the connection ends in the answer', async (mode) => {
    await using provider = await startScriptedProvider({ script: [{ drop: 'during-answer', answer }] });
    expect(await thrownBy(() => sdk[mode](provider.url, 'What is k-1?'))).toBeInstanceOf(Error);
  });
});
