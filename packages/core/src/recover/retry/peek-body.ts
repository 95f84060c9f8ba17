import { rejoinStream } from './rejoin-stream.ts';

/** What the beginning of a body says. */
export type BodyVerdict =
  | { readonly kind: 'answer'; readonly value?: unknown }
  | { readonly kind: 'refusal'; readonly text: string };

/** Takes a body's text piece by piece, until it knows; the last piece comes with `isDone`. */
export type BodyJudge = (text: string, isDone: boolean) => BodyVerdict | undefined;

/** A body that its reader has from the beginning, and what was found in what was read ahead. */
export interface PeekedBody {
  readonly body: ReadableStream<Uint8Array>;
  readonly verdict: BodyVerdict;
}

/** What comes before an answer may hold a copy of the instructions and the tools of the request. */
const maxPeekedBytes = 1024 * 1024;

/**
 * Reads a body until its beginning tells an answer from a refusal.
 *
 * Contract: `body` gives every byte, those that were read included, and is read no further than its reader asks;
 * cancelling it cancels the source. Reads at most 1 MiB and one piece ahead; what is not known by then is an answer.
 * @throws what the source fails with before that.
 */
export async function peekBody(source: ReadableStream<Uint8Array>, judge: BodyJudge): Promise<PeekedBody> {
  const reader = source.getReader();
  const decoder = new TextDecoder();
  const read: Uint8Array[] = [];
  for (let bytes = 0; ; ) {
    const { value, done } = await reader.read();
    if (value !== undefined) read.push(value);
    bytes += value?.byteLength ?? 0;
    const verdict = judge(decoder.decode(value, { stream: !done }), done);
    if (verdict === undefined && !done && bytes < maxPeekedBytes) continue;
    return { body: rejoinStream(read, reader, done), verdict: verdict ?? { kind: 'answer' } };
  }
}
