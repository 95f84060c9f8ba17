import type { ToolSet } from 'ai';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { wrapTools } from '../../../src/adapters/ai-sdk/wrap-tools.ts';
import { type ScriptedProvider, startScriptedProvider } from '../../../src/testing/providers/scripted-provider.ts';
import type { Script } from '../../../src/testing/providers/step.ts';
import { apis, type Body, type Result, sizeOf } from './support/apis.ts';
import { ranOn, sdks } from './support/sdks.ts';
import { createTestSpillway, keptByteLengths, makeLog } from './support/spillway.ts';

const [, , anthropic] = apis;
if (anthropic === undefined) throw new Error('the API of Anthropic tells errors from results');
const api = anthropic;

let provider: ScriptedProvider | undefined;
afterEach(async () => {
  await provider?.close();
  provider = undefined;
});

describe.each(sdks)(`wrapTools (${ranOn}), $title`, (sdk) => {
  const { tool, dynamicTool, generateText, streamText, stepCountIs, convertToModelMessages } = sdk.ai;
  const noInput = z.object({});

  /** Runs tools that the model calls all in one answer; returns what the model then got, and the AI SDK's own account. */
  async function run(tools: object, calls: readonly string[], script?: Script) {
    provider = await startScriptedProvider({
      script: script ?? [{ toolCalls: calls.map((name) => ({ name, input: {} })) }, { text: 'done' }],
    });
    const result = await generateText({
      model: api.model(sdk, provider.url),
      prompt: 'go',
      stopWhen: stepCountIs(8),
      tools: tools as ToolSet,
    });
    return { result, sent: api.resultsIn(provider.requests.at(-1)?.body) };
  }

  function only(sent: readonly Result[]): Result {
    expect(sent).toHaveLength(1);
    return sent[0] as Result;
  }

  describe('a tool that throws', () => {
    it('passes a short error as it is', async () => {
      const error = new RangeError('no such host: web-9');
      const fail = tool({ inputSchema: noInput, execute: async (): Promise<string> => Promise.reject(error) });
      const { result, sent } = await run(wrapTools({ fail }, createTestSpillway()), ['fail']);
      expect(only(sent)).toMatchObject({
        content: expect.stringMatching(/^(?:RangeError: )?no such host: web-9$/),
        isError: true,
      });
      expect(result.steps[0]?.content.find(({ type }) => type === 'tool-error')).toMatchObject({ error });
    });

    const thrown: Record<string, { throws: () => never; text: string }> = {
      'an error': {
        throws: () => {
          throw new RangeError(`refused\n${makeLog(3_000)}`);
        },
        text: `refused\n${makeLog(3_000)}`,
      },
      'a string': {
        throws: () => {
          throw makeLog(3_000);
        },
        text: makeLog(3_000),
      },
      'an object': {
        throws: () => {
          throw { reason: makeLog(3_000) };
        },
        text: JSON.stringify({ reason: makeLog(3_000) }),
      },
    };
    const ways: Record<string, (throws: () => never) => () => unknown> = {
      'at once': (throws) => throws,
      later: (throws) => async () => {
        await Promise.resolve();
        return throws();
      },
      'after parts of a stream': (throws) =>
        async function* () {
          yield 'half';
          throws();
        },
    };
    const cases = Object.entries(thrown).flatMap(([what, made]) =>
      Object.entries(ways).map(([when, give]) => ({ what, when, execute: give(made.throws), text: made.text })),
    );

    it.each(cases)('bounds the text of $what that is thrown $when', async ({ execute, text }) => {
      const spillway = createTestSpillway({ maxResultBytes: 4_096 });
      const fail = { inputSchema: noInput, execute };
      const { result, sent } = await run(wrapTools({ fail }, spillway), ['fail']);
      const { content, isError, message } = only(sent);
      expect(isError).toBe(true);
      expect(content).toMatch(/^\[PARTIAL\] the tool failed, .* r_[0-9a-z]+ keeps all/);
      expect(sizeOf(message)).toBeLessThanOrEqual(4_096);
      expect(await keptByteLengths(spillway)).toEqual([Buffer.byteLength(text)]);
      const failed = result.steps[0]?.content.find(({ type }) => type === 'tool-error') as { error: Error };
      expect(failed.error.cause).toSatisfy((cause) =>
        cause instanceof RangeError ? cause.message === text : cause === text || JSON.stringify(cause) === text,
      );
    });

    it('keeps the name of an error, and lets an abort pass as it is', async () => {
      const long = new RangeError(makeLog(3_000));
      const { fail } = wrapTools({ fail: { execute: () => Promise.reject(long) } }, createTestSpillway()) as Body;
      await expect(fail.execute({}, { toolCallId: 'a' })).rejects.toMatchObject({ name: 'RangeError', cause: long });
      const options = { toolCallId: 'b', abortSignal: AbortSignal.abort() };
      await expect(fail.execute({}, options)).rejects.toBe(long);
    });
  });

  describe('a tool that streams', () => {
    it('shows people all of it while it comes, and the model the last of it, bounded', async () => {
      const log = makeLog(2_000);
      const follow = tool({
        inputSchema: noInput,
        async *execute() {
          yield { state: 'reading', log: '' };
          yield { state: 'ready', log };
        },
      });
      provider = await startScriptedProvider({
        script: [{ toolCalls: [{ name: 'follow', input: {} }] }, { text: 'done' }],
      });
      const { fullStream } = streamText({
        model: api.model(sdk, provider.url),
        prompt: 'go',
        stopWhen: stepCountIs(8),
        tools: wrapTools({ follow }, createTestSpillway({ maxResultBytes: 4_096 })),
      });
      const outputs: unknown[] = [];
      for await (const part of fullStream)
        if (part.type === 'tool-result') outputs.push([part.preliminary, part.output]);
      expect(outputs).toEqual([
        [true, { state: 'reading', log: '' }],
        [true, { state: 'ready', log }],
        [undefined, { state: 'ready', log }],
      ]);
      const { content, message } = only(api.resultsIn(provider.requests[1]?.body));
      expect(content).toMatch(/^\[PARTIAL\]/);
      expect(sizeOf(message)).toBeLessThanOrEqual(4_096);
    });
  });

  describe("a tool's own toModelOutput", () => {
    it('decides what is shown, and is left alone where that fits', async () => {
      const report = tool({
        inputSchema: noInput,
        execute: async () => ({ secret: makeLog(3_000), words: 'all is well' }),
        toModelOutput: ({ output }) => ({ type: 'text', value: output.words }),
      });
      const spillway = createTestSpillway();
      const { sent } = await run(wrapTools({ report }, spillway), ['report']);
      expect(only(sent).content).toBe('all is well');
      expect((await spillway.list()).handles).toEqual([]);
    });

    it.each([
      ['text', (log: string) => ({ type: 'text', value: log }), false],
      ['json', (log: string) => ({ type: 'json', value: { log } }), false],
      ['error-text', (log: string) => ({ type: 'error-text', value: log }), true],
      ['error-json', (log: string) => ({ type: 'error-json', value: { message: 'failed', log } }), true],
      ['content', (log: string) => ({ type: 'content', value: [{ type: 'text', text: log }] }), false],
    ])('of type %s is bounded, and an error stays an error', async (_, show, isError) => {
      const report = {
        inputSchema: noInput,
        execute: async () => makeLog(3_000),
        toModelOutput: async (options: Body) => show(options.output),
      };
      const spillway = createTestSpillway({ maxResultBytes: 4_096 });
      const { sent } = await run(wrapTools({ report }, spillway), ['report']);
      const shown = only(sent);
      expect(shown.isError).toBe(isError);
      expect(shown.content).toMatch(/^\[PARTIAL\]/);
      expect(sizeOf(shown.message)).toBeLessThanOrEqual(4_096);
      expect(await keptByteLengths(spillway)).toEqual([
        Buffer.byteLength(
          typeof show('').value === 'string' || _ === 'content'
            ? makeLog(3_000)
            : JSON.stringify(show(makeLog(3_000)).value),
        ),
      ]);
    });
  });

  it('bounds what a dynamic tool gives', async () => {
    const any = dynamicTool({ description: 'any', inputSchema: noInput, execute: async () => makeLog(3_000) });
    const wrapped = wrapTools({ any }, createTestSpillway({ maxResultBytes: 4_096 }));
    expect(wrapped.any.type).toBe('dynamic');
    const { sent } = await run(wrapped, ['any']);
    expect(only(sent).content).toMatch(/^\[PARTIAL\]/);
  });

  it('leaves a tool that its provider runs as it is', () => {
    const search = sdk.createAnthropic({ apiKey: 'none' }).tools.webSearch_20250305({ maxUses: 1 });
    expect(wrapTools({ search }, createTestSpillway()).search).toBe(search);
  });

  it('keeps the form of what a provider defines and we run, and bounds its long strings', async () => {
    const shell = {
      type: 'provider',
      id: 'openai.local_shell',
      args: {},
      inputSchema: noInput,
      execute: async () => ({ output: makeLog(3_000), exitCode: 1 }),
    };
    const spillway = createTestSpillway({ maxResultBytes: 8_192 });
    const { shell: wrapped } = wrapTools({ shell }, spillway) as Body;
    const output = await wrapped.execute({}, { toolCallId: 'a' });
    const shown = await wrapped.toModelOutput({ toolCallId: 'a', input: {}, output });
    expect(output).toEqual({ output: makeLog(3_000), exitCode: 1 });
    expect(shown).toEqual({ type: 'json', value: { output: expect.stringMatching(/^\[PARTIAL\]/), exitCode: 1 } });
    expect(sizeOf(JSON.stringify(shown.value))).toBeLessThanOrEqual(8_192);
  });

  it('bounds what a tool without a function got from the page, and shows it with the same bytes again', async () => {
    const spillway = createTestSpillway({ maxResultBytes: 4_096 });
    const tools = wrapTools({ pick: tool({ inputSchema: noInput, outputSchema: z.string() }) }, spillway);
    expect(tools.pick.execute).toBeUndefined();
    const message = {
      role: 'assistant',
      parts: [
        { type: 'tool-pick', toolCallId: 'call_1', state: 'output-available', input: {}, output: makeLog(3_000) },
      ],
    };
    const convert = async () =>
      JSON.stringify(await convertToModelMessages([structuredClone(message)] as Body, { tools }));
    const first = await convert();
    expect(first).toContain('[PARTIAL]');
    expect(await convert()).toBe(first);
    expect((await spillway.list()).handles).toHaveLength(1);
  });

  describe('the readers', () => {
    it('come first, under their own names', () => {
      expect(Object.keys(wrapTools({ a: {}, b: {} }, createTestSpillway()))).toEqual([
        'read_result',
        'grep_result',
        'a',
        'b',
      ]);
    });

    it('give way to a tool of the same name, and notices name them so', async () => {
      const grep_result = tool({ inputSchema: noInput, execute: async () => makeLog(3_000) });
      const tools = wrapTools({ grep_result }, createTestSpillway({ maxResultBytes: 4_096 }));
      expect(Object.keys(tools)).toEqual(['spillway_read_result', 'spillway_grep_result', 'grep_result']);
      const { sent } = await run(tools, ['grep_result']);
      expect(only(sent).content).toMatch(/^spillway_read_result \{"handle"/m);
      expect(only(sent).content).not.toMatch(/^(?:read|grep)_result /m);
    });

    it('list the arguments they understand, and say themselves what is wrong with them', async () => {
      const { sent } = await run(wrapTools({}, createTestSpillway()), ['grep_result']);
      const listed = (provider?.requests[0]?.body as Body)?.tools ?? [];
      expect(listed.map(({ name }: Body) => name)).toEqual(['read_result', 'grep_result']);
      expect(Object.keys(listed[0].input_schema.properties)).toEqual(
        expect.arrayContaining(['handle', 'startLine', 'path']),
      );
      expect(only(sent)).toMatchObject({ isError: true, content: expect.stringMatching(/^\[request-invalid\]/) });
    });
  });

  describe('the results of one turn', () => {
    const budget = { maxResultBytes: 16_384, maxTurnBytes: 65_536 };
    const names = Array.from({ length: 12 }, (_, index) => `read${index}`);
    const delays = { 'in their order': (index: number) => index, 'in the other order': (index: number) => 12 - index };

    async function runAll(delayOf: (index: number) => number, give: (index: number) => unknown, wrap = budget) {
      const tools = Object.fromEntries(
        names.map((name, index) => [
          name,
          {
            inputSchema: noInput,
            execute: async () => {
              await new Promise((resolve) => setTimeout(resolve, delayOf(index)));
              return give(index);
            },
          },
        ]),
      );
      const { sent } = await run(wrapTools(tools, createTestSpillway(wrap)), names);
      return sent;
    }

    it('keep within maxTurnBytes together, whatever order they come in', async () => {
      const text = (index: number) => `${index}\n${'one line of a page of words\n'.repeat(500)}`;
      const first = await runAll(delays['in their order'], text);
      await provider?.close();
      const second = await runAll(delays['in the other order'], text);
      const shown = (sent: readonly Result[]) => sent.map(({ content }) => content.replaceAll(/r_[0-9a-z]+/g, 'r_'));
      expect(shown(first)).toEqual(shown(second));
      expect(first).toHaveLength(12);
      expect(first.reduce((sum, { message }) => sum + sizeOf(message), 0)).toBeLessThanOrEqual(65_536);
      for (const [index, { content }] of first.entries()) {
        expect(content === text(index) || / r_[0-9a-z]+ keeps all/.test(content)).toBe(true);
      }
    });

    it('keep within it where the calls are streamed too', async () => {
      provider = await startScriptedProvider({
        script: [{ toolCalls: names.map((name) => ({ name, input: {} })) }, { text: 'done' }],
      });
      const page = 'one line of a page of words\n'.repeat(500);
      const tools = Object.fromEntries(
        names.map((name) => [name, { inputSchema: noInput, execute: async () => page }]),
      );
      const { text } = streamText({
        model: api.model(sdk, provider.url),
        prompt: 'go',
        stopWhen: stepCountIs(8),
        tools: wrapTools(tools, createTestSpillway(budget)) as ToolSet,
      });
      expect(await text).toBe('done');
      const sent = api.resultsIn(provider.requests[1]?.body);
      expect(sent).toHaveLength(12);
      expect(sent.reduce((sum, { message }) => sum + sizeOf(message), 0)).toBeLessThanOrEqual(65_536);
    });

    it('are whole where they are small, and the large one may have the rest', async () => {
      const sent = await runAll(delays['in their order'], (index) => (index === 5 ? 'w'.repeat(15_000) : 'small'));
      expect(sent.map(({ content }) => content.length)).toEqual([5, 5, 5, 5, 5, 15_000, 5, 5, 5, 5, 5, 5]);
    });

    it('are counted with errors among them', async () => {
      const sent = await runAll(delays['in their order'], (index) => {
        if (index % 2 === 0) throw new Error(makeLog(500));
        return 'one line of a page of words\n'.repeat(500);
      });
      expect(sent.filter(({ isError }) => isError)).toHaveLength(6);
      expect(sent.reduce((sum, { message }) => sum + sizeOf(message), 0)).toBeLessThanOrEqual(65_536);
    });

    it('are pages of the readers too, each asked for again within its share', async () => {
      const spillway = createTestSpillway(budget);
      const { handle } = await spillway.bound(makeLog(5_000), { toolName: 'before' });
      const call = (index: number) => ({
        name: 'read_result',
        input: { handle: handle?.id, startLine: 1 + index * 300 },
      });
      const { sent } = await run(
        wrapTools({}, spillway),
        [],
        [{ toolCalls: names.map((_, index) => call(index)) }, { text: 'done' }],
      );
      expect(sent).toHaveLength(12);
      expect(sent.reduce((sum, { message }) => sum + sizeOf(message), 0)).toBeLessThanOrEqual(65_536);
      for (const [index, { content }] of sent.entries()) {
        expect(content).toMatch(new RegExp(`^\\[PAGE \\S+\\] ${handle?.id}`));
        expect(content).toContain(`served request id=${100_000 + index * 300} `);
        expect(content).toMatch(/read_result \{"handle".*"cursor"/);
      }
      expect((await spillway.list()).handles).toHaveLength(1);
    });
  });

  it('changes no tool, and wraps none twice', () => {
    const spillway = createTestSpillway();
    const given = { a: Object.freeze({ execute: () => 'x' }) };
    const once = wrapTools(given, spillway);
    expect(Object.keys(given.a)).toEqual(['execute']);
    expect(once.a).not.toBe(given.a);
    expect(wrapTools({ a: once.a }, spillway).a).toBe(once.a);
  });
});
