import type { Readable, Writable } from 'node:stream';
import { isDoneWithin } from '@spillway/core/process';
import type { Frame } from '../framing/frame-assembler.ts';
import { FrameWriter } from '../framing/frame-writer.ts';
import { Pump } from '../framing/pump.ts';
import { ErrorCode, formatError, toTooLarge } from '../messages/answers.ts';
import { toIdKey, toMessage } from '../messages/message.ts';
import type { ArrivingText } from '../results/arriving-text.ts';
import { ArrivingLine } from './arriving-line.ts';
import { toClient } from './downward.ts';
import type { Session } from './session.ts';
import { Upward } from './upward.ts';

/** The four streams between which messages go. */
export interface RelayStreams {
  readonly fromClient: Readable;
  readonly toClient: Writable;
  readonly fromServer: Readable;
  readonly toServer: Writable;
}

/** Bytes that may wait for a server that does not read, so that what follows (a cancel, a reader) is still seen. */
const MAX_QUEUED_UP_BYTES = 4_194_304;
const MAX_QUEUED_DOWN_BYTES = 65_536;

const LF = Buffer.from('\n');
const NOTHING: Promise<void> | undefined = undefined;

/**
 * Carries messages between a client and a server until both streams end.
 *
 * Contract: order is kept in each direction; both directions push back on a fast writer; a broken stream never throws.
 * Once `closed`, nothing more is written.
 */
export class Relay {
  readonly #session: Session;
  readonly #upward: Upward;
  readonly #down: FrameWriter;
  readonly #up: FrameWriter;
  readonly #arriving: ArrivingLine;
  readonly client: Pump;
  readonly server: Pump;

  constructor(session: Session, streams: RelayStreams, options: { onClientGone: () => void }) {
    this.#session = session;
    this.#down = new FrameWriter(streams.toClient, {
      maxQueuedBytes: MAX_QUEUED_DOWN_BYTES,
      onClose: options.onClientGone,
    });
    this.#up = new FrameWriter(streams.toServer, { maxQueuedBytes: MAX_QUEUED_UP_BYTES });
    this.#upward = new Upward(session, (frame) => void this.#send(this.#down, frame));
    this.#arriving = new ArrivingLine(session);
    const { maxFrameBytes } = session;
    this.client = new Pump(streams.fromClient, {
      maxFrameBytes,
      onFrame: (frame) => this.#fromClient(frame),
      onRest: (rest) => this.#fromClient(rest),
    });
    this.server = new Pump(streams.fromServer, {
      maxFrameBytes,
      onFrame: (frame) => this.#closing(frame, (arriving) => this.#fromServer(frame, arriving)),
      onUnfinished: (line) => this.#arriving.see(line),
      onRest: (rest) => this.#closing(rest, (arriving) => this.#restFromServer(rest, arriving)),
    });
  }

  /** Says to the server that no more messages follow. */
  endServer(): void {
    this.#up.end();
  }

  /** Answers every open call with an error. */
  failOpenCalls(message: string): void {
    for (const call of this.#session.pending.takeAll()) {
      this.#send(this.#down, formatError(call.id, ErrorCode.serverGone, message));
    }
  }

  /** Resolves when our own answers are written and the client has taken them, or is gone. */
  async finish(options: { ownCallsMs: number }): Promise<void> {
    await isDoneWithin(this.#upward.settled(), options.ownCallsMs);
    this.#upward.abort();
    await this.#down.flush();
  }

  #fromClient(frame: Frame): Promise<void> | undefined {
    if (frame.kind === 'oversized') {
      this.#tooLarge(frame, this.#down, 'message to the server');
      return NOTHING;
    }
    const outcome = this.#upward.toServer(frame.bytes);
    if (outcome === undefined) return NOTHING;
    return outcome === frame.bytes ? this.#up.write(frame.wire) : this.#send(this.#up, outcome);
  }

  /** Handles a line that has ended; what was taken of it while it arrived and not asked for is dropped. */
  #closing(frame: Frame, handle: (arriving?: ArrivingText) => Promise<void> | undefined): Promise<void> | undefined {
    const arriving = this.#arriving.take();
    return arriving === undefined ? handle() : this.#close(frame, arriving, handle(arriving));
  }

  async #close(frame: Frame, arriving: ArrivingText, handled: Promise<void> | undefined): Promise<void> {
    await handled;
    await arriving.close();
    if (arriving.isBounded && frame.kind === 'line') this.server.recycle(frame);
  }

  #fromServer(frame: Frame, arriving?: ArrivingText): Promise<void> | undefined {
    if (this.#down.closed) return NOTHING;
    if (frame.kind === 'oversized') return this.#oversizedFromServer(frame);
    const outcome = toClient(frame.bytes, this.#session, arriving);
    if (outcome === undefined) return NOTHING;
    if (outcome === frame.bytes) return this.#down.write(frame.wire);
    if (Buffer.isBuffer(outcome)) return this.#send(this.#down, outcome);
    return outcome.then((bytes) => (bytes === undefined ? NOTHING : this.#send(this.#down, bytes)));
  }

  /** A server that died in the middle of a message: a whole message without its LF still counts. */
  #restFromServer(rest: Frame, arriving?: ArrivingText): Promise<void> | undefined {
    if (rest.kind === 'line' && toMessage(rest.bytes).kind !== 'noise') return this.#fromServer(rest, arriving);
    const byteLength = rest.kind === 'line' ? rest.bytes.length : rest.byteLength;
    if (byteLength > 0)
      this.#session.report(`the server ended in the middle of a message, after ${byteLength} bytes of it`);
    return NOTHING;
  }

  /** An answer fails its own call; a request of the server is answered in the client's place. */
  #oversizedFromServer(frame: Extract<Frame, { kind: 'oversized' }>): Promise<void> | undefined {
    if (frame.method !== undefined) return this.#tooLarge(frame, this.#up, `${frame.method} message of the server`);
    const key = frame.id === undefined ? undefined : toIdKey(frame.id);
    const call = key === undefined ? undefined : this.#session.pending.take(key);
    if (call?.tool !== undefined) this.#session.openCalls.close(call.tool.open);
    if (key !== undefined && call === undefined) this.#session.pending.isLate(key);
    return this.#tooLarge(call === undefined ? { ...frame, id: undefined } : frame, this.#down, 'answer of the server');
  }

  #tooLarge(
    frame: { readonly byteLength: number; readonly id?: string | undefined },
    writer: FrameWriter,
    what: string,
  ): Promise<void> | undefined {
    const { maxFrameBytes } = this.#session;
    const { byteLength } = frame;
    const { said, data } = toTooLarge(what, byteLength, maxFrameBytes);
    this.#session.report(`${said}; it was dropped`);
    if (frame.id === undefined) return NOTHING;
    const message = `${said}. It was dropped; the call itself may have had its effect. Ask for less at a time.`;
    return this.#send(writer, formatError(frame.id, ErrorCode.internal, message, data));
  }

  #send(writer: FrameWriter, bytes: Buffer): Promise<void> | undefined {
    return writer.write(Buffer.concat([bytes, LF]));
  }
}
