import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import { WebhookMessage } from '@vigia/contract';

/** A request that a receiver of webhooks got. */
export type HookRequest = { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: string };

/** A receiver on this machine that records requests and answers as the test wants. */
export class HookReceiver {
  readonly received: HookRequest[] = [];
  /** Responses to the next requests. After the last of them, the receiver answers 200. */
  readonly answers: RequestListener[] = [];
  /** Called when a request has arrived whole, before its response. */
  onReceived: () => void = () => undefined;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<HookReceiver> {
    const server = createServer((request, response) => {
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => {
        const body = Buffer.concat(pieces).toString();
        receiver.received.push({ path: request.url ?? '', headers: request.headers, body });
        receiver.onReceived();
        const answer = receiver.answers.shift() ?? ((_request, ok) => void ok.end('ok'));
        answer(request, response);
      });
    });
    const receiver = new HookReceiver(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  /** Answers the next request with a status. */
  answer(status: number, headers: Readonly<Record<string, string>> = {}, text = ''): void {
    this.answers.push((_request, response) => void response.writeHead(status, headers).end(text));
  }

  url(path = '/'): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('the receiver is not listening');
    return `http://127.0.0.1:${address.port}${path}`;
  }

  /** Returns the messages, oldest first. */
  messages(): WebhookMessage[] {
    return this.received.map(({ body }) => WebhookMessage.parse(JSON.parse(body)));
  }

  /** Returns the number of open connections. A sender that was killed has none after its last bytes are read. */
  connections(): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)));
    });
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
