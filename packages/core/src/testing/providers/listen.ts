import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttp2Server, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A request and its response, in either version of HTTP. */
export type HttpRequest = IncomingMessage | Http2ServerRequest;
export type HttpResponse = ServerResponse | Http2ServerResponse;

export interface Listening {
  readonly url: string;
  /** Ends every connection, open ones included, and the server; once, however often it is called. */
  readonly close: () => Promise<void>;
}

/** How an HTTP/2 connection begins: RFC 9113, section 3.4. */
const http2Preface = 'PRI';

/**
 * Serves HTTP on a free port of the loopback interface.
 *
 * Contract: HTTP/1.1, and HTTP/2 without TLS for clients that begin with it, as the AWS SDK does; told apart by the
 * first bytes of a connection.
 */
export async function listen(handle: (request: HttpRequest, response: HttpResponse) => void): Promise<Listening> {
  const http1 = createHttpServer(handle);
  const http2 = createHttp2Server(handle);
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    // A client may reset its connection at any time; a request that was under way is known by its own end.
    socket.on('error', () => socket.destroy());
    socket.once('readable', () => {
      const head: Buffer | null = socket.read();
      if (head === null) return;
      socket.unshift(head);
      const isHttp2 = head.subarray(0, http2Preface.length).toString('latin1') === http2Preface;
      (isHttp2 ? http2 : http1).emit('connection', socket);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  let closed: Promise<void> | undefined;
  const end = (): Promise<void> =>
    new Promise((resolve, reject) => {
      server.close((error) => (error ? reject(error) : resolve()));
      for (const socket of sockets) socket.destroy();
    });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      closed ??= end();
      return closed;
    },
  };
}
