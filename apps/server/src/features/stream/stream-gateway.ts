import { STREAM_AUTH_TIMEOUT_MS, STREAM_CLOSE, type StreamEvent, StreamRequest } from '@vigia/contract';
import { assertNever, type Cancel, type Clock, durationMs } from '@vigia/core/kernel';
import type { Bus } from '#platform/bus/bus.ts';
import type { AuthenticationFailure, Authenticator, Principal } from '#platform/http/principal.ts';
import { SESSION_ENDED } from '#platform/http/session-ended.ts';
import type { Logger } from '#platform/logging/logger.ts';
import { ACCOUNT_CHANGED } from '../accounts/index.ts';
import { BROKER_STATUS_CHANGED } from '../brokers/index.ts';
import { CANDLE_CLOSED, FEED_CHANGED, type MarketData, TICK } from '../market-data/index.ts';
import { SEQUENCE_FOUND, SIGNAL_CHANGED } from '../pcr/index.ts';
import { STRATEGY_SIGNAL_CHANGED } from '../strategies/index.ts';
import { AUTOMATION_CHANGED, TRADE_CHANGED } from '../trading/index.ts';
import { ClientRoster } from './client-roster.ts';
import { InterestRegistry } from './interest.ts';
import { PriceFrames } from './price-frames.ts';
import { StreamClient } from './stream-client.ts';
import type { StreamSocket } from './stream-socket.ts';

const FLUSH_EVERY_MS = 100;
const RECHECK_EVERY_MS = 30_000;
/** Above it a socket gets no more frames until it has caught up; above the second one it is let go. */
const SLOW_BYTES = 64 * 1_024;
const TOO_SLOW_BYTES = 1_024 * 1_024;
const MAX_CLIENTS = 2_000;
const MAX_CLIENTS_PER_USER = 20;

export type StreamDeps = {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Logger;
  readonly authenticator: Authenticator;
  readonly market: Pick<MarketData, 'asset' | 'latest' | 'forming' | 'status'>;
};

type Watch = Extract<StreamRequest, { type: 'watch' }>;

/** Carries prices, trades, balances and signals to signed-in sockets. */
export class StreamGateway {
  readonly #deps: StreamDeps;
  readonly #roster = new ClientRoster();
  readonly #interests = new InterestRegistry<StreamClient>();
  readonly #frames: PriceFrames;
  /** Interests named before the token was checked. */
  readonly #earlyWatches = new WeakMap<StreamClient, Watch>();
  #cancels: Cancel[] = [];

  constructor(deps: StreamDeps) {
    this.#deps = deps;
    this.#frames = new PriceFrames(deps.market);
  }

  start(): void {
    const { bus, clock } = this.#deps;
    this.#cancels = [
      clock.every(durationMs(FLUSH_EVERY_MS), () => this.#flush()),
      clock.every(durationMs(RECHECK_EVERY_MS), () => this.#recheckAll()),
      bus.subscribe(TICK, (message) => this.#frames.tick(message)),
      bus.subscribe(CANDLE_CLOSED, (message) =>
        this.#frames.candleClosed(message, (key) => this.#interests.hasCandle(key)),
      ),
      bus.subscribe(FEED_CHANGED, () => this.#toAll(this.#feedEvent())),
      bus.subscribe(ACCOUNT_CHANGED, ({ userId, account }) => this.#toUser(userId, { type: 'account', account })),
      bus.subscribe(TRADE_CHANGED, ({ userId, trade }) => this.#toUser(userId, { type: 'trade', trade })),
      bus.subscribe(BROKER_STATUS_CHANGED, ({ userId, status }) =>
        this.#toUser(userId, { type: 'broker', broker: status }),
      ),
      bus.subscribe(AUTOMATION_CHANGED, ({ userId, automation }) =>
        this.#toUser(userId, { type: 'automation', automation }),
      ),
      bus.subscribe(SEQUENCE_FOUND, ({ userId, sequence }) => {
        if (this.#isHeard(userId)) this.#toOwner(userId, { type: 'sequence', sequence: sequence() });
      }),
      bus.subscribe(SIGNAL_CHANGED, ({ userId, signal }) => this.#toOwner(userId, { type: 'signal', signal })),
      bus.subscribe(STRATEGY_SIGNAL_CHANGED, ({ userId, signal }) =>
        this.#toUser(userId, { type: 'strategy_signal', signal }),
      ),
      bus.subscribe(SESSION_ENDED, ({ sessionId }) => this.#endSession(sessionId)),
    ];
  }

  /** Stops listening; the web server closes the sockets. */
  stop(): void {
    for (const cancel of this.#cancels) cancel();
    this.#cancels = [];
  }

  get clientCount(): number {
    return this.#roster.size;
  }

  /** Takes in a socket whose origin has been checked; it must say who it is within 5 s. */
  connect(socket: StreamSocket, ip: string): StreamClient {
    const { clock } = this.#deps;
    const client = new StreamClient(socket, ip, clock.now());
    this.#roster.add(client);
    if (this.#roster.size > MAX_CLIENTS) this.#close(client, STREAM_CLOSE.tooSlow, 'too many connections');
    clock.after(durationMs(STREAM_AUTH_TIMEOUT_MS), () => {
      if (client.state.kind === 'new' || client.state.kind === 'authenticating') {
        this.#close(client, STREAM_CLOSE.unauthenticated, 'no authentication in time');
      }
    });
    return client;
  }

  disconnect(client: StreamClient): void {
    client.state = { kind: 'closed' };
    this.#roster.remove(client);
    this.#interests.remove(client);
  }

  receive(client: StreamClient, text: string): void {
    if (client.state.kind === 'closed') return;
    if (!client.quota.take(this.#deps.clock.now()))
      return this.#close(client, STREAM_CLOSE.badMessage, 'too many messages');
    const request = parseRequest(text);
    if (request === null) return this.#close(client, STREAM_CLOSE.badMessage, 'not a message of this stream');
    this.#handle(client, request);
  }

  #handle(client: StreamClient, request: StreamRequest): void {
    switch (request.type) {
      case 'auth':
        void this.#authenticate(client, request.access_token);
        return;
      case 'watch':
        if (client.state.kind === 'open') this.#watch(client, request);
        else if (client.state.kind === 'authenticating') this.#earlyWatches.set(client, request);
        else this.#close(client, STREAM_CLOSE.unauthenticated, 'the first message must authenticate');
        return;
      case 'ping':
        if (client.isOpen) this.#send(client, JSON.stringify({ type: 'pong', server_time: this.#now() }));
        else if (client.state.kind === 'new') {
          this.#close(client, STREAM_CLOSE.unauthenticated, 'the first message must authenticate');
        }
        return;
      default:
        assertNever(request);
    }
  }

  /** The first token opens the socket; a later one, of the same user, replaces it before it expires. */
  async #authenticate(client: StreamClient, accessToken: string): Promise<void> {
    const before = client.state;
    if (before.kind === 'new') client.state = { kind: 'authenticating' };
    else if (before.kind !== 'open') return;
    const principal = await this.#check(client, accessToken);
    if (client.state.kind === 'closed') return;
    if (principal === 'unavailable') {
      if (before.kind === 'new') this.#close(client, STREAM_CLOSE.tooSlow, 'try again later');
      return;
    }
    if (typeof principal === 'string') return this.#close(client, STREAM_CLOSE.unauthenticated, principal);
    if (before.kind === 'open' && before.principal.userId !== principal.userId) {
      return this.#close(client, STREAM_CLOSE.unauthenticated, 'another user');
    }
    client.state = { kind: 'open', principal, accessToken };
    this.#roster.bind(client, principal.userId);
    if (this.#roster.ofUser(principal.userId).size > MAX_CLIENTS_PER_USER) {
      return this.#close(client, STREAM_CLOSE.tooSlow, 'too many connections of this user');
    }
    this.#greet(client);
  }

  #greet(client: StreamClient): void {
    this.#send(client, JSON.stringify({ type: 'ready', server_time: this.#now() } satisfies StreamEvent));
    this.#send(client, this.#feedEvent());
    const watch = this.#earlyWatches.get(client);
    if (watch === undefined) return;
    this.#earlyWatches.delete(client);
    this.#watch(client, watch);
  }

  #watch(client: StreamClient, watch: Watch): void {
    this.#interests.set(client, watch, (symbol) => this.#deps.market.asset(symbol) !== undefined);
    client.isBehind = true;
  }

  #flush(): void {
    for (const { interest, clients } of this.#interests.groups()) {
      const closed = this.#frames.closed(interest);
      const changes = this.#frames.changes(interest);
      let whole: readonly string[] | null = null;
      for (const client of [...clients]) {
        for (const text of closed) this.#send(client, text);
        if (client.socket.bufferedAmount > SLOW_BYTES) {
          client.isBehind = true;
          continue;
        }
        if (client.isBehind) whole ??= this.#frames.whole(interest);
        for (const text of client.isBehind && whole !== null ? whole : changes) this.#send(client, text);
        client.isBehind = false;
      }
    }
    this.#frames.next();
  }

  #recheckAll(): void {
    for (const client of [...this.#roster.all()]) {
      if (!client.isAlive) {
        client.socket.terminate();
        this.disconnect(client);
        continue;
      }
      client.isAlive = false;
      client.socket.ping();
      if (client.state.kind === 'open') void this.#recheck(client, client.state.accessToken);
    }
  }

  /** A database that does not answer ends nobody's session; the next round asks again. */
  async #recheck(client: StreamClient, accessToken: string): Promise<void> {
    const outcome = await this.#check(client, accessToken);
    if (client.state.kind !== 'open' || client.state.accessToken !== accessToken) return;
    if (outcome === 'token_expired') this.#close(client, STREAM_CLOSE.unauthenticated, outcome);
    else if (typeof outcome === 'string' && outcome !== 'unavailable') {
      this.#close(client, STREAM_CLOSE.sessionEnded, 'session ended');
    }
  }

  /** A session that ends while its token is being checked counts as ended. */
  async #check(
    client: StreamClient,
    accessToken: string,
  ): Promise<Principal | AuthenticationFailure | 'insufficient_scope' | 'unavailable'> {
    const endedSessions = this.#roster.beginCheck();
    try {
      const outcome = await this.#deps.authenticator.authenticate(accessToken, client.ip);
      const hasEnded = typeof outcome !== 'string' && endedSessions.has(outcome.sessionId);
      if (hasEnded) return 'not_authenticated';
      return typeof outcome === 'string' || mayRead(outcome) ? outcome : 'insufficient_scope';
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'a stream session could not be checked');
      return 'unavailable';
    } finally {
      this.#roster.endCheck(endedSessions);
    }
  }

  #endSession(sessionId: string): void {
    this.#roster.noteEnded(sessionId);
    for (const client of [...this.#roster.all()]) {
      if (client.state.kind === 'open' && client.state.principal.sessionId === sessionId) {
        this.#close(client, STREAM_CLOSE.sessionEnded, 'session ended');
      }
    }
  }

  /** Signals of the house, which belong to nobody, are everybody's. */
  #isHeard(userId: string | null): boolean {
    return (userId === null ? this.#roster.size : this.#roster.ofUser(userId).size) > 0;
  }

  #toOwner(userId: string | null, event: StreamEvent): void {
    if (userId === null) this.#toAll(JSON.stringify(event));
    else this.#toUser(userId, event);
  }

  #toUser(userId: string, event: StreamEvent): void {
    const clients = this.#roster.ofUser(userId);
    if (clients.size === 0) return;
    const text = JSON.stringify(event);
    for (const client of [...clients]) this.#send(client, text);
  }

  #toAll(text: string): void {
    for (const client of [...this.#roster.all()]) this.#send(client, text);
  }

  #send(client: StreamClient, text: string): void {
    if (!client.isOpen) return;
    if (client.socket.bufferedAmount > TOO_SLOW_BYTES) return this.#close(client, STREAM_CLOSE.tooSlow, 'too slow');
    client.socket.send(text);
  }

  #close(client: StreamClient, code: number, reason: string): void {
    this.disconnect(client);
    client.socket.close(code, reason);
  }

  #feedEvent(): string {
    const { state, staleSymbols } = this.#deps.market.status();
    return JSON.stringify({
      type: 'feed',
      state,
      stale_symbols: [...staleSymbols],
      server_time: this.#now(),
    } satisfies StreamEvent);
  }

  #now(): string {
    return new Date(this.#deps.clock.now()).toISOString();
  }
}

const mayRead = ({ scopes }: Principal): boolean => scopes === null || scopes.includes('read');

function parseRequest(text: string): StreamRequest | null {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return null;
  }
  const parsed = StreamRequest.safeParse(body);
  return parsed.success ? parsed.data : null;
}
