import type { ToolDefinition } from '../boundary.ts';
import type { ClientLimits } from '../clients/client-limits.ts';
import { formatResult } from '../messages/answers.ts';
import { MIN_TURN_SHARE_BYTES, type OpenCall, type OpenCalls } from './open-calls.ts';

/** A call of one of our own tools. */
export interface OwnCall {
  /** Raw JSON. */
  readonly id: string;
  readonly tool: ToolDefinition;
  readonly input: unknown;
  readonly isModern: boolean;
  readonly clientName: string | undefined;
  readonly open: OpenCall;
  readonly signal: AbortSignal;
  /** Stands in `_meta` of every result. */
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** What says how large an answer may be. */
export interface OwnCallLimits {
  readonly openCalls: OpenCalls;
  limitsFor(clientName: string | undefined): ClientLimits;
  /** Makes a text smaller that no second call may give again, since the tool does more than read. */
  shorten?(toolName: string, text: string, maxResultBytes: number, signal: AbortSignal): Promise<string>;
}

/** The result of a tool call: one text, and what stands beside it. */
export type OwnResult = {
  content: { type: 'text'; text: string }[];
  isError?: boolean;
  resultType?: 'complete';
  _meta?: Record<string, unknown>;
};

/** The answer of one of our own tools: the result, and the whole frame that it makes. */
export interface OwnAnswer {
  readonly result: OwnResult;
  readonly frame: Buffer;
}

/** How much smaller the page is asked for again when the client's limit of lines was passed. */
const LINES_MARGIN = 0.9;
const MAX_ATTEMPTS = 4;
/** Below this no page is readable, whatever the client's lines. */
const MIN_ANSWER_BYTES = 1_024;

/**
 * Runs one of our tools and writes its answer.
 *
 * Contract: the frame is at most the client's budget, and its text at most the client's lines: a page of many short
 * lines is asked for again, smaller. A tool that does more than read runs once; its text is shortened. Never throws;
 * what a tool throws becomes an error result.
 */
export async function answerOwnCall(call: OwnCall, limits: OwnCallLimits): Promise<OwnAnswer> {
  const client = limits.limitsFor(call.clientName);
  const budget = Math.min(client.maxResultBytes, limits.openCalls.share(call.open, MIN_TURN_SHARE_BYTES));
  const maxLines = client.maxLines ?? Number.POSITIVE_INFINITY;
  let answer = await execute(call, budget);
  let maxResultBytes = budget;
  for (let attempt = 1; ; attempt++) {
    const lines = answer.text.split('\n').length;
    const made = toAnswer(call, answer, budget);
    if ((lines <= maxLines && made.frame.length <= budget) || attempt === MAX_ATTEMPTS) return made;
    const ratio = Math.min(maxLines / lines, budget / made.frame.length);
    maxResultBytes = Math.max(MIN_ANSWER_BYTES, Math.floor(maxResultBytes * ratio * LINES_MARGIN));
    answer = await again(call, limits, answer, maxResultBytes);
  }
}

type Answer = Awaited<ReturnType<ToolDefinition['execute']>>;

async function again(call: OwnCall, limits: OwnCallLimits, last: Answer, maxResultBytes: number): Promise<Answer> {
  if (call.tool.annotations.readOnlyHint) return execute(call, maxResultBytes);
  const text = await limits.shorten?.(call.tool.name, last.text, maxResultBytes - envelopeBytes(call), call.signal);
  // What stood beside the text told what of it is shown, which is no longer so.
  return text === undefined ? last : { text, isError: last.isError };
}

async function execute(call: OwnCall, maxResultBytes: number): Promise<Answer> {
  const options = { maxResultBytes, envelopeBytes: envelopeBytes(call), signal: call.signal };
  try {
    return await call.tool.execute(call.input, options);
  } catch (error) {
    return {
      text: `${call.tool.name} failed: ${error instanceof Error ? error.message : String(error)}`,
      isError: true,
    };
  }
}

function envelopeBytes(call: OwnCall): number {
  return toAnswer(call, { text: '', isError: true, page: {} }, Number.POSITIVE_INFINITY).frame.length;
}

function toAnswer(call: OwnCall, answer: Answer, budget: number): OwnAnswer {
  const bare = toResult(call, answer, call.meta);
  if (answer.page === undefined) return bare;
  const withPage = toResult(call, answer, { ...call.meta, 'spillway/page': answer.page });
  return withPage.frame.length <= budget ? withPage : bare;
}

function toResult(call: OwnCall, answer: Answer, meta: OwnCall['meta']): OwnAnswer {
  const result: OwnResult = {
    content: [{ type: 'text', text: answer.text }],
    ...(answer.isError ? { isError: true } : {}),
    ...(call.isModern ? { resultType: 'complete' } : {}),
    ...(meta === undefined ? {} : { _meta: { ...meta } }),
  };
  return { result, frame: formatResult(call.id, Buffer.from(JSON.stringify(result))) };
}
