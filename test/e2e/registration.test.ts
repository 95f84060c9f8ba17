import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFsStore, createSpillway, readOrigin, type Spillway } from '@spillway/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleLog } from '../../packages/cli/test/support/sample-log.ts';
import { buildSpillway, createSandbox, type Sandbox, script } from '../../packages/cli/test/support/spillway.ts';
import { readText, sourceFiles } from '../surface/support/files.ts';
import { referenceServer } from './support/gateway-peers.ts';
import { connectRecorded, type Recorded, type RecordedClient } from './support/recorded-client.ts';
import {
  everythingRows,
  filesystemRows,
  morePushes,
  ownRows,
  type PushDesk,
  type PushRow,
  type WrappedRow,
} from './support/registry-rows.ts';

const scope = 'registration';
/** Where clients cut descriptions. */
const maxDescriptionBytes = 2_048;
/** More than any image that passes as it is. */
const noiseBytes = 900_000;

let sandbox: Sandbox;
let folder: string;
let skills: string;
let spillway: Spillway;
let desk: Omit<PushDesk, 'at'>;
/** The names of all that was listed by a live registry. */
const reached = new Set<string>();

beforeAll(async () => {
  await buildSpillway();
  sandbox = createSandbox();
  folder = join(sandbox.folder, 'data');
  skills = join(sandbox.folder, 'skills');
  mkdirSync(join(folder, 'many'), { recursive: true });
  mkdirSync(skills);
  const rows = Array.from({ length: 3_000 }, (_, id) => ({
    id,
    state: id === 77 ? 'lost' : 'paid',
    note: 'none at all',
  }));
  writeFileSync(join(folder, 'app.log'), sampleLog);
  writeFileSync(join(folder, 'rows.json'), JSON.stringify(rows));
  writeFileSync(join(folder, 'noise.png'), randomBytes(noiseBytes));
  for (const name of ['edited.txt', 'theirs-edited.txt']) writeFileSync(join(folder, name), 'before here after\n');
  for (let at = 0; at < 2_000; at++)
    writeFileSync(join(folder, 'many', `a file with a name of some length, ${at}.txt`), '');
  const sizes: [string, number][] = [
    ['one', 47_253],
    ['two', 15_246],
    ['three', 12_223],
    ['four', 70_230],
  ];
  for (const [name, bytes] of sizes)
    writeFileSync(join(skills, `${name}.md`), 'Do this.\n'.repeat(bytes).slice(0, bytes));
  for (let at = 0; at < 150; at++) writeFileSync(join(skills, `another document ${at}.md`), 'Or that.\n');
  spillway = createSpillway({ store: createFsStore({ directory: sandbox.store }), scope });
  const keep = async (text: string): Promise<string> =>
    (await spillway.bound(text, { toolName: 'earlier' })).handle?.id ?? 'not kept';
  desk = { logHandle: await keep(sampleLog), jsonHandle: await keep(JSON.stringify(rows)) };
});
afterAll(async () => {
  await spillway.close();
  sandbox.remove();
});

const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');
const where = (): string[] => ['--store', sandbox.store, '--scope', scope];
const textOf = ({ result }: Recorded): string => (result?.content ?? []).map(({ text }) => text ?? '').join('\n');
const handlesIn = (answer: Recorded): string[] => [
  ...new Set(JSON.stringify(answer.result).match(/\br_[0-9a-z]{8,}\b/g)),
];

interface Connecting {
  readonly args: readonly string[];
  readonly client: string;
  readonly isModern: boolean;
  readonly env?: NodeJS.ProcessEnv;
}

/** Starts a registry as people do, and gives its client; its server has ended when the function has. */
async function withRegistry<Answer>(
  how: Connecting,
  use: (client: RecordedClient) => Promise<Answer>,
): Promise<Answer> {
  const env = { ...sandbox.env, ...how.env };
  const client = await connectRecorded(how.args, { cwd: folder, env, name: how.client, isModern: how.isModern });
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

async function push(
  client: RecordedClient,
  tool: string,
  row: PushRow,
  at: PushDesk['at'],
  budget: number,
): Promise<void> {
  const answer = await client.call(tool, row.input({ ...desk, at }));
  expect([answer.failure, answer.result?.isError], textOf(answer)).toEqual([undefined, undefined]);
  expect(answer.frame.length).toBeGreaterThan(0);
  expect(answer.frame.length).toBeLessThanOrEqual(budget);
  expect(answer.result?.structuredContent).toBeUndefined();
  if (row.isSmall !== true) expect(textOf(answer)).toMatch(/more follows|\[PARTIAL\]/);
  if (row.writes !== undefined) {
    expect(sha256(readFileSync(join(folder, row.writes.path)))).toBe(sha256(row.writes.content));
  }
  const given = handlesIn(answer).filter((id) => id !== desk.logHandle && id !== desk.jsonHandle);
  const kept = await Promise.all(handlesIn(answer).map(async (id) => (await openHandle(id)).sha256));
  if (row.keeps === undefined) expect(given).toEqual([]);
  else expect(new Set(kept)).toEqual(new Set([sha256(readFileSync(join(folder, row.keeps)))]));
}

async function openHandle(id: string): Promise<{ sha256: string; origin: string | undefined }> {
  const stored = await spillway.open(id);
  try {
    const pieces: Uint8Array[] = [];
    for await (const piece of readOrigin(spillway.store, stored) ?? []) pieces.push(piece);
    return { sha256: stored.handle.sha256, origin: pieces.length === 0 ? undefined : sha256(Buffer.concat(pieces)) };
  } finally {
    await stored.close();
  }
}

/** Each way out of a tool is bounded, also the one of a call that nobody can understand. */
async function pushNonsense(client: RecordedClient, tool: string, budget: number): Promise<void> {
  const answer = await client.call(tool, { ['nonsense '.repeat(20_000)]: 1 });
  expect(answer.result?.isError).toBe(true);
  expect(answer.frame.length).toBeLessThanOrEqual(budget);
}

const budgets = { somebody: 8_000, 'claude-code': 32_000 };
type ClientName = keyof typeof budgets;

describe('spillway tools, every entry that it lists', () => {
  interface Registry {
    readonly args: () => string[];
    readonly at?: (path: string) => string;
    readonly env?: () => NodeJS.ProcessEnv;
    readonly client: ClientName;
    readonly isModern: boolean;
  }
  const inData = (path: string): string => `data/${path}`;
  const named = (): string[] => ['--root', `data=${folder}`];
  const registries: [title: string, registry: Registry][] = [
    [
      'a named root and skills',
      { args: () => [...named(), '--skills', skills], at: inData, client: 'somebody', isModern: true },
    ],
    ['a root by its path', { args: () => ['--root', folder], at: inData, client: 'claude-code', isModern: false }],
    ['the working directory', { args: () => [], client: 'claude-code', isModern: true }],
    [
      'several roots',
      { args: () => [...named(), '--root', `other=${skills}`], at: inData, client: 'somebody', isModern: true },
    ],
    [
      'a sensitive root that is allowed',
      {
        args: () => ['--root', `data=${folder}`, '--allow-sensitive-root'],
        at: inData,
        env: () => ({ HOME: folder }),
        client: 'somebody',
        isModern: false,
      },
    ],
    [
      'tools that read alone',
      { args: () => [...named(), '--read-only', '--skills', skills], at: inData, client: 'somebody', isModern: true },
    ],
  ];

  // Fails when a tool has a limit of its own, or is listed without a row above.
  it.each(registries)('BC-006 %s', async (_, { args, at = (path) => path, env, client: name, isModern }) => {
    const command = [process.execPath, script, 'tools', ...where(), ...args()];
    const how = { args: command, client: name, isModern, ...(env !== undefined && { env: env() }) };
    await withRegistry(how, async (client) => {
      const names = client.tools.map((tool) => tool.name);
      for (const tool of names) reached.add(tool);
      expect(client.version).toBe(isModern ? '2026-07-28' : '2025-11-25');
      expect(names.slice(0, 2)).toEqual(['read_result', 'grep_result']);
      expect(names.filter((tool) => !(tool in ownRows))).toEqual([]);
      const longest = Math.max(...client.tools.map(({ description = '' }) => Buffer.byteLength(description)));
      expect(longest).toBeLessThanOrEqual(maxDescriptionBytes);
      const budget = budgets[name];
      writeFileSync(join(folder, 'edited.txt'), 'before here after\n');
      for (const tool of names) await push(client, tool, ownRows[tool] as PushRow, at, budget);
      for (const [tool, row] of morePushes) if (names.includes(tool)) await push(client, tool, row, at, budget);
      for (const tool of names) await pushNonsense(client, tool, budget);
    });
  });

  it('are all that a package can make, and all rows are of an entry that is listed', () => {
    const created = sourceFiles.flatMap((path) =>
      [...readText(path).matchAll(/^export (?:async )?(?:function|const) create(\w+)Tool\b/gm)].map(([, name = '']) =>
        name.replaceAll(/(?<!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase(),
      ),
    );
    expect(created.length).toBeGreaterThanOrEqual(11);
    expect(created.filter((name) => !reached.has(name))).toEqual([]);
    expect(Object.keys(ownRows).filter((name) => !reached.has(name))).toEqual([]);
  });
});

describe('spillway wrap, every entry that it lists', () => {
  const servers: [
    name: 'filesystem' | 'everything',
    rows: () => Readonly<Record<string, WrappedRow>>,
    client: ClientName,
  ][] = [
    ['filesystem', () => filesystemRows(folder), 'somebody'],
    ['everything', () => everythingRows, 'claude-code'],
  ];

  it.each(servers)('BC-011 %s', async (server, rowsOf, name) => {
    const rows = rowsOf();
    const direct = referenceServer(server, ...(server === 'filesystem' ? [folder] : []));
    const large = Object.entries(rows).filter(([, row]) => row.isLarge);
    const how = { client: name, isModern: false };
    // What edits comes first, so that both ways find the same file.
    const reset = (): void => writeFileSync(join(folder, 'theirs-edited.txt'), 'before here after\n');
    reset();
    const produced = await withRegistry({ ...how, args: direct }, async (client) => {
      const answers = new Map<string, Buffer>();
      for (const [tool, { input }] of large) answers.set(tool, resultBytes((await client.call(tool, input)).frame));
      return answers;
    });
    reset();
    const command = [process.execPath, script, 'wrap', ...where(), '--', ...direct];
    await withRegistry({ ...how, args: command }, async (client) => {
      const names = client.tools.map((tool) => tool.name);
      const [readResult = '', grepResult = ''] = names;
      for (const [tool, { input, isLarge }] of Object.entries(rows)) {
        const answer = await client.call(tool, input);
        expect(answer.frame.length, tool).toBeLessThanOrEqual(budgets[name]);
        if (!isLarge) continue;
        expect((produced.get(tool) as Buffer).length, tool).toBeGreaterThan(budgets[name]);
        const origins = await Promise.all(handlesIn(answer).map(async (id) => (await openHandle(id)).origin));
        expect(origins, tool).toContain(sha256(produced.get(tool) as Buffer));
      }
      expect(names.filter((tool) => !(tool in rows))).toEqual(['read_result', 'grep_result']);
      const at = (path: string): string => path;
      await push(client, readResult, ownRows.read_result as PushRow, at, budgets[name]);
      await push(client, grepResult, ownRows.grep_result as PushRow, at, budgets[name]);
      for (const [tool, row] of morePushes) if (tool === readResult) await push(client, tool, row, at, budgets[name]);
      for (const tool of [readResult, grepResult]) await pushNonsense(client, tool, budgets[name]);
    });
  });
});

/** The exact bytes of `result` in a line of a server by the SDK, which writes it first. */
function resultBytes(frame: Buffer): Buffer {
  expect(frame.toString('utf8', 0, 10)).toBe('{"result":');
  return frame.subarray(10, frame.lastIndexOf(',"jsonrpc"'));
}
