import type { Readable, Writable } from 'node:stream';

/** A message as the client sees it, with the exact line it came in. */
export interface Received {
  readonly line: string;
  readonly bytes: Buffer;
  // biome-ignore lint/suspicious/noExplicitAny: what a peer sends has no type
  readonly message: any;
}

/** An MCP client that speaks the raw wire and keeps every line it got. */
export class WireClient {
  readonly lines: Received[] = [];
  readonly ended: Promise<void>;
  readonly #toGateway: Writable;
  #pieces: Buffer[] = [];
  #waiting: (() => void)[] = [];
  #hasEnded = false;
  #nextId = 100;

  constructor(streams: { toGateway: Writable; fromGateway: Readable }) {
    this.#toGateway = streams.toGateway;
    streams.toGateway.on('error', () => {});
    streams.fromGateway.on('data', (chunk: Buffer) => this.#take(chunk));
    this.ended = new Promise((resolve) => {
      const end = (): void => {
        this.#hasEnded = true;
        this.#wake();
        resolve();
      };
      streams.fromGateway.once('end', end);
      streams.fromGateway.once('close', end);
    });
  }

  send(message: object | string | Buffer): void {
    const isLine = typeof message === 'string' || Buffer.isBuffer(message);
    this.#toGateway.write(isLine ? message : `${JSON.stringify(message)}\n`);
  }

  close(): void {
    this.#toGateway.end();
  }

  /** Waits for the first line that fits, from the first ever received. */
  async find(fits: (received: Received) => boolean): Promise<Received> {
    for (let index = 0; ; ) {
      for (; index < this.lines.length; index++) {
        const received = this.lines[index] as Received;
        if (fits(received)) return received;
      }
      if (this.#hasEnded) throw new Error('the gateway ended before the line came');
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  answer(id: unknown): Promise<Received> {
    return this.find(({ message }) => message.method === undefined && message.id === id);
  }

  async request(method: string, params?: object, id: unknown = this.#nextId++): Promise<Received> {
    this.send({ jsonrpc: '2.0', id, method, ...(params === undefined ? {} : { params }) });
    return this.answer(id);
  }

  call(name: string, args: object = {}, id?: unknown): Promise<Received> {
    return this.request('tools/call', { name, arguments: args }, id);
  }

  async initialize(clientName = 'test', protocolVersion = '2025-06-18'): Promise<Received> {
    const clientInfo = { name: clientName, version: '1' };
    const answer = await this.request('initialize', { protocolVersion, capabilities: {}, clientInfo });
    this.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    return answer;
  }

  #take(chunk: Buffer): void {
    let start = 0;
    for (let lf = chunk.indexOf(10); lf !== -1; lf = chunk.indexOf(10, start)) {
      const bytes = Buffer.concat([...this.#pieces, chunk.subarray(start, lf)]);
      this.#pieces = [];
      start = lf + 1;
      const line = bytes.toString('utf8');
      this.lines.push({ line, bytes, message: JSON.parse(line) });
    }
    if (start < chunk.length) this.#pieces.push(chunk.subarray(start));
    this.#wake();
  }

  #wake(): void {
    for (const resume of this.#waiting.splice(0)) resume();
  }
}
