/** Hears what stands in ripgrep's JSON events. */
export interface EventHandler {
  /** `owner` is the name of the object that the value stands in: `path`, `lines`, `match` … */
  onText(owner: string, key: string, text: ScannedText): void;
  onNumber(key: string, value: number): void;
  /** An event has ended. */
  onEnd(): void;
}

/** A string of an event, of which only the beginning is kept where it is long. */
export interface ScannedText {
  /** As it stands between its quotes. */
  readonly raw: Buffer;
  readonly isWhole: boolean;
}

const quote = 0x22;
const backslash = 0x5c;

/**
 * Reads ripgrep's JSON events, one a line, from a stream whatever its pieces.
 *
 * Contract: holds at most `maxTextBytes` of a string and passes over the rest, so that an event of any length costs no
 * memory.
 */
export class EventScanner {
  readonly #handler: EventHandler;
  readonly #text: TextBuffer;
  #isInText = false;
  /** Backslashes at the end of what was seen of the string. */
  #backslashes = 0;
  /** What stands between two strings: punctuation and numbers. */
  #gap = '';
  #key = '';
  #owner = '';
  #last: ScannedText | undefined;

  constructor(handler: EventHandler, maxTextBytes: number) {
    this.#handler = handler;
    this.#text = new TextBuffer(maxTextBytes);
  }

  write(chunk: Buffer): void {
    for (let at = 0; at < chunk.length; ) {
      const found = chunk.indexOf(quote, at);
      const end = found < 0 ? chunk.length : found;
      if (this.#isInText) this.#writeText(chunk, at, end, found >= 0);
      else {
        this.#gap += chunk.toString('latin1', at, end);
        if (found < 0) return;
        this.#endGap();
        this.#isInText = true;
        this.#backslashes = 0;
      }
      at = end + 1;
    }
  }

  end(): void {
    if (!this.#isInText && this.#gap !== '') this.#endGap();
  }

  #writeText(chunk: Buffer, start: number, end: number, hasQuote: boolean): void {
    this.#backslashes = trailingBackslashes(chunk, start, end, this.#backslashes);
    const isEscaped = this.#backslashes % 2 === 1;
    this.#text.add(chunk.subarray(start, hasQuote && isEscaped ? end + 1 : end));
    if (!hasQuote) return;
    this.#backslashes = 0;
    if (isEscaped) return;
    this.#last = this.#text.take();
    this.#isInText = false;
  }

  #endGap(): void {
    const gap = this.#gap;
    const last = this.#last;
    this.#gap = '';
    this.#last = undefined;
    if (last !== undefined && gap.startsWith(':')) {
      this.#key = last.raw.toString('latin1');
      if (gap[1] === '{') this.#owner = this.#key;
      const digits = /^:(\d+)/.exec(gap);
      if (digits !== null) this.#handler.onNumber(this.#key, Number(digits[1]));
    } else if (last !== undefined) this.#handler.onText(this.#owner, this.#key, last);
    if (!gap.includes('\n')) return;
    this.#handler.onEnd();
    this.#owner = '';
  }
}

/** Turns a string of an event into text. */
export function unescapeText({ raw }: ScannedText): string {
  return raw.includes(backslash) ? String(JSON.parse(`"${raw.toString()}"`)) : raw.toString();
}

/** Keeps the beginning of a string that comes in pieces. */
class TextBuffer {
  readonly #maxBytes: number;
  #pieces: Buffer[] = [];
  #byteLength = 0;
  #isWhole = true;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  add(bytes: Buffer): void {
    const room = this.#maxBytes - this.#byteLength;
    if (bytes.length > room) this.#isWhole = false;
    if (room <= 0 || bytes.length === 0) return;
    this.#pieces.push(bytes.subarray(0, room));
    this.#byteLength += Math.min(room, bytes.length);
  }

  take(): ScannedText {
    const raw = this.#pieces.length === 1 ? (this.#pieces[0] as Buffer) : Buffer.concat(this.#pieces);
    const isWhole = this.#isWhole;
    this.#pieces = [];
    this.#byteLength = 0;
    this.#isWhole = true;
    return { raw, isWhole };
  }
}

function trailingBackslashes(chunk: Buffer, start: number, end: number, before: number): number {
  let at = end;
  while (at > start && chunk[at - 1] === backslash) at--;
  return end - at + (at === start ? before : 0);
}
