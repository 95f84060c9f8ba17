import type { HttpResponse } from './listen.ts';
import type { Outgoing } from './respond.ts';

/**
 * Writes a reply.
 *
 * Contract: a body of one piece is sent with its length, one of several as a stream, each piece by itself. A reply that
 * is cut off ends with its connection.
 */
export async function send(response: HttpResponse, { status, headers, chunks, cutAfter }: Outgoing): Promise<void> {
  if (cutAfter === 0) return destroy(response);
  const [only = ''] = chunks;
  const length = chunks.length > 1 ? {} : { 'content-length': String(Buffer.byteLength(only)) };
  response.writeHead(status, { ...headers, ...length });
  for (const chunk of cutAfter === undefined ? chunks : headOf(chunks, cutAfter)) await write(response, chunk);
  if (cutAfter === undefined) response.end();
  else destroy(response);
}

function destroy(response: HttpResponse): void {
  if ('stream' in response) response.stream.session?.destroy();
  else response.destroy();
}

function headOf(chunks: readonly (string | Uint8Array)[], byteLength: number): readonly Uint8Array[] {
  return [Buffer.concat(chunks.map((chunk) => Buffer.from(chunk as string))).subarray(0, byteLength)];
}

/** Resolves when the piece has left, or the client has. */
async function write(response: HttpResponse, chunk: string | Uint8Array): Promise<void> {
  const stream = 'stream' in response ? response.stream : response;
  if (stream.destroyed) return;
  await new Promise<void>((resolve) => stream.write(chunk, () => resolve()));
}
