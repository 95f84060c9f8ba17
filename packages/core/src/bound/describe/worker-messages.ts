import type { Description } from '../../shape/shape.ts';
import type { DescribeStart } from './describe-stream.ts';

/** What the worker thread is told; `id` is the stream's. A buffer changes hands and comes back with `taken`. */
export type ToWorker =
  | { readonly type: 'start'; readonly id: number; readonly start: DescribeStart }
  | { readonly type: 'chunk'; readonly id: number; readonly buffer: ArrayBuffer; readonly byteLength: number }
  | { readonly type: 'end' | 'abort'; readonly id: number };

/** What it answers. */
export type FromWorker =
  | { readonly type: 'taken'; readonly id: number; readonly buffer: ArrayBuffer }
  | { readonly type: 'done'; readonly id: number; readonly description: Description }
  | { readonly type: 'failed'; readonly id: number; readonly reason: string };
