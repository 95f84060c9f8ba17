import { checkLimits, type Limits, type RuleCheck } from './gate.ts';
import { type HttpRequest, type HttpResponse, listen } from './listen.ts';
import { createIds } from './parts/ids.ts';
import type { ProviderRequest } from './provider-request.ts';
import { type Answering, respond } from './respond.ts';
import { checkRequest } from './rules/check-request.ts';
import type { ProviderApi } from './rules/rule.ts';
import { send } from './send.ts';
import type { Script, Step } from './step.ts';

export interface ScriptedProviderOptions extends Limits {
  readonly script: Script;
  /** Requests that break a rule are refused. Default: the rules that the providers document. */
  readonly rules?: RuleCheck;
}

/** A request as it came, and what it met. */
export interface RecordedRequest {
  /** Absent where no API is at the path. */
  readonly api: ProviderApi | undefined;
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Parsed; `undefined` where it is no JSON. */
  readonly body: unknown;
  /** Exactly what was received. */
  readonly bytes: Buffer;
  /** Of the reply; `undefined` where the connection was dropped before one. */
  readonly status: number | undefined;
  /** Whether a stream was asked for. */
  readonly isStreamed: boolean;
}

export interface ScriptedProvider {
  /** `http://127.0.0.1:PORT`. The paths below it are the providers' own: `/v1/messages`, `/v1/chat/completions` … */
  readonly url: string;
  /** Every request that has been answered, refused ones included, in the order of their replies. */
  readonly requests: readonly RecordedRequest[];
  readonly close: () => Promise<void>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

/**
 * Starts an HTTP server that speaks the APIs of five providers and answers as a script says.
 *
 * Contract: listens on the loopback interface, on a free port, until `close`. Every request is checked against the
 * rules of its API and against the limits, and refused in the provider's own words where it breaks one; refused
 * requests take no step of the script. A script that has no step left, and a step that throws, are answered with
 * status 400. All requests are recorded, byte for byte.
 * @throws TypeError for a limit that is no number above zero.
 */
export async function startScriptedProvider(options: ScriptedProviderOptions): Promise<ScriptedProvider> {
  checkLimits(options);
  const requests: RecordedRequest[] = [];
  const answering: Answering = {
    limits: options,
    rules: options.rules ?? checkRequest,
    newId: createIds(),
    nextStep: createSteps(options.script),
  };
  const { url, close } = await listen((request, response) => {
    // A client that left while its request came in is no request.
    serve(request, response, answering, requests).catch(() => response.destroy());
  });
  return { url, requests, close, [Symbol.asyncDispose]: close };
}

async function serve(
  request: HttpRequest,
  response: HttpResponse,
  answering: Answering,
  requests: RecordedRequest[],
): Promise<void> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  const { method = '', url: path = '' } = request;
  const { request: parsed, body, reply } = await respond({ method, path, bytes }, answering);
  requests.push({
    api: parsed?.api,
    method,
    path,
    headers: request.headers,
    body,
    bytes,
    status: reply.cutAfter === 0 ? undefined : reply.status,
    isStreamed: parsed?.isStreamed ?? false,
  });
  await send(response, reply);
}

/** Takes the steps of a script one after another. */
function createSteps(script: Script): (request: ProviderRequest) => Promise<Step> {
  if (typeof script === 'function') return async (request) => script(request);
  let taken = 0;
  return async (request) => {
    const step = script[taken];
    taken += 1;
    if (step === undefined) throw new RangeError(`the script has ${script.length} steps, and this is request ${taken}`);
    return typeof step === 'function' ? step(request) : step;
  };
}
