import { parentPort } from 'node:worker_threads';
import { describeInline } from './describe-inline.ts';
import type { DescribeStream } from './describe-stream.ts';
import { sharedBufferBytes } from './shared-buffers.ts';
import type { FromWorker, ToWorker } from './worker-messages.ts';

const streams = new Map<number, DescribeStream>();
/**
 * Each chunk is copied here first: loops over bytes in shared memory take twice as long. One place for all streams, as a
 * description in this thread has read a chunk when `write` returns.
 */
const copied = new Uint8Array(sharedBufferBytes);
const port = parentPort;
if (port === null) throw new TypeError('this file is the body of a worker thread');

const send = (message: FromWorker): void => port.postMessage(message);

port.on('message', (message: ToWorker) => {
  handle(message).catch((error: unknown) => {
    streams.delete(message.id);
    send({ type: 'failed', id: message.id, reason: String(error) });
  });
});

async function handle(message: ToWorker): Promise<void> {
  if (message.type === 'start') {
    streams.set(message.id, describeInline(message.start));
    return;
  }
  const stream = streams.get(message.id);
  if (message.type === 'chunk') {
    copied.set(new Uint8Array(message.buffer, 0, message.byteLength));
    send({ type: 'taken', id: message.id });
    await stream?.write(copied.subarray(0, message.byteLength));
    return;
  }
  streams.delete(message.id);
  if (message.type === 'end' && stream !== undefined) {
    send({ type: 'done', id: message.id, description: await stream.end() });
  }
}
