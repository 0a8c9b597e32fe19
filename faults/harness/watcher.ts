import { once } from 'node:events';
import { StreamEvent } from '@vigia/contract';
import { WebSocket } from 'ws';
import type { Person } from './people.ts';

type Received = Extract<StreamEvent, { type: 'trade' | 'account' | 'candle' }>;

/** A simulated browser of one user that receives the events of the socket. */
export class EventWatcher {
  readonly person: Person;
  /** The received events, except prices. */
  readonly received: Received[] = [];
  readonly #socket: WebSocket;

  private constructor(socket: WebSocket, person: Person) {
    this.#socket = socket;
    this.person = person;
    socket.on('message', (data) => this.#hear(data.toString()));
    // The socket fails when the server fails. The test expects no events in that case.
    socket.on('error', () => undefined);
  }

  static async open(url: string, person: Person): Promise<EventWatcher> {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/api/v1/stream`, { origin: url });
    await once(socket, 'open');
    const watcher = new EventWatcher(socket, person);
    socket.send(JSON.stringify({ type: 'auth', access_token: person.token }));
    return watcher;
  }

  close(): void {
    this.#socket.terminate();
  }

  #hear(text: string): void {
    const event = StreamEvent.parse(JSON.parse(text));
    if (event.type === 'trade' || event.type === 'account' || event.type === 'candle') this.received.push(event);
  }
}
