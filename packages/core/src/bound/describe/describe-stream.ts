import type { TextEncoding } from '../../bytes/byte-source.ts';
import type { Description } from '../../shape/shape.ts';

/** Describes one content of any encoding while it streams. */
export interface DescribeStream {
  readonly encoding: TextEncoding;
  /** Takes the raw bytes, in any chunking; does not keep the chunk. Resolves when more is welcome. */
  write(chunk: Uint8Array): void | Promise<void>;
  end(): Promise<Description>;
  /** Gives up; nothing else is legal afterwards. */
  abort(): void;
}

/** How a description starts: the first bytes, whether they are all, and what the producer said of encoding and type. */
export interface DescribeStart {
  readonly head: Uint8Array;
  readonly complete: boolean;
  readonly known?: TextEncoding;
  readonly mediaType?: string;
}
