import { STREAM_AUTH_TIMEOUT_MS, STREAM_CLOSE, type StreamEvent, StreamRequest } from '@vigia/contract';
import { assertNever, type Cancel, type Clock, durationMs } from '@vigia/core/kernel';
import type { Bus } from '#platform/bus/bus.ts';
import { hasRepeatedKey } from '#platform/http/json-body.ts';
import type { Authenticator } from '#platform/http/principal.ts';
import { SESSION_ENDED } from '#platform/http/session-ended.ts';
import type { Logger } from '#platform/logging/logger.ts';
import { ACCOUNT_CHANGED } from '../accounts/index.ts';
import { BROKER_STATUS_CHANGED } from '../brokers/index.ts';
import { type MarketsOf, SOURCE_CHOSEN } from '../market-data/index.ts';
import type { NewNotifications } from '../notifications/index.ts';
import { SEQUENCE_FOUND, SIGNAL_CHANGED, USERS_WATCHING } from '../pcr/index.ts';
import { SIGNAL_DECIDED } from '../signals/index.ts';
import { STRATEGY_SIGNAL_CHANGED } from '../strategies/index.ts';
import { AUTOMATION_CHANGED, TRADE_CHANGED } from '../trading/index.ts';
import { ClientRegistry } from './client-registry.ts';
import { relayNotifications } from './notification-relay.ts';
import { PriceService, type StreamMarket } from './price-service.ts';
import { SignIn } from './sign-in.ts';
import { StreamClient } from './stream-client.ts';
import type { StreamSocket } from './stream-socket.ts';
import { textFrames } from './text-frames.ts';
import { TokenCheck } from './token-check.ts';
import { visitInTurns } from './turns.ts';

const RECHECK_EVERY_MS = 30_000;
/** Number of unsent bytes above which a socket is closed. */
const TOO_SLOW_BYTES = 1_024 * 1_024;
const MAX_CLIENTS = 10_000;
/**
 * Number of sockets that are closed at once so that their clients reload. The reload of one client costs many requests.
 */
const RELOADED_AT_ONCE = 50;
const RELOADED_EVERY_MS = 100;
/** Time in milliseconds after which sockets that have not closed are dropped. */
const LEAVE_MS = 2_000;

export type StreamDeps = {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Logger;
  readonly authenticator: Authenticator;
  readonly newNotifications: Pick<NewNotifications, 'look'>;
  readonly markets: Pick<MarketsOf<StreamMarket>, 'at' | 'sourceOf'>;
};

/** Sends prices, trades, balances and signals to signed-in sockets. */
export class StreamGateway {
  readonly #deps: StreamDeps;
  readonly #roster: ClientRegistry;
  readonly #prices: PriceService;
  readonly #tokens: TokenCheck;
  readonly #signIn: SignIn;
  #cancels: Cancel[] = [];
  #stopReloading: Cancel = () => undefined;
  #hasStopped = false;

  constructor(deps: StreamDeps) {
    this.#deps = deps;
    const { bus, clock, log, markets, newNotifications } = deps;
    this.#roster = new ClientRegistry((userId) => {
      bus.publish(USERS_WATCHING, { userIds: [userId] });
      return bus.receiveUser(userId);
    });
    this.#prices = new PriceService(deps, (client, frames) => this.#write(client, frames));
    this.#tokens = new TokenCheck(deps.authenticator, log);
    this.#signIn = new SignIn({
      clock,
      log,
      tokens: this.#tokens,
      roster: this.#roster,
      prices: this.#prices,
      sourceOf: (userId) => markets.sourceOf(userId),
      signedIn: (userId) => newNotifications.look(userId),
      send: (client, event) => this.#write(client, framesOf(event)),
      close: (client, code, reason) => this.#close(client, code, reason),
    });
  }

  start(): void {
    const { bus, clock, newNotifications } = this.#deps;
    this.#cancels = [
      this.#prices.start(() => this.#roster.size),
      visitInTurns({
        clock,
        of: () => this.#prices.cohorts.all,
        everyMs: () => RECHECK_EVERY_MS,
        visit: ({ clients }) => this.#recheck([...clients]),
      }),
      bus.onReconnected(() => this.#reloadClients([...this.#roster.all()])),
      bus.subscribe(SOURCE_CHOSEN, ({ userId, source }) => {
        for (const client of Array.from(this.#roster.ofUser(userId))) this.#signIn.show(client, source);
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
        if (this.#hasReceiver(userId)) this.#toOwner(userId, { type: 'sequence', sequence: sequence() });
      }),
      bus.subscribe(SIGNAL_CHANGED, ({ userId, signal }) => this.#toOwner(userId, { type: 'signal', signal })),
      bus.subscribe(STRATEGY_SIGNAL_CHANGED, ({ userId, signal }) =>
        this.#toUser(userId, { type: 'strategy_signal', signal }),
      ),
      bus.subscribe(SIGNAL_DECIDED, ({ userId, automation, signalId, decision }) =>
        this.#toUser(userId, { type: 'signal_decided', automation, signal_id: signalId, decision }),
      ),
      bus.subscribe(SESSION_ENDED, ({ sessionId }) => this.#endSession(sessionId)),
      ...relayNotifications({
        bus,
        look: (userId) => newNotifications.look(userId),
        hasClient: (userId) => this.#hasReceiver(userId),
        toUser: (userId, event) => this.#toUser(userId, event),
      }),
    ];
  }

  /**
   * Closes every socket, so that clients reconnect later or to another process. Afterwards no new sockets are accepted.
   */
  stop(): void {
    this.#hasStopped = true;
    this.#stopReloading();
    for (const cancel of this.#cancels) cancel();
    this.#cancels = [];
    const left = [...this.#roster.all()];
    for (const client of left) this.#close(client, STREAM_CLOSE.comeBack, 'the server ends');
    this.#deps.clock.after(durationMs(LEAVE_MS), () => {
      for (const { socket } of left) socket.terminate();
    });
  }

  get clientCount(): number {
    return this.#roster.size;
  }

  /** Accepts a socket. The caller has checked its origin. The socket must authenticate within 5 s. */
  connect(socket: StreamSocket, ip: string): StreamClient {
    const { clock } = this.#deps;
    const client = new StreamClient(socket, ip, clock.monotonicMs(), this.#prices.cohorts.withRoom());
    this.#roster.add(client);
    if (this.#hasStopped) this.#close(client, STREAM_CLOSE.comeBack, 'the server ends');
    else if (this.#roster.size > MAX_CLIENTS) this.#close(client, STREAM_CLOSE.tooSlow, 'too many connections');
    else clock.after(durationMs(STREAM_AUTH_TIMEOUT_MS), () => this.#expectSignedIn(client));
    return client;
  }

  disconnect(client: StreamClient): void {
    client.leave();
    this.#roster.remove(client);
  }

  receive(client: StreamClient, text: string): void {
    if (client.state.kind === 'closed') return;
    if (!client.quota.tryTake(this.#deps.clock.monotonicMs()))
      return this.#close(client, STREAM_CLOSE.badMessage, 'too many messages');
    const request = parseRequest(text);
    if (request === null) return this.#close(client, STREAM_CLOSE.badMessage, 'not a message of this stream');
    this.#handle(client, request);
  }

  #handle(client: StreamClient, request: StreamRequest): void {
    switch (request.type) {
      case 'auth':
        void this.#signIn.authenticate(client, request.access_token);
        return;
      case 'watch':
        if (client.state.kind === 'open') this.#prices.watch(client, request);
        else if (client.state.kind === 'authenticating') client.watch = request;
        else this.#close(client, STREAM_CLOSE.unauthenticated, 'the first message must authenticate');
        return;
      case 'ping':
        if (client.isOpen) this.#write(client, framesOf({ type: 'pong', server_time: this.#now() }));
        else if (client.state.kind === 'new') {
          this.#close(client, STREAM_CLOSE.unauthenticated, 'the first message must authenticate');
        }
        return;
      default:
        assertNever(request);
    }
  }

  #expectSignedIn(client: StreamClient): void {
    if (client.state.kind === 'new' || client.state.kind === 'authenticating') {
      this.#close(client, STREAM_CLOSE.unauthenticated, 'no authentication in time');
    }
  }

  #recheck(clients: readonly StreamClient[]): void {
    this.#deps.bus.publish(USERS_WATCHING, { userIds: clients.flatMap(userOf) });
    for (const client of clients) {
      if (client.isStillThere()) {
        void this.#signIn.recheck(client);
        continue;
      }
      client.socket.terminate();
      this.disconnect(client);
    }
  }

  /**
   * Closes sockets after messages from other processes may have been lost. Their clients reconnect and then reload
   * everything.
   */
  #reloadClients(clients: readonly StreamClient[]): void {
    this.#stopReloading();
    for (const client of clients.slice(0, RELOADED_AT_ONCE)) {
      if (client.isOpen) this.#close(client, STREAM_CLOSE.comeBack, 'read everything again');
    }
    const left = clients.slice(RELOADED_AT_ONCE);
    if (left.length === 0) return;
    this.#stopReloading = this.#deps.clock.after(durationMs(RELOADED_EVERY_MS), () => this.#reloadClients(left));
  }

  #endSession(sessionId: string): void {
    this.#tokens.recordEndedSession(sessionId);
    for (const client of Array.from(this.#roster.all())) {
      if (client.state.kind === 'open' && client.state.principal.sessionId === sessionId) {
        this.#close(client, STREAM_CLOSE.sessionEnded, 'session ended');
      }
    }
  }

  /**
   * Returns true if any client receives events of this user. Null stands for a built-in setup. Its events go to every
   * client.
   */
  #hasReceiver(userId: string | null): boolean {
    return (userId === null ? this.#roster.size : this.#roster.ofUser(userId).size) > 0;
  }

  #toOwner(userId: string | null, event: StreamEvent): void {
    if (userId === null) this.#prices.broadcast(JSON.stringify(event));
    else this.#toUser(userId, event);
  }

  #toUser(userId: string, event: StreamEvent): void {
    const clients = this.#roster.ofUser(userId);
    if (clients.size === 0) return;
    const frames = framesOf(event);
    for (const client of Array.from(clients)) this.#write(client, frames);
  }

  #write(client: StreamClient, frames: Buffer): void {
    if (!client.isOpen || frames.length === 0) return;
    if (client.socket.bufferedAmount > TOO_SLOW_BYTES) return this.#close(client, STREAM_CLOSE.tooSlow, 'too slow');
    client.write(frames);
  }

  #close(client: StreamClient, code: number, reason: string): void {
    this.disconnect(client);
    client.socket.close(code, reason);
  }

  #now(): string {
    return new Date(this.#deps.clock.now()).toISOString();
  }
}

const userOf = ({ state }: StreamClient): string[] => (state.kind === 'open' ? [state.principal.userId] : []);

const framesOf = (event: StreamEvent): Buffer => textFrames([JSON.stringify(event)]);

function parseRequest(text: string): StreamRequest | null {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return null;
  }
  if (hasRepeatedKey(text, body)) return null;
  const parsed = StreamRequest.safeParse(body);
  return parsed.success ? parsed.data : null;
}
