import { OwnCalls } from '../calls/own-calls.ts';
import type { PendingCall } from '../calls/pending-calls.ts';
import { slice } from '../json/raw.ts';
import { findMember } from '../json/scan.ts';
import { writeOwnToolsPage } from '../lists/tools-list.ts';
import { formatResult } from '../messages/answers.ts';
import { type Message, type Notification, type Request, toIdKey, toMessage } from '../messages/message.ts';
import type { Params } from '../messages/params.ts';
import { type RequestFacts, toRequestFacts } from '../messages/request-facts.ts';
import type { Session } from './session.ts';

/** Arguments up to this size are kept until the answer comes, so that the handle can tell which call it came from. */
const MAX_INPUT_BYTES = 1_048_576;

/**
 * The way from the client to the server.
 *
 * Contract: everything goes up byte for byte but what is ours: calls of our readers, lists that the server cannot give,
 * and the cancelling of these. Ours are answered through `answer`, whenever they are ready.
 */
export class Upward {
  readonly #session: Session;
  readonly #answer: (frame: Buffer) => void;
  readonly #own = new Map<string, AbortController>();
  readonly #calls: OwnCalls;

  constructor(session: Session, answer: (frame: Buffer) => void) {
    this.#session = session;
    this.#answer = answer;
    this.#calls = new OwnCalls(session);
  }

  /** Returns what goes up in place of a line; `undefined` for nothing. The same buffer means: as it came. */
  toServer(bytes: Buffer): Buffer | undefined {
    const message = toMessage(bytes);
    if (message.kind !== 'batch') return this.#isOurs(message) ? undefined : bytes;
    const rest = message.items.map((range) => slice(bytes, range)).filter((item) => !this.#isOurs(toMessage(item)));
    if (rest.length === message.items.length) return bytes;
    return rest.length === 0 ? undefined : Buffer.from(`[${rest.map((item) => item.toString('utf8')).join(',')}]`);
  }

  /** Resolves when no call of our readers runs any more. */
  async settled(): Promise<void> {
    await this.#calls.settled();
  }

  abort(): void {
    for (const controller of this.#own.values()) controller.abort();
  }

  #isOurs(message: Message): boolean {
    if (message.kind === 'request') return this.#request(message);
    return message.kind === 'notification' && message.method === 'notifications/cancelled' && this.#cancel(message);
  }

  #request(request: Request): boolean {
    const facts = toRequestFacts(request);
    if (request.method === 'initialize') this.#session.clientName = facts.clientName;
    if (request.method === 'tools/call' && this.#startOwnCall(request, facts)) return true;
    if (request.method === 'tools/list' && !this.#session.serverHasTools) {
      const entries = this.#session.readers.toListEntries();
      this.#answer(formatResult(request.id, writeOwnToolsPage(entries, facts.isModern)));
      return true;
    }
    this.#track(request, facts);
    return false;
  }

  #track(request: Request, facts: RequestFacts): void {
    const { id, method, params } = request;
    this.#session.pending.open(toIdKey(id), {
      id,
      method,
      isModern: facts.isModern,
      isFirstPage: method === 'tools/list' && !params.has('cursor'),
      clientName: facts.clientName ?? this.#session.clientName,
      tool: method === 'tools/call' ? this.#toToolCall(params) : undefined,
    });
  }

  #toToolCall(params: Params): NonNullable<PendingCall['tool']> {
    const name = params.get('name');
    return {
      name: typeof name === 'string' ? name : '',
      open: this.#session.openCalls.open(),
      input: params.keep('arguments', MAX_INPUT_BYTES),
    };
  }

  #startOwnCall(request: Request, facts: RequestFacts): boolean {
    const name = request.params.get('name');
    const tool = typeof name === 'string' ? this.#session.readers.find(name) : undefined;
    if (tool === undefined) return false;
    const key = toIdKey(request.id);
    const controller = new AbortController();
    this.#own.set(key, controller);
    this.#calls
      .run({
        id: request.id,
        tool,
        input: request.params.get('arguments') ?? {},
        isModern: facts.isModern,
        clientName: facts.clientName ?? this.#session.clientName,
        signal: controller.signal,
      })
      .then(({ frame }) => {
        if (!controller.signal.aborted) this.#answer(frame);
      })
      // Whoever cancelled it waits for no answer.
      .catch(() => {})
      .finally(() => {
        if (this.#own.get(key) === controller) this.#own.delete(key);
      });
    return true;
  }

  #cancel(notification: Notification): boolean {
    const id = findMember(notification.params, 'requestId');
    if (id === undefined) return false;
    const key = toIdKey(notification.bytes.toString('utf8', id.start, id.end));
    const own = this.#own.get(key);
    if (own !== undefined) {
      own.abort();
      return true;
    }
    const call = this.#session.pending.cancel(key);
    if (call?.tool !== undefined) this.#session.openCalls.close(call.tool.open);
    return false;
  }
}
