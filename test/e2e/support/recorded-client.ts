import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Client, type JSONRPCMessage, type Tool, type Transport } from '@modelcontextprotocol/client';

/** What a call came to, and the line that it came in. */
export interface Recorded {
  /** The line as it came, without its LF; empty where the client could not even ask. */
  readonly frame: Buffer;
  /** Absent where the call failed. */
  readonly result?: {
    readonly content: readonly { readonly type: string; readonly text?: string }[];
    readonly isError?: boolean;
    readonly structuredContent?: unknown;
    readonly _meta?: Readonly<Record<string, unknown>>;
  };
  readonly failure?: string;
}

/** The official client, which validates what it gets, with every line of the server kept. */
export interface RecordedClient {
  readonly tools: readonly Tool[];
  readonly version: string | undefined;
  readonly pid: number;
  /** Resolves with its exit code when the server has ended. */
  readonly exited: Promise<number | null>;
  /** Contract: calls made at once have the frames of one another; the client gives up after `timeoutMs`. */
  call(name: string, input: object, options?: { readonly timeoutMs?: number }): Promise<Recorded>;
  /** Ends the input of the server and waits for its exit code; null for one that had to be told by SIGTERM. */
  close(): Promise<number | null>;
}

/** As client libraries do: a server that does not end by itself is told to. */
const CLOSE_MS = 2_000;

/** Carries lines of any size, and keeps the last one with an id. */
class RecordingTransport implements Transport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: (<Message extends JSONRPCMessage>(message: Message) => void) | undefined;
  readonly child: ChildProcess;
  lastAnswer: Buffer = Buffer.alloc(0);
  #pieces: Buffer[] = [];

  constructor(command: readonly string[], options: { cwd: string; env: NodeJS.ProcessEnv }) {
    const [file = '', ...args] = command;
    this.child = spawn(file, args, { ...options, stdio: ['pipe', 'pipe', 'ignore'] });
    this.child.stdin?.on('error', () => {});
  }

  async start(): Promise<void> {
    this.child.stdout?.on('data', (chunk: Buffer) => this.#take(chunk));
    this.child.once('exit', () => this.onclose?.());
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.child.stdin?.write(`${JSON.stringify(message)}\n`);
  }

  async close(): Promise<void> {
    this.child.stdin?.end();
  }

  #take(chunk: Buffer): void {
    let start = 0;
    for (let lf = chunk.indexOf(10); lf !== -1; lf = chunk.indexOf(10, start)) {
      const line = Buffer.concat([...this.#pieces, chunk.subarray(start, lf)]);
      this.#pieces = [];
      start = lf + 1;
      const message = JSON.parse(line.toString()) as JSONRPCMessage;
      if (!('method' in message)) this.lastAnswer = line;
      this.onmessage?.(message);
    }
    if (start < chunk.length) this.#pieces.push(chunk.subarray(start));
  }
}

/** Starts a server, connects to it and asks for its tools. */
export async function connectRecorded(
  command: readonly string[],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv; readonly name: string; readonly isModern: boolean },
): Promise<RecordedClient> {
  const transport = new RecordingTransport(command, options);
  const exited = once(transport.child, 'exit') as Promise<[number | null]>;
  const mode = options.isModern ? { pin: '2026-07-28' as const } : 'legacy';
  const capabilities = { roots: {}, sampling: {}, elicitation: { form: {} } };
  const client = new Client({ name: options.name, version: '1' }, { capabilities, versionNegotiation: { mode } });
  client.setRequestHandler('roots/list', async () => ({ roots: [] }));
  await client.connect(transport);
  const { tools } = await client.listTools();
  return {
    tools,
    version: client.getNegotiatedProtocolVersion(),
    pid: transport.child.pid ?? 0,
    exited: exited.then(([code]) => code),
    async call(name, input, { timeoutMs: timeout = 60_000 } = {}) {
      transport.lastAnswer = Buffer.alloc(0);
      try {
        const result = await client.callTool({ name, arguments: { ...input } }, { timeout });
        return { frame: transport.lastAnswer, result: result as NonNullable<Recorded['result']> };
      } catch (error) {
        return { frame: transport.lastAnswer, failure: error instanceof Error ? error.message : String(error) };
      }
    },
    async close() {
      transport.child.stdin?.end();
      const timer = setTimeout(() => transport.child.kill(), CLOSE_MS);
      const [code] = await exited;
      clearTimeout(timer);
      return code;
    },
  };
}
