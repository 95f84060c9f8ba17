import { generateText, type ToolSet, tool, type UIMessage, type wrapLanguageModel } from 'ai';
import type { Tool as Tool7, ToolSet as ToolSet7, wrapLanguageModel as wrapLanguageModel7 } from 'ai-7';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import type { ReaderTool } from '../../../src/adapters/ai-sdk/reader-tools.ts';
import { recoverMiddleware } from '../../../src/adapters/ai-sdk/recover-middleware.ts';
import { type WithReaders, wrapTools } from '../../../src/adapters/ai-sdk/wrap-tools.ts';
import { createTestSpillway } from './support/spillway.ts';

const weather = tool({
  inputSchema: z.object({ city: z.string() }),
  execute: async ({ city }) => ({ city, degrees: 7 }),
});

describe('the types of wrapped tools', () => {
  const tools = wrapTools({ weather }, createTestSpillway());

  it('are those of the tools, and of the readers', () => {
    expectTypeOf(tools.weather).toEqualTypeOf<typeof weather>();
    expectTypeOf(tools.read_result).toEqualTypeOf<ReaderTool>();
    expectTypeOf(tools.grep_result).toEqualTypeOf<ReaderTool>();
    expect(Object.keys(tools)).toEqual(['read_result', 'grep_result', 'weather']);
  });

  it('are a set of tools to both majors', () => {
    expectTypeOf(tools).toExtend<ToolSet>();
    expectTypeOf(tools.read_result).toExtend<ToolSet7[string]>();
    expectTypeOf(tools.grep_result).toExtend<ToolSet7[string]>();
    expect(typeof tools.read_result.execute).toBe('function');
  });

  it('stay a set of tools of AI SDK 7', () => {
    type Weather7 = Tool7<{ city: string }, { degrees: number }, unknown>;
    expectTypeOf<WithReaders<{ weather: Weather7 }>>().toExtend<ToolSet7>();
    expectTypeOf<WithReaders<{ weather: Weather7 }>['weather']>().toEqualTypeOf<Weather7>();
    expect(Object.keys(tools.read_result)).toContain('inputSchema');
  });

  it('type results as before', () => {
    const ask = () => generateText({ model: 'none/none', prompt: '', tools });
    type Results = Awaited<ReturnType<typeof ask>>['staticToolResults'][number];
    expectTypeOf<Extract<Results, { toolName: 'weather' }>['output']>().toEqualTypeOf<{
      city: string;
      degrees: number;
    }>();
    expectTypeOf<Extract<Results, { toolName: 'read_result' }>['output']['text']>().toEqualTypeOf<string>();
    expectTypeOf<UIMessage>().toBeObject();
    expect(ask).toBeTypeOf('function');
  });

  it('name the readers as they are where a tool has one of their names', () => {
    const clash = wrapTools({ read_result: weather }, createTestSpillway());
    expectTypeOf(clash.read_result).toEqualTypeOf<typeof weather>();
    expectTypeOf(clash.spillway_grep_result).toEqualTypeOf<ReaderTool>();
    expect(clash.read_result).not.toBe(clash.spillway_read_result);
  });

  it('stay open for a set of which the names are not known', () => {
    expectTypeOf<WithReaders<Record<string, typeof weather>>>().toEqualTypeOf<Record<string, typeof weather>>();
    expect(Object.keys(wrapTools({} as ToolSet, createTestSpillway()))).toEqual(['read_result', 'grep_result']);
  });
});

it('the middleware is one to both majors', () => {
  const middleware = recoverMiddleware({ spillway: createTestSpillway() });
  expectTypeOf(middleware).toExtend<Parameters<typeof wrapLanguageModel>[0]['middleware']>();
  expectTypeOf(middleware).toExtend<Parameters<typeof wrapLanguageModel7>[0]['middleware']>();
  expect(middleware.specificationVersion).toBe('v3');
});
