import type { Readable, Writable } from 'node:stream';
import type { Frame } from '../framing/frame-assembler.ts';
import { FrameWriter } from '../framing/frame-writer.ts';
import { Pump } from '../framing/pump.ts';
import { ErrorCode, formatError, toTooLarge } from '../messages/answers.ts';
import type { Report } from '../report.ts';
import { faultOf } from './request-fault.ts';

/** Where messages come from and go to. */
export interface FrameTransportOptions {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly maxFrameBytes: number;
  readonly report: Report;
}

const MAX_QUEUED_BYTES = 65_536;
const LF = Buffer.from('\n');

type Fields = { readonly id?: unknown; readonly method?: unknown; readonly params?: unknown };

/**
 * Carries JSON-RPC messages over lines of any size, in the form that protocol libraries take.
 *
 * Contract: a line larger than `maxFrameBytes` is dropped while it passes and answered by its id; one that is no JSON is
 * skipped and reported; a request that is none is answered with what is wrong; a batch is handed over message by
 * message. The end of the input closes nothing, since answers may still be on their way; `close` does, and calls
 * `onclose`.
 */
export class FrameTransport<Message extends object> {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: ((message: Message) => void) | undefined;
  readonly #options: FrameTransportOptions;
  readonly #writer: FrameWriter;
  readonly #unanswered = new Set<unknown>();
  #pump: Pump | undefined;
  #isClosed = false;
  #answered: () => void = () => {};
  #inputEnded: () => void = () => {};
  #clientGone: () => void = () => {};
  /** Resolves when no more messages will come. */
  readonly inputEnded: Promise<void> = new Promise((resolve) => {
    this.#inputEnded = resolve;
  });
  /** Resolves when nobody takes messages any more. */
  readonly clientGone: Promise<void> = new Promise((resolve) => {
    this.#clientGone = resolve;
  });

  constructor(options: FrameTransportOptions) {
    this.#options = options;
    this.#writer = new FrameWriter(options.stdout, {
      maxQueuedBytes: MAX_QUEUED_BYTES,
      onClose: () => this.#clientGone(),
    });
  }

  async start(): Promise<void> {
    const handle = (frame: Frame): undefined => this.#take(frame);
    const { stdin, maxFrameBytes } = this.#options;
    this.#pump = new Pump(stdin, { maxFrameBytes, onFrame: handle, onRest: handle });
    this.#pump.done.then(this.#inputEnded);
  }

  async send(message: Message): Promise<void> {
    if (this.#isClosed) return;
    const { id, method } = message as Fields;
    const written = this.#write(Buffer.from(JSON.stringify(message)));
    if (method === undefined) this.#settle(id);
    await written;
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.onclose?.();
  }

  /** Resolves when every request that came is answered or was cancelled. */
  async allAnswered(): Promise<void> {
    while (this.#unanswered.size > 0) {
      await new Promise<void>((resolve) => {
        this.#answered = resolve;
      });
    }
  }

  /** Resolves when every message has left, or nobody will take them. */
  async flush(): Promise<void> {
    await this.#writer.flush();
  }

  #take(frame: Frame): undefined {
    if (frame.kind === 'oversized') this.#refuse(frame);
    else for (const message of this.#parse(frame.bytes)) this.#deliver(message);
  }

  #parse(line: Buffer): readonly object[] {
    const text = line.toString('utf8').replace(/^\ufeff/, '');
    if (text.trim() === '') return [];
    try {
      const value: unknown = JSON.parse(text);
      const messages = Array.isArray(value) ? (value as unknown[]) : [value];
      if (messages.every((one) => typeof one === 'object' && one !== null)) return messages as object[];
    } catch {
      // Told below, with what is JSON and no message.
    }
    this.#options.report(`a line of ${line.length} bytes from the client is no message; it was skipped`);
    return [];
  }

  #deliver(message: object): void {
    const { id, method, params } = message as Fields;
    const fault = faultOf(message);
    if (fault !== undefined) {
      this.#write(formatError(JSON.stringify(id), fault.code, fault.message));
      return;
    }
    if (method !== undefined && id !== undefined && id !== null) this.#unanswered.add(id);
    if (method === 'notifications/cancelled') this.#settle((params as { requestId?: unknown } | undefined)?.requestId);
    this.onmessage?.(message as Message);
  }

  #refuse({ byteLength, id, method }: Extract<Frame, { kind: 'oversized' }>): void {
    const { said, data } = toTooLarge('message of the client', byteLength, this.#options.maxFrameBytes);
    this.#options.report(`${said}; it was dropped`);
    if (id === undefined || method === undefined) return;
    this.#write(formatError(id, ErrorCode.internal, `${said}. Nothing was done; send less at a time.`, data));
  }

  #write(message: Buffer): Promise<void> | undefined {
    return this.#writer.write(Buffer.concat([message, LF]));
  }

  #settle(id: unknown): void {
    if (this.#unanswered.delete(id) && this.#unanswered.size === 0) this.#answered();
  }
}
