import { BrokerClock } from '@vigia/broker-kit/clock';
import { isTimed, NOT_SOLD_BY_TICKS, reconcileTimed } from '@vigia/broker-kit/orders';
import type {
  BrokerAccount,
  BrokerAccountKind,
  BrokerAsset,
  BrokerCredentials,
  BrokerDeps,
  BrokerFault,
  BrokerListener,
  BrokerOrder,
  BrokerSession,
  BrokerState,
  BrokerTime,
  OrderReply,
  QuotedOrder,
  SentOrder,
} from '@vigia/broker-kit/port';
import type { LinkState, LinkTarget } from '@vigia/broker-kit/socket';
import { type Cancel, err, ok, type Ratio, type Result } from '@vigia/core/kernel';
import { Accounts } from './accounts.ts';
import { Candles } from './candles.ts';
import { QuotexClient } from './client.ts';
import { Contracts } from './contracts.ts';
import { Login } from './login.ts';
import { Market } from './market.ts';
import { QuotexOrders } from './orders.ts';
import { resetPractice } from './practice-reset.ts';
import { Records } from './records.ts';
import { TickStreams } from './ticks.ts';
import type { Topic } from './wire/events.ts';
import { readHistory } from './wire/messages.ts';

/** The broker's own hosts. */
const ORIGINS = { web: 'https://qxbroker.com', ws: 'wss://ws2.qxbroker.com' };
const SOCKET_PATH = '/socket.io/?EIO=3&transport=websocket';
const CLOSED: BrokerFault = { kind: 'network', detail: 'closed by us' };

export type SessionOptions = {
  readonly credentials: BrokerCredentials;
  readonly resume: string | null;
  readonly listener: BrokerListener;
  readonly deps: BrokerDeps;
};

/** A session at Quotex. It signs in over HTTP and uses one socket for everything else. */
export class QuotexSession implements BrokerSession {
  readonly sales = null;
  readonly #options: SessionOptions;
  readonly #origins: { readonly web: string; readonly ws: string };
  readonly #login: Login;
  readonly #client: QuotexClient;
  readonly #serverClock: BrokerClock;
  readonly #accounts: Accounts;
  readonly #market: Market;
  readonly #ticks: TickStreams;
  readonly #candles: Candles;
  readonly #contracts: Contracts;
  readonly #orders: QuotexOrders;
  readonly #records: Records;
  #state: BrokerState = { status: 'closed' };
  #isClosed = false;
  #profileFault: BrokerFault | null = null;
  #kind: BrokerAccountKind = 'demo';

  constructor(options: SessionOptions) {
    const { deps, listener } = options;
    const { clock, log, tap, oddities } = deps;
    this.#options = options;
    this.#origins = { web: deps.origins['web'] ?? ORIGINS.web, ws: deps.origins['ws'] ?? ORIGINS.ws };
    this.#login = new Login({ ...options, origin: this.#origins.web, clock, tap });
    this.#client = new QuotexClient({
      ...deps,
      target: () => this.#target(),
      authorization: () => ({ session: this.#login.token(), isDemo: this.#kind === 'demo' ? 1 : 0, tournamentId: 0 }),
      onRejected: () => this.#rejected(),
      onAuthorized: () => this.#authorized(),
      onMessage: (topic, payload) => this.#onMessage(topic, payload),
      onState: (state) => this.#follow(state),
      onRoundTrip: (ms) => this.#serverClock.tookMs(ms),
      onDrop: () => {
        this.#orders.onDrop();
        this.#records.onDrop();
        this.#candles.onDrop();
        this.#ticks.onDrop();
      },
    });
    this.#serverClock = new BrokerClock(clock);
    this.#accounts = new Accounts(log, (accounts) => this.#unlessClosed(() => listener.onAccounts(accounts)));
    this.#market = new Market((assets) => this.#unlessClosed(() => listener.onAssets(assets)));
    const symbolOf = (wireSymbol: string) => this.#market.symbolOf(wireSymbol);
    const shared = { clock, serverClock: this.#serverClock, emit: this.#client.emit };
    this.#ticks = new TickStreams({
      ...shared,
      wireSymbol: (symbol) => this.#market.instrument(symbol)?.wireSymbol,
      symbolOf,
      publish: (tick) => this.#unlessClosed(() => listener.onTick(tick)),
    });
    this.#candles = new Candles(shared);
    this.#contracts = new Contracts({
      clock,
      log,
      oddities,
      names: {
        symbolOf,
        accountIdOf: (kind) => this.#accounts.accountIdOf(kind),
        currency: () => this.#accounts.currency(),
      },
      history: async (purse, page) => (await this.#login.accountPages()?.history(purse, page)) ?? err(CLOSED),
      refreshLists: (kind) => void this.#records.refresh(kind, 'ends'),
      offsetMs: () => this.#serverClock.offsetMs(),
      publish: (contract) => this.#unlessClosed(() => listener.onContract(contract)),
    });
    const kept = {
      ...shared,
      oddities,
      book: this.#contracts,
      isOpen: () => this.#client.isOpen(),
      kindOf: (accountId: string) => this.#accounts.kindOf(accountId),
      currency: () => this.#accounts.currency(),
    };
    this.#orders = new QuotexOrders({
      ...kept,
      instrument: (symbol) => this.#market.instrument(symbol),
      switchTo: (kind) => this.#switchTo(kind),
    });
    this.#records = new Records({ ...kept, desk: this.#orders, refreshLists: (kind) => this.#refreshLists(kind) });
  }

  async connect(): Promise<Result<null, BrokerFault>> {
    if (this.#isClosed) return err(CLOSED);
    const started = await this.#client.start();
    // If the saved login failed, the credentials may still be valid, so the session signs in with them.
    return !started.ok && this.#login.mayTryAgain() ? this.connect() : started;
  }

  async answerCode(code: string): Promise<Result<null, BrokerFault>> {
    if (this.#isClosed) return err(CLOSED);
    const answered = await this.#login.answerCode(code);
    return answered.ok ? this.connect() : answered;
  }

  state(): BrokerState {
    return this.#state;
  }

  accounts(): readonly BrokerAccount[] {
    return this.#accounts.accounts();
  }

  assets(): readonly BrokerAsset[] {
    return this.#market.assets();
  }

  time(): BrokerTime {
    return this.#serverClock.time();
  }

  async quote(order: QuotedOrder): Promise<Result<Ratio, BrokerFault>> {
    if (!isTimed(order)) return err(NOT_SOLD_BY_TICKS);
    return this.#market.payout(order.symbol);
  }

  async place(order: BrokerOrder): Promise<OrderReply> {
    return isTimed(order) ? this.#orders.place(order) : { outcome: 'refused', fault: NOT_SOLD_BY_TICKS };
  }

  reconcile(orders: readonly SentOrder[], claimed: ReadonlySet<string>) {
    return reconcileTimed(orders, (timed) => this.#records.reconcile(timed, claimed));
  }

  follow(contracts: Parameters<BrokerSession['follow']>[0]): void {
    this.#contracts.follow(contracts);
  }

  /** Resets the demo balance. A login has one demo balance, so the request names no account. */
  resetPractice(): Promise<Result<null, BrokerFault>> {
    return resetPractice(this.#client);
  }

  watch(symbol: string, afterMs?: number): Cancel {
    return this.#ticks.watch(symbol, afterMs);
  }

  async candles(symbol: string, timeframeS: number, fromMs: number, toMs: number) {
    const wireSymbol = this.#market.wireSymbol(symbol);
    if (!wireSymbol.ok) return wireSymbol;
    const fromS = Math.ceil(fromMs / 1000);
    return this.#candles.load({
      wireSymbol: wireSymbol.value,
      periodS: timeframeS,
      fromS,
      toS: Math.ceil(toMs / 1000),
    });
  }

  async close(how: 'keep' | 'forget'): Promise<void> {
    this.#isClosed = true;
    this.#contracts.stop();
    await this.#client.stop();
    if (how === 'forget') await this.#login.signOut();
  }

  /** Runs before every connection attempt: signs in and reads the user's currency. */
  async #target(): Promise<Result<LinkTarget, BrokerFault>> {
    const entered = await this.#login.enter();
    if (!entered.ok) return entered;
    const fault = await this.#loadProfile();
    if (fault?.kind === 'session_expired' && this.#login.isOurs()) {
      const rejected = this.#login.rejected().fault;
      return this.#login.mayTryAgain() ? this.#target() : err(rejected);
    }
    // After any other fault the socket may still accept the token and send the profile.
    if (fault?.kind === 'network') return err(fault);
    this.#profileFault = fault;
    return ok({ url: this.#origins.ws + SOCKET_PATH, headers: await this.#login.socketHeaders() });
  }

  async #loadProfile(): Promise<BrokerFault | null> {
    if (this.#accounts.hasProfile()) return null;
    const read = await this.#login.accountPages()?.profile();
    if (!read?.ok) return read?.error ?? CLOSED;
    this.#accounts.learn(read.value.profile);
    if (read.value.serverTimeMs !== null) this.#onDate(read.value.serverTimeMs);
    return null;
  }

  /**
   * Updates the clock offset from the header `Date` of a page, in whole seconds. The protocol has no request for the
   * time.
   */
  #onDate(brokerMs: number): void {
    const receivedMs = this.#options.deps.clock.now();
    this.#serverClock.answered({ sentMs: receivedMs, receivedMs, brokerMs, precisionMs: 1_000 });
  }

  #rejected(): BrokerFault {
    const { fault, isLoginDead } = this.#login.rejected();
    if (isLoginDead) this.#accounts.forget();
    return fault;
  }

  async #authorized(): Promise<Result<null, BrokerFault>> {
    if (!this.#accounts.hasProfile())
      return err(this.#profileFault ?? { kind: 'unknown', detail: 'the broker sent no currency' });
    await this.#login.accepted();
    this.#accounts.publish();
    return ok(null);
  }

  #onMessage(topic: Topic, payload: unknown): void {
    switch (topic) {
      case 'balance':
        return this.#accounts.onBalances(payload);
      case 'profile':
        return this.#accounts.onProfile(payload);
      case 'instruments':
        return this.#market.update(payload);
      case 'quotes':
        return this.#ticks.onQuotes(payload);
      case 'history':
        return this.#onHistory(payload);
      case 'order_opened':
        this.#accounts.onBalances(payload);
        return this.#orders.onOpened(payload);
      case 'order_refused':
        return this.#orders.onRefused(payload);
      case 'orders_closed':
      case 'closed_list':
        return this.#contracts.onClosed(payload);
      case 'open_list':
        this.#contracts.onOpenList(payload, this.#kind);
        return this.#records.onOpenList(this.#kind);
      case 'authorized':
      case 'rejected':
      case 'account_changed':
        return;
    }
  }

  #onHistory(payload: unknown): void {
    const history = readHistory(payload);
    if (!history) return this.#options.deps.oddities?.unreadable('history', false);
    this.#ticks.onHistory(history);
    this.#candles.onHistory(history);
  }

  async #switchTo(kind: BrokerAccountKind): Promise<boolean> {
    if (kind === this.#kind) return true;
    const isConfirmed = await this.#client.changeAccount(kind === 'demo');
    if (isConfirmed) this.#kind = kind;
    // The broker may have switched even if its confirmation is missing. A reconnect prevents that a demo order is
    // placed on the real account.
    else this.#client.renew();
    return isConfirmed;
  }

  #refreshLists(kind: BrokerAccountKind): void {
    this.#kind = kind;
    this.#client.renew();
  }

  #follow(state: LinkState): void {
    if (state.status === 'failed' && this.#login.mayTryAgain()) return;
    const next: BrokerState = state.status === 'open' ? { status: 'connected' } : state;
    if (this.#isClosed && next.status !== 'closed') return;
    this.#state = next;
    this.#options.listener.onState(next);
    if (next.status !== 'connected') return;
    this.#ticks.resume();
    this.#contracts.pollDue();
  }

  #unlessClosed(publish: () => void): void {
    if (!this.#isClosed) publish();
  }
}
