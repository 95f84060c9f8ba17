import type { Finding, ReaderSession } from './literal-reader.ts';
import { readLiterally } from './literal-reader.ts';
import type { McpConnection } from './mcp-client.ts';
import type { Question } from './questions.ts';

/** What one question cost on one way, and what came of it. */
export interface Asked {
  readonly question: Question;
  readonly finding: Finding;
  /** Encoded bytes of the result and of every follow-up, as they would be sent to a model. */
  readonly modelBytes: number;
  /** Tool calls, the first one included. */
  readonly callCount: number;
  /** The answer is the true one. */
  readonly isRight: boolean;
  /** The term stood in the very first result. */
  readonly wasInFirst: boolean;
}

/** The tool of the reference server that returns a whole file. */
const READ_TOOL = 'read_text_file';

/** The first result, and what came of each question. */
export interface Answers {
  readonly firstText: string;
  readonly asked: readonly Asked[];
}

/** Asks for the log once, and lets the literal reader answer every question from that one result. */
export async function askAll(
  connection: McpConnection,
  path: string,
  questions: readonly Question[],
): Promise<Answers> {
  const first = await connection.call(READ_TOOL, { path });
  const asked: Asked[] = [];
  for (const question of questions) asked.push(await ask(connection, first, question));
  return { firstText: textOf(first), asked };
}

async function ask(connection: McpConnection, first: readonly unknown[], question: Question): Promise<Asked> {
  let modelBytes = encodedBytes(first);
  const session: ReaderSession = {
    toolNames: connection.tools.map((tool) => tool.name),
    async call(name, input) {
      const blocks = await connection.call(name, input);
      modelBytes += encodedBytes(blocks);
      return textOf(blocks);
    },
  };
  const finding = await readLiterally(textOf(first), question.term, session);
  return {
    question,
    finding,
    modelBytes,
    callCount: 1 + finding.followUps.length,
    isRight: isRight(finding, question),
    wasInFirst: textOf(first).includes(question.term),
  };
}

/** A line may come with its number in front, but not cut. */
function isRight(finding: Finding, question: Question): boolean {
  if (question.line === undefined) return finding.outcome === 'absent';
  return finding.outcome === 'found' && finding.evidence.endsWith(question.line);
}

function encodedBytes(blocks: readonly unknown[]): number {
  return Buffer.byteLength(JSON.stringify(blocks));
}

function textOf(blocks: readonly unknown[]): string {
  return blocks
    .map((block) => (block as { text?: unknown }).text)
    .filter((text) => typeof text === 'string')
    .join('\n');
}
