import { MIN_TURN_SHARE_BYTES } from '../calls/open-calls.ts';
import type { PendingCall } from '../calls/pending-calls.ts';
import { findPath, parseRange, slice } from '../json/raw.ts';
import { addToolsCapability } from '../lists/capabilities.ts';
import { readToolsPage, writeOwnToolsPage, writeToolsPage } from '../lists/tools-list.ts';
import { formatResult } from '../messages/answers.ts';
import { type Answer, toIdKey, toMessage } from '../messages/message.ts';
import { parseSmallMessage } from '../messages/small-message.ts';
import { toPrintable } from '../report.ts';
import type { ArrivingText } from '../results/arriving-text.ts';
import { deliverToolAnswer } from '../results/deliver-tool-answer.ts';
import { holdsKeys, withoutKeys } from '../results/keys.ts';
import { passesSmall } from '../results/passes-small.ts';
import type { Session } from './session.ts';

type Outcome = Buffer | undefined | Promise<Buffer | undefined>;
type AnswerHandler = (answer: Answer, call: PendingCall, session: Session, arriving?: ArrivingText) => Outcome;

/** The answers that are not relayed as they are, by the method of their request. */
const HANDLERS: ReadonlyMap<string, AnswerHandler> = new Map<string, AnswerHandler>([
  ['initialize', offerTools],
  ['server/discover', offerTools],
  ['tools/list', listTools],
  ['tools/call', deliver],
  ['tasks/result', deliver],
]);

/** Errors that only the protocol's own layer sends: the client must see them to find a version that both speak. */
const isProtocolError = (code: unknown): boolean => typeof code === 'number' && code <= -32_020 && code >= -32_099;

/**
 * The way from the server to the client.
 *
 * Contract: returns what goes down in place of a line; `undefined` for nothing; the same buffer means: as it came.
 * Requests and notifications of the server always pass as they came. An answer that belongs to no open request passes
 * where it is within the budget, and is dropped and reported above it. Nothing goes down with the body of a private key.
 * `arriving` is what was taken of the line while it came.
 */
export function toClient(bytes: Buffer, session: Session, arriving?: ArrivingText): Outcome {
  if (isSmallAndPlain(bytes, session)) return bytes;
  const outcome = routeToClient(bytes, session, arriving);
  const guard = (down: Buffer | undefined): Buffer | undefined => down && withoutKeys(down, session.boundary);
  return outcome instanceof Promise ? outcome.then(guard) : guard(outcome);
}

function routeToClient(bytes: Buffer, session: Session, arriving?: ArrivingText): Outcome {
  const message = toMessage(withoutMark(bytes));
  switch (message.kind) {
    case 'noise':
      reportNoise(bytes, session);
      return undefined;
    case 'batch':
      return batchToClient(
        message.bytes,
        message.items.map((range) => slice(message.bytes, range)),
        session,
      );
    case 'answer':
      return answerToClient(message, session, arriving);
    default:
      return message.bytes;
  }
}

/** Settles the call of a small answer without a key that needs no second look. */
function isSmallAndPlain(bytes: Buffer, session: Session): boolean {
  const small = parseSmallMessage(bytes);
  if (small === undefined || small.members.method !== undefined || small.members.result === undefined) return false;
  const call = session.pending.find(small.id);
  if (call === undefined || call.mayBeTool) return false;
  const limits = session.limitsFor(call.clientName);
  const passes =
    call.tool === undefined
      ? !HANDLERS.has(call.method)
      : passesSmall(bytes.length, small, { limits, shareBytes: shareOf(call, session) });
  if (!passes || holdsKeys(bytes, session.boundary)) return false;
  session.pending.take(small.id);
  if (call.tool !== undefined) session.openCalls.close(call.tool.open);
  return true;
}

/** A byte-order mark before a message is noise; the message is not. */
function withoutMark(bytes: Buffer): Buffer {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}

function reportNoise(bytes: Buffer, session: Session): void {
  const text = toPrintable(bytes.toString('utf8', 0, 400), 120).trim();
  if (text !== '') session.report(`skipped a line of the server that is no message, ${bytes.length} bytes: ${text}`);
}

async function batchToClient(bytes: Buffer, items: readonly Buffer[], session: Session): Promise<Buffer | undefined> {
  const delivered: Buffer[] = [];
  let isSame = true;
  for (const item of items) {
    const outcome = await routeToClient(item, session);
    if (outcome !== item) isSame = false;
    if (outcome !== undefined) delivered.push(outcome);
  }
  if (isSame) return bytes;
  return delivered.length === 0
    ? undefined
    : Buffer.from(`[${delivered.map((item) => item.toString('utf8')).join(',')}]`);
}

function answerToClient(answer: Answer, session: Session, arriving?: ArrivingText): Outcome {
  const key = toIdKey(answer.id);
  const call = session.pending.take(key);
  if (call !== undefined) return handlerOf(answer, call, session)?.(answer, call, session, arriving) ?? answer.bytes;
  if (session.pending.isLate(key)) {
    session.report(`dropped the answer of a cancelled call, id ${toPrintable(key, 40)}`);
    return undefined;
  }
  if (answer.bytes.length <= session.limitsFor(session.clientName).maxResultBytes) return answer.bytes;
  session.report(
    `dropped an answer of ${answer.bytes.length} bytes that no open call asked for, id ${toPrintable(key, 40)}`,
  );
  return undefined;
}

/** What may be the answer of a tool call is bounded like one where it is too large for another. */
function handlerOf(answer: Answer, call: PendingCall, session: Session): AnswerHandler | undefined {
  const isLarge = answer.bytes.length > session.limitsFor(call.clientName).maxResultBytes;
  return call.mayBeTool && isLarge ? deliver : HANDLERS.get(call.method);
}

function offerTools(answer: Answer, _call: PendingCall, session: Session): Buffer {
  if (answer.result === undefined) return answer.bytes;
  const result = addToolsCapability(answer.bytes, answer.result);
  session.serverHasTools = result === undefined;
  return result === undefined ? answer.bytes : formatResult(answer.id, result);
}

function listTools(answer: Answer, call: PendingCall, session: Session): Buffer {
  if (answer.result === undefined) return listAfterError(answer, call, session);
  const page = readToolsPage(answer.bytes, answer.result);
  if (page === undefined) return answer.bytes;
  const { outputSchemas } = session.limitsFor(call.clientName);
  if (call.isFirstPage) {
    session.readers.nameBeside(new Set(page.tools.map((tool) => tool.name)), page.hasNext);
    return formatResult(answer.id, writeToolsPage(page, { first: session.readers.toListEntries(), outputSchemas }));
  }
  const { readResult, grepResult } = session.readers.names;
  const leaveOut = new Set([readResult, grepResult]);
  for (const tool of page.tools) {
    if (leaveOut.has(tool.name))
      session.report(`left out a tool of the server that has the name of ours: ${tool.name}`);
  }
  return formatResult(answer.id, writeToolsPage(page, { first: [], outputSchemas, leaveOut }));
}

/** A server without tools answers with an error; ours are there all the same. */
function listAfterError(answer: Answer, call: PendingCall, session: Session): Buffer {
  const code = parseRange(answer.bytes, findPath(answer.bytes, answer.error, 'code'));
  if (!call.isFirstPage || isProtocolError(code)) return answer.bytes;
  session.readers.nameBeside(new Set(), false);
  return formatResult(answer.id, writeOwnToolsPage(session.readers.toListEntries(), call.isModern));
}

function deliver(answer: Answer, call: PendingCall, session: Session, arriving?: ArrivingText): Outcome {
  const outcome = deliverToolAnswer(answer, {
    boundary: session.boundary,
    call,
    limits: session.limitsFor(call.clientName),
    shareBytes: shareOf(call, session),
    readers: session.readers.names,
    report: session.report,
    arriving,
  });
  if (call.tool !== undefined) session.openCalls.close(call.tool.open);
  return outcome;
}

function shareOf(call: PendingCall, session: Session): number {
  if (call.tool === undefined) return Number.POSITIVE_INFINITY;
  return session.openCalls.share(call.tool.open, MIN_TURN_SHARE_BYTES);
}
