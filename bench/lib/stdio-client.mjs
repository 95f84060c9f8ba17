import { spawn } from 'node:child_process';

/**
 * The leanest MCP client over stdio: one call at a time, so that what is measured is what stands between it and the
 * server. Like any client it parses what it gets.
 */
export class StdioClient {
  #child;
  #id = 0;
  /** @type {Buffer[]} */
  #chunks = [];
  /** @type {{ resolve: (message: any) => void, reject: (error: Error) => void } | undefined} */
  #open;

  /**
   * @param {string} command
   * @param {readonly string[]} args
   * @param {Record<string, string>} [env]
   */
  constructor(command, args, env = {}) {
    this.#child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'], env: { ...process.env, ...env } });
    this.#child.stdout.on('data', (chunk) => this.#take(chunk));
    this.#child.on('close', (code) => this.#open?.reject(new Error(`the server ended with ${code}`)));
  }

  /** @param {Buffer} chunk */
  #take(chunk) {
    this.#chunks.push(chunk);
    if (chunk[chunk.length - 1] !== 10) return;
    const text = Buffer.concat(this.#chunks).toString('utf8');
    this.#chunks = [];
    for (const line of text.trimEnd().split('\n')) {
      const message = JSON.parse(line);
      // A gateway may send requests and notifications of its own; only answers are waited for.
      if (message.method === undefined) this.#open?.resolve(message);
    }
  }

  /**
   * @param {string} method
   * @param {object} params
   * @returns {Promise<any>}
   */
  async request(method, params) {
    this.#id += 1;
    const line = JSON.stringify({ jsonrpc: '2.0', id: this.#id, method, params });
    const answered = new Promise((resolve, reject) => {
      this.#open = { resolve, reject };
    });
    this.#child.stdin.write(`${line}\n`);
    const { result, error } = await answered;
    if (error) throw new Error(JSON.stringify(error));
    return result;
  }

  async initialize() {
    const clientInfo = { name: 'spillway-bench', version: '1.0.0' };
    await this.request('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
    this.#child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  }

  async close() {
    const closed = new Promise((resolve) => this.#child.on('close', resolve));
    this.#child.stdin.end();
    await closed;
  }
}
