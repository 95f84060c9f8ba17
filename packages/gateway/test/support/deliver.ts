import { defaultReaderNames } from '@spillway/core/reader-names';
import { toClientLimits } from '../../src/clients/client-limits.ts';
import type { GatewayChoices, GatewayLimits } from '../../src/limits.ts';
import { toMessage } from '../../src/messages/message.ts';
import { deliverToolAnswer } from '../../src/results/deliver-tool-answer.ts';
import { createTestBoundary, type TestBoundary } from './boundary.ts';
import { LIMITS } from './limits.ts';

/** An answer as it went down. */
export interface Delivered {
  readonly frame: Buffer;
  // biome-ignore lint/suspicious/noExplicitAny: an answer has whatever form the test gave it
  readonly message: any;
  /** All texts, joined. */
  readonly text: string;
  /** The handles that the texts name, in order. */
  readonly handles: readonly string[];
  readonly boundary: TestBoundary;
  readonly reports: readonly string[];
}

/** Delivers one answer to a `tools/call`, given as raw JSON, as the gateway would. */
export async function deliver(
  frame: string | Buffer,
  options: {
    client?: string;
    limits?: Partial<GatewayLimits>;
    choices?: GatewayChoices;
    shareBytes?: number;
    boundary?: TestBoundary;
  } = {},
): Promise<Delivered> {
  const answer = toMessage(Buffer.from(frame));
  if (answer.kind !== 'answer') throw new TypeError(`no answer but ${answer.kind}`);
  const boundary = options.boundary ?? createTestBoundary();
  const reports: string[] = [];
  const delivered = await deliverToolAnswer(answer, {
    boundary,
    call: {
      id: answer.id,
      method: 'tools/call',
      isModern: false,
      isFirstPage: false,
      tool: { name: 'tool', input: () => ({ a: 1 }), open: { peakOpen: 1 } },
    },
    limits: toClientLimits(options.client, { ...LIMITS, ...options.limits }, options.choices),
    shareBytes: options.shareBytes ?? Number.POSITIVE_INFINITY,
    readers: defaultReaderNames,
    report: (line) => reports.push(line),
  });
  const message = JSON.parse(delivered.toString('utf8'));
  const content: unknown = message.result?.content;
  const blocks: { text?: string }[] = Array.isArray(content) ? content : [{ text: message.error?.message }];
  const text = blocks.map((block) => block.text ?? '').join('\n');
  const handles = [...text.matchAll(/^\[PARTIAL\].*?(r_[0-9a-z]+)/gm)].map(([, id]) => id as string);
  return { frame: delivered, message, text, handles, boundary, reports };
}

/** Writes an answer's raw JSON around a result. */
export const answerOf = (result: unknown, id: unknown = 1): string => JSON.stringify({ jsonrpc: '2.0', id, result });
