import { createServer, type IncomingHttpHeaders, type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { MessageRate } from './message-rate.ts';

export type HttpRequest = {
  readonly method: string;
  /** URL of the request, including its query. */
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};

export type HttpReply = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string;
};

/** Result of a request for a WebSocket: a handler for the accepted socket, or a refusal. */
export type Upgrade = { readonly accept: (socket: WebSocket) => void } | { readonly refuse: HttpReply };

export type LoopbackOptions = {
  /** Returns the reply to a request; null cuts the connection without a reply. */
  onRequest(request: HttpRequest): HttpReply | null;
  onUpgrade(request: Omit<HttpRequest, 'body'>): Upgrade;
  /** Counter of the messages on every socket. */
  readonly rate?: MessageRate;
};

/** The network between a simulator and its clients. It simulates faults of the network. */
export interface SimulatedLine {
  /** Sends a text to every client, in addition to the simulator's own messages. */
  say(text: string): void;
  /** Delays everything that is sent to the connected clients, until it is called with false. */
  mute(isMuted: boolean): void;
  /** Stops reading what the connected clients send, until it is called with false. */
  stall(isStalled: boolean): void;
}

/** An HTTP and WebSocket server on 127.0.0.1. */
export interface Loopback {
  /** Origin of the HTTP server: `http://127.0.0.1:<port>`. */
  readonly httpOrigin: string;
  /** Origin of the WebSocket server: `ws://127.0.0.1:<port>`. */
  readonly wsOrigin: string;
  /** Cuts every open connection. */
  cut(): void;
  readonly line: SimulatedLine;
  /** Cuts all connections and frees the port. */
  stop(): Promise<void>;
  /** Listens again on the same port. */
  restart(): Promise<void>;
}

const HOST = '127.0.0.1';

/** Listens on a free port of 127.0.0.1, or on the given one. */
export async function listenOnLoopback(options: LoopbackOptions, port = 0): Promise<Loopback> {
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  const connections = new Set<Duplex>();
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      options.rate?.request();
      const reply = options.onRequest({ ...head(request), body });
      if (!reply) return void request.destroy();
      response.writeHead(reply.status, withLists(reply.headers));
      response.end(reply.body);
    });
  });
  server.on('connection', (connection) => {
    connections.add(connection);
    connection.once('close', () => connections.delete(connection));
  });
  server.on('upgrade', (request, socket, rest) => {
    const upgrade = options.onUpgrade(head(request));
    if ('refuse' in upgrade) socket.end(rawReply(upgrade.refuse));
    else
      sockets.handleUpgrade(request, socket, rest, (accepted) => {
        // An error of a disconnected client is not an error of the simulator.
        accepted.on('error', () => undefined);
        options.rate?.watch(accepted);
        upgrade.accept(accepted);
      });
  });
  const listen = (at: number) =>
    new Promise<number>((resolve, reject) => {
      server.once('error', reject);
      server.listen(at, HOST, () => {
        server.off('error', reject);
        const address = server.address();
        resolve(typeof address === 'object' && address ? address.port : at);
      });
    });
  const ownPort = await listen(port);
  const cut = () => {
    for (const connection of connections) connection.destroy();
  };
  return {
    httpOrigin: `http://${HOST}:${ownPort}`,
    wsOrigin: `ws://${HOST}:${ownPort}`,
    cut,
    line: lineOf(connections, sockets),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        cut();
      }),
    restart: async () => void (await listen(ownPort)),
  };
}

function lineOf(connections: ReadonlySet<Duplex>, sockets: WebSocketServer): SimulatedLine {
  const muted = new Set<Duplex>();
  const stalled = new Set<Duplex>();
  return {
    say: (text) => {
      for (const socket of sockets.clients) socket.send(text);
    },
    mute: (isMuted) => {
      for (const connection of muted) connection.uncork();
      muted.clear();
      if (!isMuted) return;
      for (const connection of connections) {
        connection.cork();
        muted.add(connection);
      }
    },
    stall: (isStalled) => {
      for (const connection of stalled) connection.resume();
      stalled.clear();
      if (!isStalled) return;
      for (const connection of connections) {
        connection.pause();
        stalled.add(connection);
      }
    },
  };
}

const head = (request: IncomingMessage) => ({
  method: request.method ?? 'GET',
  url: urlOf(request.url ?? '/'),
  headers: request.headers,
});

/**
 * Returns the requested URL. An address that is not a valid URL counts as the root, because a client may send any text.
 */
function urlOf(target: string): URL {
  const base = `http://${HOST}`;
  return URL.canParse(target, base) ? new URL(target, base) : new URL(base);
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = '';
  try {
    for await (const chunk of request) body += String(chunk);
  } catch {
    // The client has disconnected, so the body ends here.
  }
  return body;
}

const withLists = (headers: HttpReply['headers'] = {}) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, typeof value === 'string' ? value : [...value]]),
  );

function rawReply({ status, headers = {}, body }: HttpReply): string {
  const lines = Object.entries(headers).flatMap(([name, value]) => [value].flat().map((one) => `${name}: ${one}`));
  const length = `content-length: ${Buffer.byteLength(body)}`;
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines, length, 'connection: close', '', body].join(
    '\r\n',
  );
}
