import type { TextEncoding } from '../bytes/byte-source.ts';
import { concatBytes } from '../bytes/concat.ts';
import { toPlainBytes } from '../bytes/plain-bytes.ts';
import type { SpillwayError } from '../errors.ts';
import { keyRefused } from '../guard/key-errors.ts';
import type { KeyMode } from '../guard/key-mode.ts';
import { createKeyRedactor, type KeyRedactor } from '../guard/key-redactor.ts';
import type { Handle, Provenance } from '../handle/handle.ts';
import type { Description } from '../shape/shape.ts';
import type { Store, StoredFacts } from '../store/store.ts';
import { describeStream } from './describe/describe.ts';
import type { Settings } from './settings.ts';
import { Spill, type Spilled } from './spill.ts';
import { TextPieces } from './text-bytes.ts';

/** What a capture needs of its surroundings. */
export interface CaptureOptions {
  readonly store: Store;
  readonly scope: string;
  readonly settings: Settings;
  /** What the producer says it is. */
  readonly mediaType?: string | undefined;
  /** What is done about bodies of private keys. */
  readonly keys: KeyMode;
  /** Where it comes from as far as is known at its start, for what is kept of it if this process ends too early. */
  readonly begun?: Provenance;
  /** Asked for once, when the result is spilled; told whether all of it is stored. */
  readonly provenance: (isWhole: boolean) => Promise<Provenance>;
}

/** One result, received to its end: small and whole in memory, or described and stored. */
export interface Captured {
  readonly producedBytes: number;
  /** Says that it came as text, so that no byte of it makes it binary. */
  readonly isText: boolean;
  /** The first bytes, up to `maxResultBytes`; all of them when the result is not spilled. */
  readonly head: Uint8Array;
  /** Says that `head` is everything. */
  readonly whole: boolean;
  readonly description?: Description;
  readonly handle?: Handle;
  readonly failure?: SpillwayError;
  /** Bytes of private keys that are masked in `head` and in what is stored; absent where there are none. */
  readonly withheldBytes?: number;
}

/**
 * Receives one result in pieces, and spills it once it cannot fit.
 *
 * Contract: keeps at most `maxResultBytes` in memory; writes nothing anywhere while the result may still fit; `write`
 * resolves when more is welcome and does not keep the piece. After `end` or `abort` nothing else is legal. Bodies of
 * private keys are masked before anything else sees them; where `keys` is `refuse`, a result with one is not stored.
 */
export class Capture {
  readonly #options: CaptureOptions;
  readonly #pieces = new TextPieces();
  #head: Uint8Array[] = [];
  #byteLength = 0;
  #isText = false;
  #spill: Spill | undefined;
  #stored: Captured | undefined;
  readonly #redactor: KeyRedactor | undefined;
  #provenance: CaptureOptions['provenance'];

  constructor(options: CaptureOptions) {
    this.#options = options;
    this.#provenance = options.provenance;
    if (options.keys !== 'include') this.#redactor = createKeyRedactor();
  }

  async write(piece: string | Uint8Array): Promise<void> {
    if (typeof piece === 'string') this.#isText = true;
    const bytes = typeof piece === 'string' ? this.#pieces.write(piece) : toPlainBytes(piece);
    if (this.#redactor === undefined) return this.#take(bytes);
    for (const masked of this.#redactor.write(bytes)) await this.#take(masked);
  }

  /** Ends the result. `provenance` takes the place of the one of the start, where more is known by now. */
  async end(provenance?: CaptureOptions['provenance']): Promise<Captured> {
    this.#provenance = provenance ?? this.#provenance;
    const held = this.#pieces.end();
    if (held.length > 0) await this.write(held);
    if (this.#redactor !== undefined) await this.#take(this.#redactor.end());
    const { withheldBytes = 0 } = this.#redactor ?? {};
    const head = concatBytes(this.#head);
    const facts = { isText: this.#isText, head, ...(withheldBytes > 0 && { withheldBytes }) };
    if (withheldBytes > 0 && this.#options.keys === 'refuse') return this.#refuse(facts, withheldBytes);
    if (this.#spill === undefined) return { ...facts, producedBytes: this.#byteLength, whole: true };
    return { ...facts, whole: false, ...(await this.#endSpill(this.#spill)) };
  }

  /** Stores a result that was received whole after all, because its encoded form does not fit; stores it once. */
  async spillWhole(captured: Captured): Promise<Captured> {
    if (!captured.whole || captured.description !== undefined) return captured;
    if (this.#stored !== undefined) return this.#stored;
    const spilled = await this.#endSpill(await this.#startSpill(true));
    this.#stored = { ...captured, ...spilled };
    return this.#stored;
  }

  async abort(): Promise<void> {
    await this.#spill?.abort();
  }

  async #take(bytes: Uint8Array): Promise<void> {
    if (this.#spill !== undefined) {
      await this.#spill.write(bytes);
      return;
    }
    const room = this.#options.settings.maxResultBytes - this.#byteLength;
    this.#byteLength += bytes.length;
    if (bytes.length <= room) {
      this.#head.push(bytes.slice());
      return;
    }
    const rest = bytes.subarray(room);
    this.#head.push(bytes.slice(0, room));
    const spill = await this.#startSpill(false);
    await spill.write(rest);
  }

  #endSpill(spill: Spill): Promise<Spilled> {
    return spill.end(this.#provenance, this.#redactor?.withheld ?? []);
  }

  async #refuse(facts: Pick<Captured, 'head' | 'isText'>, withheldBytes: number): Promise<Captured> {
    const producedBytes = this.#spill?.producedBytes ?? this.#byteLength;
    await this.#spill?.abort();
    return { ...facts, producedBytes, whole: false, withheldBytes, failure: keyRefused(withheldBytes) };
  }

  async #startSpill(complete: boolean): Promise<Spill> {
    const { store, scope, settings, mediaType } = this.#options;
    const head = concatBytes(this.#head);
    this.#head = [head];
    const describer = describeStream({
      head,
      complete,
      ...(this.#isText && { known: 'utf-8' as const }),
      ...(mediaType !== undefined && { mediaType }),
    });
    const ifUnfinished = this.#ifUnfinished(describer.encoding);
    const spill = await Spill.start({ store, scope, describer, captureBytes: settings.captureBytes, ifUnfinished });
    this.#spill = spill;
    await spill.write(head);
    return spill;
  }

  /** A result that may not be kept if it holds a key is known to hold none only when it is whole. */
  #ifUnfinished(encoding: TextEncoding): StoredFacts | undefined {
    const { begun, keys, mediaType } = this.#options;
    if (begun === undefined || keys === 'refuse') return undefined;
    const isBinary = encoding === 'binary';
    return {
      mediaType: mediaType ?? (isBinary ? 'application/octet-stream' : 'text/plain'),
      shape: isBinary ? 'binary' : 'prose',
      headline: 'unfinished: the process that received it ended',
      provenance: begun,
    };
  }
}
