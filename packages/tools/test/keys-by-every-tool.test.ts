import { createHash } from 'node:crypto';
import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ToolAnswer } from '@spillway/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createToolDesk, nextInput, type ToolDesk } from './support/tool-desk.ts';

/** Lines of base64 as a key's body has them, the same each time. */
function bodyOf(byteLength: number): string[] {
  let text = '';
  for (let part = 0; text.length < byteLength; part++) {
    text += createHash('sha512').update(`body ${part}`).digest('base64').replaceAll('=', '');
  }
  return text.slice(0, byteLength).match(/.{1,64}/g) ?? [];
}

const lookBack = 131_072;
const before = Array.from({ length: 400 }, (_, at) => `ordinary line ${at + 1} of what stands before`);
/** So much that a file with it is not scanned whole for one page of it. */
const farBefore = Array.from(
  { length: 4_500 },
  (_, at) => `line ${at + 1} of what stands far before${' and goes on'.repeat(80)}`,
);
const after = Array.from({ length: 400 }, (_, at) => `ordinary line ${at + 1} of what stands after`);

let desk: ToolDesk;
beforeAll(() => {
  desk = createToolDesk();
});
afterAll(() => desk.remove());

describe.each([1_600, 40_000, 187_000])('a key of %d bytes', (byteLength) => {
  const body = bodyOf(byteLength);
  describe.each([
    ['plain', ''],
    ['indented in YAML', '    '],
  ])('%s', (form, indent) => {
    const name = `${byteLength}-${form.length}.yaml`;
    const armor = (word: string): string => `${indent}-----${word} RSA PRIVATE KEY-----`;
    const lines = [...before, armor('BEGIN'), ...body.map((line) => indent + line), armor('END'), ...after];
    const content = `${lines.join('\n')}\n`;
    const begin = before.length + 1;
    const end = begin + body.length + 1;
    const deep = { name: `deep-${name}`, lines: [...farBefore, ...lines], begin: farBefore.length + begin };
    const deepEnd = farBefore.length + end;
    const pieces = body.flatMap((line) => [line.slice(0, 12), line.slice(-12)]).filter((piece) => piece.length === 12);

    const call = async (tool: string, input: object, maxResultBytes = 1_024): Promise<ToolAnswer> => {
      const answer = await desk.call(tool, input, { maxResultBytes });
      const shown = answer.text + JSON.stringify(answer.page ?? {});
      const leaked = pieces.filter((piece) => shown.includes(piece));
      expect([tool, JSON.stringify(input), leaked]).toEqual([tool, JSON.stringify(input), []]);
      return answer;
    };
    beforeAll(() => {
      writeFileSync(join(desk.folder, name), content);
      writeFileSync(join(desk.folder, deep.name), `${deep.lines.join('\n')}\n`);
    });
    const offsetOf = (line: number): number => Buffer.byteLength(`${deep.lines.slice(0, line - 1).join('\n')}\n`);

    // Fails when a page looks back for less than the key, and is served where all that it saw may be a body.
    it('BC-091 BC-095 shows no line of its body, wherever a page begins, and the lines beside it', async () => {
      const starts = new Set<number>();
      const edge = Math.floor(lookBack / (65 + indent.length));
      const middle = deep.begin + Math.floor(body.length / 2);
      for (const boundary of [deep.begin, deepEnd, deep.begin + edge, deepEnd - edge, middle]) {
        for (let at = boundary - 3; at <= boundary + 3; at++) if (at <= deep.lines.length) starts.add(at);
      }
      for (const startLine of starts) {
        await call('read_file', { path: deep.name, startLine, lineNumbers: false });
        await call('read_file', { path: deep.name, offset: offsetOf(startLine) + 7 });
      }
      // A cursor knows its line, so these pages read nothing before them but the look-back.
      let pages = 0;
      let input: object | undefined = { path: deep.name, startLine: deep.begin - 1, lineNumbers: false };
      for (; input !== undefined; pages++) input = nextInput(await call('read_file', input, 8_192));
      expect(pages).toBeGreaterThan(byteLength / 8_192);
      const past = await call('read_file', { path: deep.name, startLine: deepEnd });
      expect(past.text).toContain(`${deepEnd + 1}| ordinary line 1 of what stands after`);
      const first = await call('read_file', { path: deep.name, startLine: deep.begin - 1, lineCount: 2 });
      expect(first.text).toContain(`${deep.begin - 1}| ordinary line 400 of what stands before`);
    });

    it('BC-091 shows none of it at the end of a file, however much of it the tail holds', async () => {
      const tail = await call('tail_file', { path: deep.name, lineCount: 2 });
      expect(tail.text).toContain('ordinary line 400 of what stands after');
      for (const kept of [body.length + 2, body.length + 1, body.length, body.length - 1, 3, 1, 0]) {
        truncateSync(join(desk.folder, deep.name), offsetOf(deep.begin + kept + 1));
        await call('tail_file', { path: deep.name });
      }
    });

    it('BC-091 shows none of it by a search, an edit, a query, a command or a refusal', async () => {
      for (const pattern of ['PRIVATE KEY', '^ *[A-Za-z0-9+/]{40,}$', 'line 400 of what stands before', 'line 1 of']) {
        const found = await call('grep_files', { path: name, pattern, contextLines: 5 });
        expect(found.isError).toBe(false);
      }
      await call('edit_file', { path: name, edits: { oldText: 'RSA PRIVATE KEY', newText: 'x' } });
      await call('edit_file', { path: name, edits: { oldText: `${armor('BEGIN')}\n \n`, newText: 'x' } });
      await call('query_file', { path: name, query: '$' });
      writeFileSync(
        join(desk.folder, 'key.json'),
        JSON.stringify({ name: 'web', key: lines.slice(begin - 1, end).join('\n') }),
      );
      for (const query of ['$', '$.key', '$.*', '$[?length(@) > 10]'])
        await call('query_file', { path: 'key.json', query });
      for (const command of [
        `cat ${name}`,
        `sed -n ${begin - 2},${end + 2}p ${name} >&2`,
        `env KEY="$(cat key.json)" env`,
      ]) {
        await call('run_command', { command });
      }
      await call('write_file', { path: name, content: 'x' });
      const { handles } = await desk.options.spillway.list();
      expect(handles.length).toBeGreaterThan(0);
      for (const { id } of handles) {
        const source = await desk.options.spillway.open(id);
        const kept = Buffer.from(await source.read(0, source.byteLength)).toString('latin1');
        expect(pieces.filter((piece) => kept.includes(piece))).toEqual([]);
      }
    });
  });
});

it('BC-094 a header in a source, a certificate and a public key hide nothing', async () => {
  const lines = Array.from({ length: 500 }, (_, at) => `const value${at} = ${at};`);
  lines[49] = "const header = '-----BEGIN RSA PRIVATE KEY-----';";
  lines[200] = `-----BEGIN CERTIFICATE-----\n${bodyOf(1_200).join('\n')}\n-----END CERTIFICATE-----`;
  lines[300] = `-----BEGIN PUBLIC KEY-----\n${bodyOf(400).join('\n')}\n-----END PUBLIC KEY-----`;
  const content = `${lines.join('\n')}\n`;
  writeFileSync(join(desk.folder, 'header.js'), content);
  for (const [tool, input] of [
    ['read_file', { path: 'header.js', lineNumbers: false }],
    ['tail_file', { path: 'header.js', lineNumbers: false }],
    ['run_command', { command: 'cat header.js' }],
  ] as const) {
    const answer = await desk.call(tool, input);
    expect(answer.text).toContain(content.trimEnd());
    expect(answer.text).not.toContain('withheld');
  }
});
