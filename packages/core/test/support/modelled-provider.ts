import { type JsonObject, toJsonText } from '../../src/recover/wire/json.ts';
import type { Envelope, RefusalFacts, Wordings } from '../../src/testing/providers/refusal.ts';

/** How a provider behaves that is asked in a property. */
export interface ProviderModel {
  /** Tokens of the window. */
  readonly limitTokens: number;
  readonly bytesPerToken: number;
  readonly countsOutput: boolean;
  readonly wordings: Wordings;
  /** Rows of the tables of wordings. */
  readonly promptWording: string;
  readonly sumWording: string;
  /** What stands in front: nothing, or a proxy that sends another status. */
  readonly status: number | undefined;
  readonly form: 'thrown' | 'response' | 'in-success' | 'in-stream';
  /** Of the requests, by their number: those that are throttled whatever they hold. */
  readonly throttled: ReadonlySet<number>;
}

export interface ModelledProvider {
  /** Bodies as they were received, and what each met. */
  readonly requests: readonly { readonly text: string; readonly met: 'answer' | 'too-large' | 'throttled' }[];
  send(body: JsonObject): Promise<unknown>;
}

/** An error as an SDK throws it. */
class StatusError extends Error {
  readonly status: number;
  readonly error: unknown;
  readonly headers: Headers;
  constructor({ status, body, headers }: Envelope) {
    super(`${status} ${JSON.stringify(body)}`);
    this.status = status;
    this.error = body;
    this.headers = new Headers(headers);
  }
}

export function createModelledProvider(model: ProviderModel, outputOf: (body: JsonObject) => number): ModelledProvider {
  const requests: { text: string; met: 'answer' | 'too-large' | 'throttled' }[] = [];
  return {
    requests,
    async send(body) {
      const text = toJsonText(body);
      const inputTokens = Math.ceil(Buffer.byteLength(text) / model.bytesPerToken);
      const outputTokens = outputOf(body);
      const asked = inputTokens + (model.countsOutput ? outputTokens : 0);
      if (model.throttled.has(requests.length)) {
        requests.push({ text, met: 'throttled' });
        throw new StatusError({
          status: 429,
          headers: { 'retry-after': '1' },
          body: { error: { message: 'Slow down.' } },
        });
      }
      if (asked <= model.limitTokens) {
        requests.push({ text, met: 'answer' });
        return { usage: { input_tokens: inputTokens, output_tokens: 5 } };
      }
      requests.push({ text, met: 'too-large' });
      return refuse(model, refusalFacts(model, inputTokens, outputTokens, text));
    },
  };
}

function refusalFacts(model: ProviderModel, inputTokens: number, outputTokens: number, text: string): RefusalFacts {
  return {
    kind: inputTokens > model.limitTokens ? 'prompt' : 'prompt-plus-output',
    model: 'model-test',
    limitTokens: model.limitTokens,
    inputTokens,
    outputTokens,
    byteLength: text.length,
    maxBytes: 0,
    retryAfterSeconds: undefined,
    message: '',
    where: undefined,
  };
}

function refuse({ wordings, promptWording, sumWording, status, form }: ProviderModel, facts: RefusalFacts): unknown {
  const wording = wordings[facts.kind]?.[facts.kind === 'prompt' ? promptWording : sumWording];
  if (wording === undefined) throw new RangeError(`no wording of ${facts.kind}`);
  const said = wording(facts);
  const wrapped = status === undefined ? said : { status, body: { error: { message: JSON.stringify(said.body) } } };
  const text = typeof wrapped.body === 'string' ? wrapped.body : JSON.stringify(wrapped.body);
  switch (form) {
    case 'thrown':
      throw new StatusError(wrapped);
    case 'response':
      return new Response(text, { status: wrapped.status, headers: { 'content-type': 'application/json' } });
    case 'in-success':
      return new Response(text, { headers: { 'content-type': 'application/json' } });
    case 'in-stream':
      return new Response(`: wait\n\ndata: ${text}\n\n`, { headers: { 'content-type': 'text/event-stream' } });
  }
}
