import type { Answer, ApiRow, Reply } from './api-row.ts';
import { findApi } from './apis.ts';
import { countTokens, type Limits, type RuleCheck, refusePayload, refuseRules, refuseSize } from './gate.ts';
import type { NewId } from './parts/ids.ts';
import { isObject, parseJson, toObject } from './parts/json.ts';
import { jsonReply } from './parts/reply.ts';
import type { ProviderRequest } from './provider-request.ts';
import type { Refusal } from './refusal.ts';
import { refusalFacts } from './refusal-facts.ts';
import type { AnswerStep, DropStep, RawStep, RefusalStep, Step } from './step.ts';

/** What a provider answers with, the same for all of its requests. */
export interface Answering {
  readonly limits: Limits;
  readonly rules: RuleCheck;
  readonly newId: NewId;
  /** Takes the next step of the script. */
  readonly nextStep: (request: ProviderRequest) => Promise<Step>;
}

/** A request as it came. */
export interface Received {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly bytes: Buffer;
}

/** What is sent back; `cutAfter` bytes of it are sent before the connection ends. */
export interface Outgoing extends Reply {
  readonly cutAfter?: number;
}

/** What became of a request. */
export interface Outcome {
  /** Absent where no API is at the path. */
  readonly request?: ProviderRequest;
  /** Parsed; `undefined` where it is no JSON. */
  readonly body: unknown;
  readonly reply: Outgoing;
}

interface Call extends Answering {
  readonly api: ApiRow;
  readonly request: ProviderRequest;
}

/**
 * Answers one request.
 *
 * Contract: what the provider refuses by itself takes no step of the script, so that a smaller request after it meets
 * the step that the refused one would have had. Counting tokens takes none either.
 */
export async function respond(received: Received, answering: Answering): Promise<Outcome> {
  const { method, path, bytes } = received;
  const body = parseJson(bytes.toString('utf8'));
  const found = method === 'POST' ? findApi(path) : undefined;
  if (found === undefined) return { body, reply: notFound(received) };
  const { api, operation } = found;
  const incoming = { path, body: toObject(body), byteLength: bytes.length };
  const request: ProviderRequest = { api: api.name, ...incoming, ...api.parseRequest(incoming) };
  const call = { ...answering, api, request };
  const refusal = refusePayload(bytes.length, call.limits) ?? refuseBody(body);
  if (refusal !== undefined) return { request, body, reply: refuse(refusal, call) };
  if (operation === 'count-tokens') return { request, body, reply: count(call) };
  return { request, body, reply: await answerOrRefuse(call) };
}

function refuseBody(body: unknown): Refusal | undefined {
  return isObject(body) ? undefined : { kind: 'malformed-json' };
}

function count({ api, request, limits }: Call): Reply {
  return api.writeTokenCount(countTokens(request.byteLength, limits));
}

async function answerOrRefuse(call: Call): Promise<Outgoing> {
  const { api, request, limits, rules } = call;
  const refusal = refuseRules(request, rules) ?? refuseSize(request, api, limits);
  try {
    return refusal === undefined ? performStep(await call.nextStep(request), call) : refuse(refusal, call);
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    return refuse({ kind: 'invalid-request', message: `scripted provider: ${words}` }, call);
  }
}

function notFound({ method, path }: Received): Reply {
  return jsonReply(404, { error: { message: `No API of this provider is at ${method} ${path}`, type: 'not_found' } });
}

function refuse(refusal: Refusal, { api, request, limits, newId }: Call, begun: Reply['chunks'] = []): Reply {
  const facts = refusalFacts(refusal, request, countTokens(request.byteLength, limits));
  return api.writeRefusal(facts, refusal, { request, newId, ...(begun.length > 0 && { begun }) });
}

/** A refusal that is no event of a stream has nothing before it. */
function refuseStep({ refuse: refusal, after }: RefusalStep, call: Call): Reply {
  if (after === undefined || !call.request.isStreamed || refusal.isInStream !== true) return refuse(refusal, call);
  const { chunks } = answer(after, call);
  const begun = chunks.slice(0, Math.ceil(chunks.length / 2));
  const reply = refuse(refusal, call, begun);
  return reply.status === 200 ? { ...reply, chunks: [...begun, ...reply.chunks] } : reply;
}

function performStep(step: Step, call: Call): Outgoing {
  if (isRefusal(step)) return refuseStep(step, call);
  if (isRaw(step)) return rawReply(step);
  if (isDrop(step)) return drop(step, call);
  return answer(step, call);
}

const isRefusal = (step: Step): step is RefusalStep => 'refuse' in step;
const isRaw = (step: Step): step is RawStep => 'raw' in step;
const isDrop = (step: Step): step is DropStep => 'drop' in step;

function rawReply({ raw: { status, headers = {}, body } }: RawStep): Reply {
  if (typeof body === 'string' || body instanceof Uint8Array) return { status, headers, chunks: [body] };
  return jsonReply(status, body, headers);
}

function drop({ drop: when, answer: step = {} }: DropStep, call: Call): Outgoing {
  const reply = answer(step, call);
  const length = reply.chunks.reduce((sum, chunk) => sum + Buffer.byteLength(chunk), 0);
  return { ...reply, cutAfter: when === 'before-answer' ? 0 : Math.floor(length / 2) };
}

function answer(step: AnswerStep, { api, request, newId, limits }: Call): Reply {
  const complete = toAnswer(step, request, limits);
  return request.isStreamed
    ? api.streamAnswer(complete, { request, newId })
    : api.writeAnswer(complete, { request, newId });
}

function toAnswer(
  { text = '', toolCalls = [], stopReason, usage }: AnswerStep,
  request: ProviderRequest,
  limits: Limits,
): Answer {
  const written = text + toolCalls.map(({ name, input }) => name + JSON.stringify(input)).join('');
  return {
    text,
    toolCalls,
    stopReason: stopReason ?? (toolCalls.length > 0 ? 'tool-calls' : 'end'),
    usage: {
      inputTokens: usage?.inputTokens ?? countTokens(request.byteLength, limits),
      outputTokens: usage?.outputTokens ?? Math.max(countTokens(Buffer.byteLength(written), limits), 1),
    },
  };
}
