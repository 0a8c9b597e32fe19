import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Clock } from '@vigia/core/kernel';
import { type WebSocket, WebSocketServer } from 'ws';
import type { RecordingRules } from '#port/index.ts';
import { REPLAY_ADDRESS_PLACEHOLDER } from './allow-list.ts';
import { RecordedSocket } from './recorded-socket.ts';
import type { Recording, RecordingEvent } from './recording.ts';

type Exchange = Extract<RecordingEvent, { readonly type: 'exchange' }>;
type Frame = Extract<RecordingEvent, { readonly type: 'in' | 'out' }>;

const HOST = '127.0.0.1';
const NO_ANSWER = 404;
const isFrame = (event: RecordingEvent): event is Frame => event.type === 'in' || event.type === 'out';

/** A server on loopback that replays a recording to an adapter. It matches requests by kind and order. */
export class ReplayServer {
  readonly #recording: Recording;
  readonly #rules: RecordingRules;
  readonly #clock: Clock;
  readonly #server: Server;
  readonly #sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  readonly #connections = new Set<Duplex>();
  readonly #exchanges: Exchange[];
  readonly #opened: Extract<RecordingEvent, { readonly type: 'socket' }>[];
  #port = 0;

  constructor(recording: Recording, rules: RecordingRules, clock: Clock) {
    this.#recording = recording;
    this.#rules = rules;
    this.#clock = clock;
    this.#exchanges = recording.events.filter((event) => event.type === 'exchange');
    this.#opened = recording.events.filter((event) => event.type === 'socket');
    this.#server = createServer((request, response) => this.#answer(request, response));
    this.#server.on('connection', (connection) => {
      this.#connections.add(connection);
      connection.once('close', () => this.#connections.delete(connection));
    });
    this.#server.on('upgrade', (request, socket, head) =>
      this.#sockets.handleUpgrade(request, socket, head, (accepted) => this.#accept(accepted)),
    );
  }

  /** Listens on a free port. @returns the origins for the adapter */
  async start(): Promise<Readonly<Record<string, string>>> {
    await new Promise<void>((resolve) => this.#server.listen(0, HOST, resolve));
    const address = this.#server.address();
    this.#port = typeof address === 'object' && address ? address.port : 0;
    return Object.fromEntries(
      Object.entries(this.#rules.origins).map(([name, scheme]) => [name, `${scheme}://${HOST}:${this.#port}`]),
    );
  }

  async stop(): Promise<void> {
    for (const connection of this.#connections) connection.destroy();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const { pathname } = new URL(request.url ?? '/', `http://${HOST}`);
    const rule = this.#rules.requests.find((one) => one.method === request.method && one.path.test(pathname));
    const index = this.#exchanges.findIndex(({ kind }) => kind === rule?.kind);
    const [exchange] = index < 0 ? [] : this.#exchanges.splice(index, 1);
    request.resume();
    if (!exchange) return void response.writeHead(NO_ANSWER).end();
    const text = typeof exchange.body === 'string' ? exchange.body : JSON.stringify(exchange.body);
    const addressed = text.replaceAll(REPLAY_ADDRESS_PLACEHOLDER, `ws://${HOST}:${this.#port}`);
    response.writeHead(exchange.status, exchange.headers).end(addressed);
  }

  #accept(socket: WebSocket): void {
    socket.on('error', () => undefined);
    const opened = this.#opened.shift();
    if (opened === undefined) return socket.terminate();
    const played = new RecordedSocket({
      rules: this.#rules,
      clock: this.#clock,
      openedAtMs: opened.t,
      socket: { send: (frame) => socket.readyState === socket.OPEN && socket.send(frame) },
      events: this.#recording.events.filter(isFrame).filter((event) => event.socket === opened.socket),
    });
    const read = this.#rules.reader('out');
    socket.on('message', (data, isBinary) => {
      if (data instanceof Buffer)
        for (const message of read(isBinary ? data : data.toString('utf8'))) played.onRequest(message);
    });
  }
}
