import { STREAM_AUTH_TIMEOUT_MS, STREAM_CLOSE, type StreamEvent, StreamRequest } from '@vigia/contract';
import { assertNever, type Cancel, type Clock, durationMs } from '@vigia/core/kernel';
import type { PriceSource } from '@vigia/core/vocabulary';
import type { Bus } from '#platform/bus/bus.ts';
import type { AuthenticationFailure, Authenticator, Principal } from '#platform/http/principal.ts';
import { SESSION_ENDED } from '#platform/http/session-ended.ts';
import type { Logger } from '#platform/logging/logger.ts';
import { ACCOUNT_CHANGED } from '../accounts/index.ts';
import { BROKER_STATUS_CHANGED } from '../brokers/index.ts';
import {
  CANDLE_CLOSED,
  FEED_CHANGED,
  MARKET_OPENED,
  type MarketData,
  type MarketsOf,
  SOURCE_CHOSEN,
  TICK,
} from '../market-data/index.ts';
import { SEQUENCE_FOUND, SIGNAL_CHANGED } from '../pcr/index.ts';
import { STRATEGY_SIGNAL_CHANGED } from '../strategies/index.ts';
import { AUTOMATION_CHANGED, TRADE_CHANGED } from '../trading/index.ts';
import { ClientRoster } from './client-roster.ts';
import { PriceBoard } from './price-board.ts';
import { StreamClient } from './stream-client.ts';
import type { StreamSocket } from './stream-socket.ts';

const FLUSH_EVERY_MS = 100;
const RECHECK_EVERY_MS = 30_000;
/** Above it a socket is let go. */
const TOO_SLOW_BYTES = 1_024 * 1_024;
const MAX_CLIENTS = 2_000;
const MAX_CLIENTS_PER_USER = 20;

export type StreamDeps = {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Logger;
  readonly authenticator: Authenticator;
  readonly markets: Pick<MarketsOf<Pick<MarketData, 'asset' | 'latest' | 'forming' | 'status'>>, 'at' | 'sourceOf'>;
};

type Watch = Extract<StreamRequest, { type: 'watch' }>;

/** Carries prices, trades, balances and signals to signed-in sockets. */
export class StreamGateway {
  readonly #deps: StreamDeps;
  readonly #roster = new ClientRoster();
  readonly #boards = new Map<PriceSource, PriceBoard<StreamClient>>();
  #cancels: Cancel[] = [];

  constructor(deps: StreamDeps) {
    this.#deps = deps;
  }

  start(): void {
    const { bus, clock } = this.#deps;
    this.#cancels = [
      clock.every(durationMs(FLUSH_EVERY_MS), () => this.#flush()),
      clock.every(durationMs(RECHECK_EVERY_MS), () => this.#recheckAll()),
      bus.subscribe(TICK, (message) => this.#boards.get(message.source)?.frames.tick(message)),
      bus.subscribe(CANDLE_CLOSED, (message) => {
        const board = this.#boards.get(message.source);
        board?.frames.candleClosed(message, (key) => board.interests.hasCandle(key));
      }),
      bus.subscribe(FEED_CHANGED, ({ source }) => this.#toBoard(source)),
      bus.subscribe(MARKET_OPENED, ({ source }) => this.#reopen(source)),
      bus.subscribe(SOURCE_CHOSEN, ({ userId, source }) => {
        for (const client of [...this.#roster.ofUser(userId)]) this.#show(client, source);
      }),
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
    client.board?.interests.remove(client);
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
        else if (client.state.kind === 'authenticating') client.watch = request;
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
    await this.#greet(client, principal.userId);
  }

  async #greet(client: StreamClient, userId: string): Promise<void> {
    this.#send(client, JSON.stringify({ type: 'ready', server_time: this.#now() } satisfies StreamEvent));
    try {
      await this.#showChosen(client, userId);
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'whose prices a stream shows could not be read');
      this.#close(client, STREAM_CLOSE.tooSlow, 'try again later');
    }
  }

  #watch(client: StreamClient, watch: Watch): void {
    client.watch = watch;
    const { board } = client;
    if (board === null) return;
    const market = this.#deps.markets.at(board.source);
    board.interests.set(client, watch, (symbol) => market.asset(symbol) !== undefined);
    client.isBehind = true;
  }

  /** The market of that source knows its assets only now. */
  #reopen(source: PriceSource): void {
    for (const client of [...this.#roster.all()]) if (client.board?.source === source) this.#show(client, source);
  }

  #toBoard(source: PriceSource): void {
    const text = this.#feedEvent(source);
    for (const client of [...this.#roster.all()]) if (client.board?.source === source) this.#send(client, text);
  }

  #flush(): void {
    for (const board of this.#boards.values()) board.flush((client, text) => this.#send(client, text));
  }

  #board(source: PriceSource): PriceBoard<StreamClient> {
    const known = this.#boards.get(source);
    if (known !== undefined) return known;
    const { markets } = this.#deps;
    const board = new PriceBoard<StreamClient>(source, {
      latest: (symbol) => markets.at(source).latest(symbol),
      forming: (symbol, timeframe) => markets.at(source).forming(symbol, timeframe),
    });
    this.#boards.set(source, board);
    return board;
  }

  /** Shows a socket that source: what it watches goes on there. */
  #show(client: StreamClient, source: PriceSource): void {
    client.board?.interests.remove(client);
    client.board = this.#board(source);
    this.#send(client, this.#feedEvent(source));
    if (client.watch !== null) this.#watch(client, client.watch);
  }

  /** Asked again at each re-check too: a mode may have been changed elsewhere. */
  async #showChosen(client: StreamClient, userId: string): Promise<void> {
    const source = await this.#deps.markets.sourceOf(userId);
    if (client.isOpen && client.board?.source !== source) this.#show(client, source);
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
    } else if (typeof outcome !== 'string') await this.#showAgain(client, outcome.userId);
  }

  async #showAgain(client: StreamClient, userId: string): Promise<void> {
    try {
      await this.#showChosen(client, userId);
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'whose prices a stream shows is read again later');
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

  #feedEvent(source: PriceSource): string {
    const { state, staleSymbols } = this.#deps.markets.at(source).status();
    return JSON.stringify({
      type: 'feed',
      source,
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
