import type { StreamEvent, TickTuple } from '@vigia/contract';
import { SIMULATED_ASSETS } from '@vigia/core/market-model';

/** The client's side of the protocol of one of the two servers, Vigía's gateway and socket.io. */
export type Dialect = {
  readonly path: string;
  /** Returns the first message of the client; null if the server sends the first message. */
  greeting(token: string): string | null;
  /**
   * Returns the client's reply to a message, and whether the server sends prices after the reply; null if the message
   * needs no reply.
   */
  answer(text: string): { readonly text: string; readonly isReady: boolean } | null;
  ticksOf(text: string): readonly TickTuple[] | null;
};

const SYMBOLS = SIMULATED_ASSETS.map(({ symbol }) => symbol);

const vigia: Dialect = {
  path: '/api/v1/stream',
  greeting: (token) => JSON.stringify({ type: 'auth', access_token: token }),
  answer: (text) =>
    text.startsWith('{"type":"ready"')
      ? { text: JSON.stringify({ type: 'watch', symbols: SYMBOLS, candles: [] }), isReady: true }
      : null,
  ticksOf(text) {
    const event: StreamEvent = JSON.parse(text);
    return event.type === 'ticks' ? event.ticks : null;
  },
};

/**
 * The protocol of socket.io. Its messages start with a code of Engine.IO 4: 0 open, 2 ping, 3 pong, 4 message. Inside a
 * message, a code of Socket.IO 5 follows: 0 connect, 2 event.
 */
const socketio: Dialect = {
  path: '/socket.io/?EIO=4&transport=websocket',
  greeting: () => null,
  answer(text) {
    if (text.startsWith('0')) return { text: '40', isReady: true };
    return text === '2' ? { text: '3', isReady: false } : null;
  },
  ticksOf: (text) => (text.startsWith('42') ? JSON.parse(text.slice(2))[1] : null),
};

export const DIALECTS = { vigia, 'socket.io': socketio } as const;
export type ServerName = keyof typeof DIALECTS;
