import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ProviderApi } from '../../src/testing/providers/rules/rule.ts';
import { startScriptedProvider } from '../../src/testing/providers/scripted-provider.ts';
import type { AnswerStep } from '../../src/testing/providers/step.ts';
import { apiCases, ask } from '../testing/providers/support/bodies.ts';
import { decodeFrames, decodeSse } from '../testing/providers/support/decode.ts';

// biome-ignore lint/suspicious/noExplicitAny: events are looked at where the documentation says what they hold.
type Event = any;

interface Gathered {
  text: string;
  /** The input of each call, as the text that its deltas make. */
  inputs: string[];
}

/** Puts an answer together from the events of one API, as its documentation says. */
const gather: Readonly<Record<ProviderApi, (events: readonly Event[]) => Gathered>> = {
  'openai-responses': (events) => ({
    text: events.flatMap(({ type, delta }) => (type === 'response.output_text.delta' ? [delta] : [])).join(''),
    inputs: byIndex(
      events.flatMap(({ type, output_index, delta }) =>
        type === 'response.function_call_arguments.delta' ? [[output_index, delta]] : [],
      ),
    ),
  }),
  'openai-chat': (events) => {
    const deltas = events.flatMap(({ choices }) => choices.map(({ delta }: Event) => delta));
    return {
      text: deltas.map(({ content }) => content ?? '').join(''),
      inputs: byIndex(
        deltas.flatMap(({ tool_calls = [] }) => tool_calls.map((call: Event) => [call.index, call.function.arguments])),
      ),
    };
  },
  'anthropic-messages': (events) => ({
    text: events.map(({ delta }) => delta?.text ?? '').join(''),
    inputs: byIndex(
      events.flatMap(({ index, delta }) => (delta?.type === 'input_json_delta' ? [[index, delta.partial_json]] : [])),
    ),
  }),
  'bedrock-converse': (events) => ({
    text: events.map(({ delta }) => delta?.text ?? '').join(''),
    inputs: byIndex(
      events.flatMap(({ contentBlockIndex, delta }) =>
        delta?.toolUse ? [[contentBlockIndex, delta.toolUse.input]] : [],
      ),
    ),
  }),
  gemini: (events) => {
    const parts = events.flatMap(({ candidates }) => candidates[0].content.parts);
    return {
      text: parts.map(({ text }: Event) => text ?? '').join(''),
      inputs: parts.flatMap(({ functionCall }: Event) => (functionCall ? [JSON.stringify(functionCall.args)] : [])),
    };
  },
};

function byIndex(deltas: readonly (readonly [number, string])[]): string[] {
  const texts = new Map<number, string>();
  for (const [index, delta] of deltas) texts.set(index, (texts.get(index) ?? '') + delta);
  return [...texts.values()];
}

async function eventsOf(response: Response): Promise<readonly Event[]> {
  const bytes = Buffer.from(await response.arrayBuffer());
  if (response.headers.get('content-type') === 'application/vnd.amazon.eventstream') {
    return decodeFrames(bytes).map(({ payload }) => payload);
  }
  return decodeSse(bytes.toString()).flatMap(({ data }) => (data === '[DONE]' ? [] : [JSON.parse(data)]));
}

it('what is streamed is what was answered, whatever the characters', async () => {
  let answer: AnswerStep = {};
  let pieces = 0;
  await using provider = await startScriptedProvider({ script: () => answer });
  const input = fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 3 });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...apiCases),
      fc.string({ unit: 'binary', maxLength: 80 }),
      fc.array(input, { maxLength: 3 }),
      async ({ api }, text, inputs) => {
        answer = { text, toolCalls: inputs.map((each) => ({ name: 'lookup', input: each })) };
        const events = await eventsOf(await ask(provider.url, api, 'x', true));
        pieces += events.length;
        expect(gather[api](events)).toEqual({ text, inputs: inputs.map((each) => JSON.stringify(each)) });
      },
    ),
    { numRuns: 300 },
  );
  expect(pieces).toBeGreaterThan(2000);
});
