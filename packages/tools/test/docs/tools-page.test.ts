import { readFileSync } from 'node:fs';
import { escapePattern } from '@spillway/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TOOLS } from '../../src/create-tools.ts';
import { fillExampleFolder } from '../support/example-folder.ts';
import { createToolDesk, type ToolDesk } from '../support/tool-desk.ts';

const page = readFileSync(new URL('../../../../docs/tools.md', import.meta.url), 'utf8');

/** The sections of the page that are about one tool, by its name. */
const sections = new Map(
  [...page.matchAll(/^## `([a-z_]+)`\n([\s\S]*?)(?=^## |(?![\s\S]))/gm)].map(([, name, text]) => [name, text] as const),
);

interface Example {
  readonly tool: string;
  readonly input: object;
  readonly answer: string;
}

/** A block `call` with one call, and behind it a block `answer`, in which `…` stands for anything. */
function examplesIn(text: string): Example[] {
  return [...text.matchAll(/^```call\n(\S+) (\{.*\})\n```\n+```answer\n([\s\S]*?)\n```$/gm)].map((match) => ({
    tool: match[1] as string,
    input: JSON.parse(match[2] as string) as object,
    answer: match[3] as string,
  }));
}

function toPattern(answer: string): RegExp {
  return new RegExp(`^${answer.split('…').map(escapePattern).join('[\\s\\S]*?')}$`, 'u');
}

let desk: ToolDesk;
beforeAll(() => {
  desk = createToolDesk();
  fillExampleFolder(desk.folder);
});
afterAll(() => desk.remove());

describe('docs/tools.md', () => {
  it('has a section for every tool', () => {
    expect([...sections.keys()].sort()).toEqual(TOOLS.map(({ name }) => name).sort());
  });

  it('has its examples in the form that is run', () => {
    const blocks = [...page.matchAll(/^```(?:call|answer)$/gm)].length;
    const examples = [...sections.values()].flatMap((text) => examplesIn(text ?? ''));
    expect(examples.length).toBeGreaterThan(0);
    expect(blocks).toBe(2 * examples.length);
  });

  it.each([...sections])('%s answers as the page says', async (_, text) => {
    const examples = examplesIn(text ?? '');
    expect(examples.length).toBeGreaterThan(0);
    for (const { tool, input, answer } of examples) {
      const { text: real } = await desk.call(tool, input);
      expect(real).toMatch(toPattern(answer));
    }
  });

  it.each([...sections])('%s is described with exactly the arguments that it takes', (name, text) => {
    const { properties } = desk.schemaOf(name ?? '') as { properties: object };
    const described = [...(text ?? '').matchAll(/^\| `(\w+)` \|/gm)].map((match) => match[1]);
    expect(described.sort()).toEqual(Object.keys(properties).sort());
  });
});
