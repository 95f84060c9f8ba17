import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createTools, TOOLS } from '../src/create-tools.ts';
import { createToolDesk } from './support/tool-desk.ts';

const source = new URL('../src/', import.meta.url);

/** What the package's folders hold that makes a tool: `create…Tool` in a file `create-…-tool.ts`. */
const creators = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((path) => /(?:^|\/)create-[a-z-]+-tool\.ts$/.test(path))
  .flatMap((path) =>
    [...readFileSync(new URL(path, source), 'utf8').matchAll(/^export function (create\w+Tool)\(/gm)].map((match) => ({
      path,
      creator: match[1] as string,
    })),
  );

describe('the table of tools', () => {
  it('has every tool that the package can make', () => {
    expect(creators.length).toBeGreaterThan(0);
    const made = TOOLS.map(({ create }) => create.name);
    expect(creators.map(({ creator }) => creator).filter((creator) => !made.includes(creator))).toEqual([]);
  });

  it('names each tool once, in the form that every client takes', () => {
    const names = TOOLS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !/^[a-z]+(?:_[a-z]+)+$/.test(name))).toEqual([]);
  });

  it('makes the tools that are asked for, under their names, with annotations that fit', () => {
    const desk = createToolDesk();
    try {
      expect(createTools(desk.options).map(({ name }) => name)).toEqual(TOOLS.map(({ name }) => name));
      expect(createTools({ ...desk.options, only: ['list_dir'] }).map(({ name }) => name)).toEqual(['list_dir']);
      expect(() => createTools({ ...desk.options, only: ['ls'] })).toThrow(TypeError);
      const readOnly = TOOLS.filter(({ does }) => does === 'read').map(({ name }) => name);
      const hinted = createTools(desk.options).filter(({ annotations }) => annotations.readOnlyHint);
      expect(hinted.map(({ name }) => name)).toEqual(readOnly);
    } finally {
      desk.remove();
    }
  });
});
