import { createRecovery, type Recovery } from '../../recover/retry/recovery.ts';
import type { RecoveryOptions } from '../../recover/retry/recovery-options.ts';
import type { JsonObject } from '../../recover/wire/json.ts';
import { asFinal } from './final-error.ts';
import { createOutputMemory } from './output-memory.ts';
import { peekStream } from './peek-stream.ts';
import { aiSdkPrompt } from './prompt-format.ts';
import { takesTextOnly, withoutMedia } from './text-only-results.ts';
import { toTextResults } from './text-results.ts';

/** How recovery is set up for models of the AI SDK; see `RecoveryOptions`. */
export type RecoverMiddlewareOptions = Pick<
  RecoveryOptions,
  'spillway' | 'windowTokens' | 'endpoint' | 'order' | 'retry' | 'onEvent' | 'known' | 'wait'
>;

/** A middleware for `wrapLanguageModel`. */
export interface RecoverMiddleware {
  readonly specificationVersion: 'v3';
  wrapGenerate<P extends CallOptions, R>(options: {
    readonly params: P;
    readonly model: Model & { doGenerate(params: P): PromiseLike<R> };
  }): Promise<R>;
  wrapStream<P extends CallOptions, R extends { readonly stream: ReadableStream }>(options: {
    readonly params: P;
    readonly model: Model & { doStream(params: P): PromiseLike<R> };
  }): Promise<R>;
}

interface CallOptions {
  readonly prompt: readonly unknown[];
  readonly tools?: readonly unknown[] | undefined;
  readonly abortSignal?: AbortSignal | undefined;
}

interface Model {
  readonly provider: string;
  readonly modelId: string;
}

/**
 * Creates a middleware that keeps a conversation alive when its model refuses a request as too large.
 *
 * Contract: results in the prompt are bounded first, whoever wrote them. A refusal for size leads to at most one
 * smaller request inside the same call, before anything of an answer was handed on; no tool runs again. It is the one
 * owner of retries: throttling is waited for, and what it throws is never retried by the AI SDK. What was shortened
 * once has the same bytes in every later prompt of this model. Media in tool results are kept by handle where the
 * model's API takes text alone there. Results of tools that a provider defines are left alone.
 * @throws SpillwayError `overflow` from the call, where the request cannot be made to fit.
 */
export function recoverMiddleware(options: RecoverMiddlewareOptions): RecoverMiddleware {
  const recoveries = new WeakMap<object, Recovery>();
  const memory = createOutputMemory();
  const recoveryOf = (model: Model): Recovery => {
    const known = recoveries.get(model);
    if (known !== undefined) return known;
    const recovery = createRecovery({
      ...options,
      format: aiSdkPrompt,
      provider: model.provider,
      model: model.modelId,
    });
    recoveries.set(model, recovery);
    return recovery;
  };
  const promptFor = async (model: Model, { prompt }: CallOptions): Promise<readonly JsonObject[]> => {
    const messages = prompt as readonly JsonObject[];
    return takesTextOnly(model.provider) ? withoutMedia(messages, options.spillway, memory) : messages;
  };
  return {
    specificationVersion: 'v3',
    async wrapGenerate({ params, model }) {
      const prompt = await promptFor(model, params);
      return send(recoveryOf(model), { ...params, prompt }, (sent) => model.doGenerate(sent));
    },
    async wrapStream({ params, model }) {
      const prompt = await promptFor(model, params);
      let last: ReadableStream | undefined;
      return send(recoveryOf(model), { ...params, prompt }, async (sent) => {
        await last?.cancel();
        const result = await model.doStream(sent);
        const stream = await peekStream(result.stream);
        last = stream;
        return { ...result, stream };
      });
    },
  };
}

async function send<P extends CallOptions, R>(
  recovery: Recovery,
  params: P,
  call: (params: P) => PromiseLike<R>,
): Promise<R> {
  const { abortSignal, prompt } = params;
  const results = toTextResults(prompt as readonly JsonObject[], providerTools(params));
  const body = { ...bodyOf(params), prompt: results.messages };
  try {
    return await recovery.send(
      body,
      async (sent) =>
        call({ ...params, ...sent, prompt: results.restore(sent.prompt as unknown as readonly JsonObject[]) }),
      abortSignal ? { signal: abortSignal } : {},
    );
  } catch (error) {
    throw asFinal(error);
  }
}

/** What is no part of the request, or a secret of it, is neither measured nor looked at. */
function bodyOf(params: CallOptions): JsonObject {
  const { abortSignal: _, headers: __, includeRawChunks: ___, ...body } = params as unknown as JsonObject;
  return body;
}

function providerTools({ tools = [] }: CallOptions): ReadonlySet<unknown> {
  return new Set((tools as readonly JsonObject[]).filter(({ type }) => type === 'provider').map(({ name }) => name));
}
