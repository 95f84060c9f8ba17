/** JSON-RPC codes that the gateway itself answers with. */
export const ErrorCode = {
  /** The server is gone; what client libraries call a closed connection. */
  serverGone: -32_000,
  /** What was sent is no request. */
  invalidRequest: -32_600,
  invalidParams: -32_602,
  /** The gateway could not deliver an answer. */
  internal: -32_603,
} as const;

/** Writes an error answer. `id` is raw JSON. */
export function formatError(id: string, code: number, message: string, data?: object): Buffer {
  const error = JSON.stringify({ code, message, ...(data === undefined ? {} : { data }) });
  return Buffer.from(`{"jsonrpc":"2.0","id":${id},"error":${error}}`);
}

/** Writes a result answer. `id` and `result` are raw JSON. */
export function formatResult(id: string, result: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`{"jsonrpc":"2.0","id":${id},"result":`), result, Buffer.from('}')]);
}

/** Says that a message is larger than what is taken, in words and as data. */
export function toTooLarge(what: string, byteLength: number, maxFrameBytes: number): { said: string; data: object } {
  return {
    said: `the ${what} is ${byteLength} bytes, over the limit of ${maxFrameBytes} bytes for one message`,
    data: { reason: 'message-too-large', byteLength, maxFrameBytes },
  };
}
