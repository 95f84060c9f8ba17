import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseNotice } from '@spillway/core';
import { type Answers, type Asked, askAll } from './ask.ts';
import { resolveBin } from './import-optional.ts';
import { type DemoLog, makeDemoLog } from './make-log.ts';
import { connectMcp, type ServerCommand } from './mcp-client.ts';
import { demoQuestions, type Question } from './questions.ts';
import type { Check, DemoResult } from './report.ts';

/** What the demo needs of the program around it. */
export interface DemoOptions {
  /** The script of this program. */
  readonly script: string;
  readonly scope: string;
  /** Flags for the gateway. */
  readonly wrapFlags: readonly string[];
  /** Where results are kept; absent = a temporary folder that is removed at the end. */
  readonly storeDir?: string;
  readonly say: (line: string) => Promise<void>;
  /** Reads what was stored under a handle, and adds up all that is stored. */
  readonly readStored: (storeDir: string, id: string) => Promise<{ bytes: Uint8Array; totalBytes: number }>;
  readonly signal: AbortSignal;
}

/** The most that may reach a model until one question is answered. */
const MAX_MODEL_BYTES = 6_000;
const SERVER = '@modelcontextprotocol/server-filesystem';

/**
 * Asks the reference filesystem server for a big log, directly and through `spillway wrap`, and measures both.
 *
 * Contract: starts real processes and ends them; writes only below a temporary folder, which is removed, and into
 * `storeDir` where one is given. Nothing in the result is assumed: each figure is measured.
 */
export async function runDemo(options: DemoOptions): Promise<DemoResult> {
  const server = resolveBin(SERVER);
  const work = await mkdtemp(join(tmpdir(), 'spillway-demo-'));
  try {
    return await demoIn(work, server, options);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function demoIn(work: string, server: string, options: DemoOptions): Promise<DemoResult> {
  const log = makeDemoLog();
  const logFolder = join(work, 'logs');
  const storeDir = options.storeDir ?? join(work, 'store');
  await mkdir(logFolder);
  const path = join(logFolder, 'app.log');
  await writeFile(path, log.text);
  await options.say(`A log of ${log.lineCount.toLocaleString('en-US')} lines, read through ${SERVER}:`);
  const serverArgs = [server, logFolder];
  const wrap = [
    options.script,
    'wrap',
    '--store',
    storeDir,
    '--scope',
    options.scope,
    ...options.wrapFlags,
    '--',
    process.execPath,
  ];
  const questions = demoQuestions(log);
  const ask = (args: readonly string[]) =>
    askThrough({ command: process.execPath, args, cwd: work }, path, questions, options);
  await options.say('  asking directly ...');
  const direct = await ask(serverArgs);
  await options.say('  asking through spillway wrap ...');
  const wrapped = await ask([...wrap, ...serverArgs]);
  const id = parseNotice(wrapped.firstText)?.handle ?? '';
  const { bytes, totalBytes } = await options.readStored(storeDir, id);
  const stored = Buffer.from(bytes);
  return {
    logBytes: Buffer.byteLength(log.text),
    lineCount: log.lineCount,
    notice: wrapped.firstText,
    direct: direct.asked,
    wrapped: wrapped.asked,
    stored: { id, byteLength: stored.length, totalBytes, storeDir, isKept: options.storeDir !== undefined },
    checks: demoChecks(log, direct.asked, wrapped.asked, stored),
  };
}

async function askThrough(
  command: ServerCommand,
  path: string,
  questions: readonly Question[],
  options: DemoOptions,
): Promise<Answers> {
  options.signal.throwIfAborted();
  const connection = await connectMcp(command);
  const close = (): void => void connection.close();
  options.signal.addEventListener('abort', close);
  try {
    return await askAll(connection, path, questions);
  } finally {
    options.signal.removeEventListener('abort', close);
    await connection.close();
  }
}

function demoChecks(log: DemoLog, direct: readonly Asked[], wrapped: readonly Asked[], stored: Buffer): Check[] {
  const request = wrapped.find((asked) => asked.question.term === log.request.term);
  const most = Math.max(...wrapped.map((asked) => asked.modelBytes));
  const absent = wrapped.find((asked) => asked.question.line === undefined);
  return [
    {
      claim: 'directly, the whole log reaches the model',
      holds: direct.every((asked) => asked.modelBytes > log.text.length),
    },
    {
      claim: 'through spillway, all three questions are answered rightly',
      holds: wrapped.every((asked) => asked.isRight),
    },
    {
      claim: `under ${MAX_MODEL_BYTES.toLocaleString('en-US')} bytes for each question (most: ${most.toLocaleString('en-US')})`,
      holds: most < MAX_MODEL_BYTES,
    },
    { claim: 'the request was found though the first result did not show it', holds: request?.wasInFirst === false },
    {
      claim: `absence was told from an exact total: "${absent?.finding.evidence ?? ''}"`,
      holds: absent?.isRight === true,
    },
    { claim: 'what is stored is the log, byte for byte', holds: stored.equals(Buffer.from(log.text)) },
  ];
}
