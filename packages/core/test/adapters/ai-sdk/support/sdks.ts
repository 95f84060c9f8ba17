import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import * as ai from 'ai';

/** A major of the AI SDK with the providers of its time, called alike. */
export interface Sdk {
  readonly title: string;
  readonly ai: typeof ai;
  readonly createAnthropic: typeof createAnthropic;
  readonly createOpenAI: typeof createOpenAI;
  readonly createOpenAICompatible: typeof createOpenAICompatible;
}

const six: Sdk = { title: 'AI SDK 6', ai, createAnthropic, createOpenAI, createOpenAICompatible };

async function loadSeven(): Promise<Sdk> {
  const [seven, anthropic, openai, compatible] = await Promise.all([
    import('ai-7'),
    import('ai-7-anthropic'),
    import('ai-7-openai'),
    import('ai-7-openai-compatible'),
  ]);
  return {
    title: 'AI SDK 7',
    ai: seven as unknown as typeof ai,
    createAnthropic: anthropic.createAnthropic as unknown as typeof createAnthropic,
    createOpenAI: openai.createOpenAI as unknown as typeof createOpenAI,
    createOpenAICompatible: compatible.createOpenAICompatible as unknown as typeof createOpenAICompatible,
  };
}

const nodeMajor = Number(process.versions.node.split('.')[0]);

/** The majors that run on this Node: 7 needs Node 22. */
export const sdks: readonly Sdk[] = nodeMajor >= 22 ? [six, await loadSeven()] : [six];

/** For titles of tests: what was run, and on what. */
export const ranOn = `Node ${nodeMajor}: ${sdks.map(({ title }) => title).join(' and ')}`;
