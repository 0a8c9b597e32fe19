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
  SentOrder,
} from '@vigia/broker-kit/port';
import type { LinkState, LinkTarget } from '@vigia/broker-kit/socket';
import { type Cancel, err, ok, type Result } from '@vigia/core/kernel';
import { BrokerClock } from './broker-clock.ts';
import { CandleHistory } from './candle-history.ts';
import { QuotexClient } from './client.ts';
import { ContractBook } from './contract-book.ts';
import type { ExpiryStyle } from './expiry.ts';
import { Listing } from './listing.ts';
import { Door } from './login/door.ts';
import { OrderDesk } from './order-desk.ts';
import { Reconciler } from './reconciler.ts';
import { TickStreams } from './tick-streams.ts';
import { Wallet } from './wallet.ts';
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
  readonly expiryStyle: ExpiryStyle;
};

/** One person's login at Quotex: signed in over HTTP, everything else over one socket. */
export class QuotexSession implements BrokerSession {
  readonly #options: SessionOptions;
  readonly #origins: { readonly web: string; readonly ws: string };
  readonly #door: Door;
  readonly #client: QuotexClient;
  readonly #brokerClock: BrokerClock;
  readonly #wallet: Wallet;
  readonly #listing: Listing;
  readonly #streams: TickStreams;
  readonly #candles: CandleHistory;
  readonly #book: ContractBook;
  readonly #desk: OrderDesk;
  readonly #reconciler: Reconciler;
  #state: BrokerState = { status: 'closed' };
  #isClosed = false;
  #profileFault: BrokerFault | null = null;
  #kind: BrokerAccountKind = 'demo';

  constructor(options: SessionOptions) {
    const { deps, listener, expiryStyle } = options;
    const { clock, log } = deps;
    this.#options = options;
    this.#origins = { web: deps.origins['web'] ?? ORIGINS.web, ws: deps.origins['ws'] ?? ORIGINS.ws };
    this.#door = new Door({ ...options, origin: this.#origins.web, clock });
    this.#client = new QuotexClient({
      ...deps,
      target: () => this.#target(),
      authorization: () => ({ session: this.#door.token(), isDemo: this.#kind === 'demo' ? 1 : 0, tournamentId: 0 }),
      onRejected: () => this.#rejected(),
      onAuthorized: () => this.#authorized(),
      onMessage: (topic, payload) => this.#take(topic, payload),
      onState: (state) => this.#follow(state),
      onDrop: () => {
        this.#desk.onDrop();
        this.#reconciler.onDrop();
        this.#candles.onDrop();
        this.#streams.onDrop();
      },
    });
    this.#brokerClock = new BrokerClock(clock);
    this.#wallet = new Wallet((accounts) => this.#unlessClosed(() => listener.onAccounts(accounts)));
    this.#listing = new Listing((assets) => this.#unlessClosed(() => listener.onAssets(assets)));
    const symbolOf = (wireSymbol: string) => this.#listing.symbolOf(wireSymbol);
    const shared = { clock, brokerClock: this.#brokerClock, emit: this.#client.emit };
    this.#streams = new TickStreams({
      ...shared,
      wireSymbol: (symbol) => this.#listing.instrument(symbol)?.wireSymbol,
      symbolOf,
      tell: (tick) => this.#unlessClosed(() => listener.onTick(tick)),
    });
    this.#candles = new CandleHistory(shared);
    this.#book = new ContractBook({
      clock,
      log,
      names: { symbolOf, accountIdOf: (kind) => this.#wallet.accountIdOf(kind) },
      history: async (purse, page) => (await this.#door.cabinet()?.history(purse, page)) ?? err(CLOSED),
      refreshLists: (kind) => this.#refreshLists(kind),
      offsetMs: () => this.#brokerClock.offsetMs() ?? 0,
      tell: (contract) => this.#unlessClosed(() => listener.onContract(contract)),
    });
    const kept = {
      ...shared,
      book: this.#book,
      expiryStyle,
      isOpen: () => this.#client.isOpen(),
      kindOf: (accountId: string) => this.#wallet.kindOf(accountId),
    };
    this.#desk = new OrderDesk({
      ...kept,
      instrument: (symbol) => this.#listing.instrument(symbol),
      switchTo: (kind) => this.#switchTo(kind),
    });
    this.#reconciler = new Reconciler({
      ...kept,
      desk: this.#desk,
      refreshLists: (kind) => this.#refreshLists(kind),
    });
  }

  async connect(): Promise<Result<null, BrokerFault>> {
    if (this.#isClosed) return err(CLOSED);
    const started = await this.#client.start();
    // Only a saved login turned out dead: the credentials are still to be tried.
    return !started.ok && this.#door.mayTryAgain() ? this.connect() : started;
  }

  async answerCode(code: string): Promise<Result<null, BrokerFault>> {
    if (this.#isClosed) return err(CLOSED);
    const answered = await this.#door.answerCode(code);
    return answered.ok ? this.connect() : answered;
  }

  state(): BrokerState {
    return this.#state;
  }

  accounts(): readonly BrokerAccount[] {
    return this.#wallet.accounts();
  }

  assets(): readonly BrokerAsset[] {
    return this.#listing.assets();
  }

  time(): BrokerTime {
    return { offsetMs: this.#brokerClock.offsetMs(), roundTripMs: this.#client.roundTripMs() };
  }

  async quote({ symbol }: { readonly symbol: string }) {
    return this.#listing.payout(symbol);
  }

  place(order: BrokerOrder): Promise<OrderReply> {
    return this.#desk.place(order);
  }

  reconcile(orders: readonly SentOrder[], claimed: ReadonlySet<string>) {
    return this.#reconciler.reconcile(orders, claimed);
  }

  follow(contracts: Parameters<BrokerSession['follow']>[0]): void {
    this.#book.follow(contracts);
  }

  watch(symbol: string, afterMs?: number): Cancel {
    return this.#streams.watch(symbol, afterMs);
  }

  async candles(symbol: string, timeframeS: number, fromMs: number, toMs: number) {
    const wireSymbol = this.#listing.wireSymbol(symbol);
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
    this.#book.stop();
    await this.#client.stop();
    if (how === 'forget') await this.#door.signOut();
  }

  /** Before every attempt: signed in, and the person's currency known. */
  async #target(): Promise<Result<LinkTarget, BrokerFault>> {
    const entered = await this.#door.enter();
    if (!entered.ok) return entered;
    const fault = await this.#loadProfile();
    if (fault?.kind === 'session_expired' && this.#door.isOurs()) {
      const rejected = this.#door.rejected().fault;
      return this.#door.mayTryAgain() ? this.#target() : err(rejected);
    }
    // Otherwise the socket may still take the token, and push the profile by itself.
    if (fault?.kind === 'network') return err(fault);
    this.#profileFault = fault;
    return ok({ url: this.#origins.ws + SOCKET_PATH, headers: await this.#door.socketHeaders() });
  }

  async #loadProfile(): Promise<BrokerFault | null> {
    if (this.#wallet.isKnown()) return null;
    const read = await this.#door.cabinet()?.profile();
    if (!read?.ok) return read?.error ?? CLOSED;
    this.#wallet.learn(read.value.profile);
    if (read.value.serverTimeMs !== null) this.#brokerClock.seeDate(read.value.serverTimeMs);
    return null;
  }

  #rejected(): BrokerFault {
    const { fault, isLoginDead } = this.#door.rejected();
    if (isLoginDead) this.#wallet.forget();
    return fault;
  }

  async #authorized(): Promise<Result<null, BrokerFault>> {
    if (!this.#wallet.isKnown())
      return err(this.#profileFault ?? { kind: 'unknown', detail: 'the broker told no currency' });
    await this.#door.accepted();
    this.#wallet.tell();
    return ok(null);
  }

  #take(topic: Topic, payload: unknown): void {
    switch (topic) {
      case 'balance':
        return this.#wallet.takeBalances(payload);
      case 'profile':
        return this.#wallet.takeProfile(payload);
      case 'instruments':
        return this.#listing.take(payload);
      case 'quotes':
        return this.#streams.onQuotes(payload);
      case 'history':
        return this.#takeHistory(payload);
      case 'order_opened':
        this.#wallet.takeBalances(payload);
        return this.#desk.onOpened(payload);
      case 'order_refused':
        return this.#desk.onRefused(payload);
      case 'orders_closed':
      case 'closed_list':
        return this.#book.onClosed(payload);
      case 'open_list':
        this.#book.onOpenList(payload, this.#kind);
        return this.#reconciler.onOpenList(this.#kind);
      case 'authorized':
      case 'rejected':
      case 'account_changed':
        return;
    }
  }

  #takeHistory(payload: unknown): void {
    const history = readHistory(payload);
    if (!history) return;
    this.#streams.onHistory(history);
    this.#candles.onHistory(history);
  }

  async #switchTo(kind: BrokerAccountKind): Promise<boolean> {
    if (kind === this.#kind) return true;
    const isConfirmed = await this.#client.changeAccount(kind === 'demo');
    if (isConfirmed) this.#kind = kind;
    // It may have been switched all the same: no paper order must go out on the purse of real money.
    else this.#client.renew();
    return isConfirmed;
  }

  #refreshLists(kind: BrokerAccountKind): void {
    this.#kind = kind;
    this.#client.renew();
  }

  #follow(state: LinkState): void {
    if (state.status === 'failed' && this.#door.mayTryAgain()) return;
    const next: BrokerState = state.status === 'open' ? { status: 'connected' } : state;
    if (this.#isClosed && next.status !== 'closed') return;
    this.#state = next;
    this.#options.listener.onState(next);
    if (next.status !== 'connected') return;
    this.#streams.resume();
    this.#book.pollDue();
  }

  #unlessClosed(tell: () => void): void {
    if (!this.#isClosed) tell();
  }
}
