/** What happened, without any payload. `at` is milliseconds since the epoch. */
export type SpillwayEvent =
  | {
      readonly type: 'result-bounded';
      readonly at: number;
      readonly toolName: string;
      readonly producedBytes: number;
      readonly deliveredBytes: number;
      readonly handleId?: string;
    }
  | {
      readonly type: 'result-spilled';
      readonly at: number;
      readonly toolName: string;
      readonly byteLength: number;
      readonly handleId: string;
    }
  | {
      readonly type: 'spill-failed';
      readonly at: number;
      readonly toolName: string;
      readonly code: string;
      readonly producedBytes: number;
    }
  | {
      readonly type: 'handle-read';
      readonly at: number;
      readonly handleId: string;
      readonly offset: number;
      readonly deliveredBytes: number;
    }
  | {
      readonly type: 'handle-grepped';
      readonly at: number;
      readonly handleId: string;
      readonly matchCount: number;
      readonly deliveredBytes: number;
    }
  | {
      readonly type: 'handle-queried';
      readonly at: number;
      readonly handleId: string;
      readonly matchCount: number;
      readonly deliveredBytes: number;
    }
  | { readonly type: 'handle-evicted'; readonly at: number; readonly handleId: string; readonly byteLength: number }
  | { readonly type: 'handle-refused'; readonly at: number; readonly handleId: string; readonly code: string }
  | { readonly type: 'bytes-withheld'; readonly at: number; readonly handleId?: string; readonly byteLength: number };
