import type { Description } from '../../shape/shape.ts';
import type { DescribeStart } from './describe-stream.ts';

/** What the worker thread is told; `id` is the stream's. A buffer is the worker's until `taken`. */
export type ToWorker =
  | { readonly type: 'start'; readonly id: number; readonly start: DescribeStart }
  | { readonly type: 'chunk'; readonly id: number; readonly buffer: SharedArrayBuffer; readonly byteLength: number }
  | { readonly type: 'end' | 'abort'; readonly id: number };

/** What it answers. */
export type FromWorker =
  /** The first of the stream's buffers that the worker had is free again. */
  | { readonly type: 'taken'; readonly id: number }
  | { readonly type: 'done'; readonly id: number; readonly description: Description }
  | { readonly type: 'failed'; readonly id: number; readonly reason: string };
