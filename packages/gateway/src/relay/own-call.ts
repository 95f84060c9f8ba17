import type { ToolDefinition } from '../boundary.ts';
import { formatResult } from './answers.ts';
import type { OpenCall } from './open-calls.ts';
import { type Session, SMALLEST_TURN_SHARE_BYTES } from './session.ts';

/** A call of one of our readers. */
export interface OwnCall {
  readonly id: string;
  readonly tool: ToolDefinition;
  readonly input: unknown;
  readonly isModern: boolean;
  readonly clientName: string | undefined;
  readonly open: OpenCall;
  readonly signal: AbortSignal;
}

/** How much smaller the page is asked for again when the client's limit of lines was passed. */
const LINES_MARGIN = 0.9;

/**
 * Runs a reader and writes its answer.
 *
 * Contract: the frame is at most the client's budget, and its text at most the client's lines: a page of many short
 * lines is asked for again, smaller. Never throws; what a reader throws becomes an error result.
 */
export async function runOwnCall(call: OwnCall, session: Session): Promise<Buffer> {
  const limits = session.limitsFor(call.clientName);
  const budget = Math.min(limits.maxResultBytes, session.openCalls.share(call.open, SMALLEST_TURN_SHARE_BYTES));
  const maxLines = limits.maxLines ?? Number.POSITIVE_INFINITY;
  let maxResultBytes = budget;
  for (let attempt = 0; ; attempt++) {
    const answer = await execute(call, maxResultBytes);
    const lines = answer.text.split('\n').length;
    const frame = toFrame(call, answer, budget);
    if ((lines <= maxLines && frame.length <= budget) || attempt === 3) return frame;
    const ratio = Math.min(maxLines / lines, budget / frame.length);
    maxResultBytes = Math.max(1_024, Math.floor(maxResultBytes * ratio * LINES_MARGIN));
  }
}

type Answer = Awaited<ReturnType<ToolDefinition['execute']>>;

async function execute(call: OwnCall, maxResultBytes: number): Promise<Answer> {
  const envelopeBytes = toFrame(call, { text: '', isError: true, page: {} }, Number.POSITIVE_INFINITY).length;
  try {
    return await call.tool.execute(call.input, { maxResultBytes, envelopeBytes, signal: call.signal });
  } catch (error) {
    return {
      text: `${call.tool.name} failed: ${error instanceof Error ? error.message : String(error)}`,
      isError: true,
    };
  }
}

function toFrame(call: OwnCall, answer: Answer, budget: number): Buffer {
  const result = {
    content: [{ type: 'text', text: answer.text }],
    ...(answer.isError ? { isError: true } : {}),
    ...(call.isModern ? { resultType: 'complete' } : {}),
  };
  const bare = formatResult(call.id, Buffer.from(JSON.stringify(result)));
  if (answer.page === undefined) return bare;
  const withPage = { ...result, _meta: { 'spillway/page': answer.page } };
  const frame = formatResult(call.id, Buffer.from(JSON.stringify(withPage)));
  return frame.length <= budget ? frame : bare;
}
