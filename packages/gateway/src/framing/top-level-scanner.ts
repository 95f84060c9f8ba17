const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Longest key and value that are looked at; a JSON-RPC id or method beyond it is nobody's. */
const MAX_TOKEN_BYTES = 1_024;

/**
 * Finds the top-level `id` and `method` of a JSON object that is never held in memory.
 *
 * Contract: `write` takes the object's bytes in any chunking and keeps at most a kilobyte of them. It looks at strings
 * and depth alone, so an `id` inside a nested value or inside a string is never taken. The last of several counts.
 */
export class TopLevelScanner {
  #depth = 0;
  #inString = false;
  #escaped = false;
  /** The next token at the top level is a key. */
  #expectsKey = false;
  #key = '';
  #token: number[] = [];
  #tokenOverflowed = false;
  readonly #found = new Map<string, Buffer>();

  /** The id's raw JSON. */
  get id(): string | undefined {
    return this.#found.get('id')?.toString('utf8');
  }

  get method(): string | undefined {
    const raw = this.#found.get('method');
    if (raw === undefined) return undefined;
    try {
      const value: unknown = JSON.parse(raw.toString('utf8'));
      return typeof value === 'string' ? value : undefined;
    } catch {
      return undefined;
    }
  }

  write(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length) {
      if (this.#inString) at = this.#string(chunk, at);
      else this.#structure(chunk[at++]!);
    }
  }

  #string(chunk: Buffer, start: number): number {
    let at = start;
    const keeps = this.#depth === 1;
    while (at < chunk.length) {
      if (!keeps && !this.#escaped) at = this.#skipAhead(chunk, at);
      if (at >= chunk.length) break;
      const byte = chunk[at++]!;
      if (keeps) this.#keep(byte);
      if (this.#escaped) this.#escaped = false;
      else if (byte === BACKSLASH) this.#escaped = true;
      else if (byte === QUOTE) {
        this.#inString = false;
        break;
      }
    }
    return at;
  }

  /** Skips plain bytes of a nested string: to the next quote, or to the back-slashes right before it. */
  #skipAhead(chunk: Buffer, start: number): number {
    const byte = chunk[start];
    if (byte === QUOTE || byte === BACKSLASH) return start;
    const quote = chunk.indexOf(QUOTE, start);
    let stop = quote === -1 ? chunk.length : quote;
    while (stop > start && chunk[stop - 1] === BACKSLASH) stop--;
    return stop;
  }

  #structure(byte: number): void {
    switch (byte) {
      case QUOTE:
        this.#inString = true;
        if (this.#depth === 1) this.#keep(byte);
        break;
      case 0x7b:
      case 0x5b:
        this.#depth++;
        this.#expectsKey = this.#depth === 1 && byte === 0x7b;
        break;
      case 0x7d:
      case 0x5d:
        if (this.#depth === 1) this.#endValue();
        this.#depth--;
        break;
      case 0x2c:
        if (this.#depth === 1) this.#endValue();
        break;
      case 0x3a:
        if (this.#depth === 1) this.#endKey();
        break;
      default:
        if (this.#depth === 1 && byte > 0x20) this.#keep(byte);
    }
  }

  #keep(byte: number): void {
    if (this.#token.length < MAX_TOKEN_BYTES) this.#token.push(byte);
    else this.#tokenOverflowed = true;
  }

  #takeToken(): Buffer | undefined {
    const token = this.#tokenOverflowed || this.#token.length === 0 ? undefined : Buffer.from(this.#token);
    this.#token = [];
    this.#tokenOverflowed = false;
    return token;
  }

  #endKey(): void {
    const token = this.#takeToken();
    if (!this.#expectsKey) return;
    this.#expectsKey = false;
    try {
      this.#key = token === undefined ? '' : String(JSON.parse(token.toString('utf8')));
    } catch {
      this.#key = '';
    }
  }

  #endValue(): void {
    const token = this.#takeToken();
    if (token !== undefined && (this.#key === 'id' || this.#key === 'method')) this.#found.set(this.#key, token);
    this.#key = '';
    this.#expectsKey = true;
  }
}
