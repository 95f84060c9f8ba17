import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemoryStore, createSpillway, type ToolAnswer } from '@spillway/core';
import { createRoots, createTools } from '@spillway/tools';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readLiterally } from '../../src/demo/literal-reader.ts';
import { makeDemoLog } from '../../src/demo/make-log.ts';

const MOST_BYTES = 16 * 1024;
const lines = makeDemoLog().text.split('\n').slice(11_185, 13_600);
const log = `${lines.join('\n')}\n`;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'spillway-cat-'));
  writeFileSync(join(folder, 'service.log'), log);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const encodedBytes = ({ text }: ToolAnswer): number => Buffer.byteLength(JSON.stringify([{ type: 'text', text }]));

describe('a log of 168 KB and a model that can only cat it', () => {
  it('is the log that it should be', () => {
    expect(Math.round(log.length / 1000)).toBe(168);
    expect(lines.filter((line) => line.includes('ERROR'))).toHaveLength(1);
  });

  const questions: [title: string, term: string, outcome: string, evidence: RegExp][] = [
    ['the one error', 'ERROR', 'found', /ERROR \[payments\] checksum mismatch for ledger shard 42 \(txn 9f31c0\)$/],
    ['one request among thousands', 'id=112345', 'found', /INFO \[w\d+\] served id=112345 status=200 took=\d+ms$/],
    ['one that is not there', 'id=113338', 'absent', /^0 matches in 2,415 lines$/],
  ];
  it.each(questions)('a literal reader answers within two calls and 16 KB: %s', async (_, term, outcome, evidence) => {
    const spillway = createSpillway({ store: createMemoryStore(), scope: 'cat' });
    const roots = createRoots([{ name: 'logs', path: folder }]);
    const tools = [...createTools({ spillway, roots, only: ['run_command'] }), ...spillway.tools()];
    let modelBytes = 0;
    const call = async (name: string, input: object): Promise<string> => {
      const tool = tools.find((one) => one.name === name);
      const answer = await tool?.execute(input);
      if (answer === undefined) throw new Error(`no tool ${name}`);
      modelBytes += encodedBytes(answer);
      return answer.text;
    };
    const first = await call('run_command', { command: 'cat service.log' });
    const finding = await readLiterally(first, term, { toolNames: tools.map(({ name }) => name), call });
    expect(finding.outcome).toBe(outcome);
    expect(finding.evidence).toMatch(evidence);
    expect(1 + finding.followUps.length).toBeLessThanOrEqual(2);
    expect(modelBytes).toBeLessThanOrEqual(MOST_BYTES);
  });
});
