import { BrokerClock } from '@vigia/broker-kit/clock';
import { isTimed, NOT_SOLD_BY_TICKS, reconcileTimed } from '@vigia/broker-kit/orders';
import type {
  BrokerAccount,
  BrokerAsset,
  BrokerDeps,
  BrokerFault,
  BrokerListener,
  BrokerOrder,
  BrokerSession,
  BrokerState,
  BrokerTime,
  OrderReply,
  PracticeAccount,
  Reconciliation,
  SentOrder,
} from '@vigia/broker-kit/port';
import { type Link, type LinkState, openLink, type SocketSender } from '@vigia/broker-kit/socket';
import type { CandleColumns } from '@vigia/core/candles';
import { type Cancel, durationMs, err, ok, type Ratio, type Result } from '@vigia/core/kernel';
import { Accounts } from './accounts.ts';
import { closedCandleColumns, readCandles } from './candles.ts';
import { IqClient } from './client.ts';
import { Contracts } from './contracts.ts';
import { isDigitalSymbol } from './digital/assets.ts';
import { Digital } from './digital/digital.ts';
import { pageFault } from './errors.ts';
import { greet, INITIALIZATION } from './greeting.ts';
import { type IqLogin, Login } from './login.ts';
import { Market } from './market.ts';
import { IqOptionOrders } from './orders.ts';
import { resetPractice } from './practice-reset.ts';
import { RecordReader } from './records.ts';
import { Sales } from './sale.ts';
import { TickStreams } from './ticks.ts';
import { IGNORED_EVENTS, ORDER_MESSAGE_NAME, type ServerFrame } from './wire/frames.ts';

const MAX_FRAME_BYTES = 8 * 1_048_576;
/**
 * Longest time without a `timeSync` message, which normally comes every second. After this time the server counts as
 * dead, even if the socket is open (docs/spec/brokers/iqoption.md §4).
 */
const SILENCE_MS = 60_000;
const REFRESH_MS = 10 * 60_000;
const CHECK_MS = 10_000;
/**
 * Interval at which the assets are read again while an asset is suspended within its schedule. The number of such reads
 * in a row is limited, because the response is the largest of the protocol.
 */
const PAUSE_REFRESH_MS = 30_000;
const MAX_PAUSE_REFRESHES = 20;

/** A session at IQ Option. It has one socket for all accounts of a login and authenticates it with an `ssid`. */
export class IqSession implements BrokerSession {
  readonly #listener: BrokerListener;
  readonly #deps: BrokerDeps;
  readonly #login: Login;
  readonly #link: Link;
  readonly #client: IqClient;
  readonly #serverClock: BrokerClock;
  readonly #accounts: Accounts;
  readonly #market: Market;
  readonly #digital: Digital;
  readonly #orders: IqOptionOrders;
  readonly #contracts: Contracts;
  readonly sales: Sales;
  readonly #ticks: TickStreams;
  readonly #timers: Cancel[];
  #state: BrokerState = { status: 'closed' };
  /**
   * True while `connect` runs. States of the link are then not published, because the user waits for the outcome of
   * `connect`.
   */
  #isConnecting = false;
  #isClosed = false;
  #checksWithoutTime = 0;
  #pauseRefreshes = 0;
  #marketReadMs = Number.NEGATIVE_INFINITY;

  constructor(login: IqLogin, listener: BrokerListener, deps: BrokerDeps) {
    this.#listener = listener;
    this.#deps = deps;
    const { clock, origins, tap, oddities } = deps;
    const publish = (ssid: string | null) => this.#publish(() => listener.onResumable(ssid));
    this.#login = new Login({ login, origins, clock, tap, publish });
    this.#serverClock = new BrokerClock(clock);
    const now = () => this.#serverClock.now();
    this.#client = new IqClient({
      clock,
      onEvent: (frame) => this.#onEvent(frame),
      onRoundTrip: (ms) => this.#serverClock.tookMs(ms),
      oddities,
    });
    const client = this.#client;
    this.#accounts = new Accounts(deps, (accounts) => this.#publish(() => listener.onAccounts(accounts)));
    const currencyOf = (accountId: string) => this.#accounts.currencyOf(accountId);
    this.#market = new Market({
      now,
      currency: () => this.#accounts.sharedCurrency(),
      publish: () => this.#publishAssets(),
    });
    const catalog = () => ({ ...this.#market.catalog(), digital: this.#digital.symbols() });
    const records = new RecordReader({ client, serverClock: this.#serverClock, catalog, currencyOf });
    this.#digital = new Digital({
      client,
      clock,
      serverClock: this.#serverClock,
      catalog: () => this.#market.catalog(),
      currencyOf,
      balanceMinorOf: (accountId) => this.#accounts.balanceMinorOf(accountId),
      isRecorded: (contract) => records.has(contract),
      oddities,
      onChange: () => this.#publishAssets(),
    });
    this.#orders = new IqOptionOrders({
      client,
      clock,
      serverClock: this.#serverClock,
      market: this.#market,
      currencyOf,
      onStaleMarket: () => void this.#refreshMarket(),
    });
    this.#contracts = new Contracts({
      client,
      clock,
      serverClock: this.#serverClock,
      catalog,
      currencyOf,
      oddities,
      publish: (contract) => this.#publish(() => listener.onContract(contract)),
    });
    this.sales = new Sales({ client, clock, serverClock: this.#serverClock, records, currencyOf });
    this.#ticks = new TickStreams({
      client,
      now,
      activeId: (symbol) => this.#activeId(symbol),
      publish: (tick) => this.#publish(() => listener.onTick(tick)),
    });
    this.#link = this.#openLink();
    this.#timers = [
      clock.every(durationMs(REFRESH_MS), () => void this.#refreshMarket()),
      clock.every(durationMs(CHECK_MS), () => this.#check()),
    ];
  }

  async connect(): Promise<Result<null, BrokerFault>> {
    this.#login.resetRenewal();
    return this.#start();
  }

  async answerCode(code: string): Promise<Result<null, BrokerFault>> {
    this.#become({ status: 'connecting', fault: null });
    const signedIn = await this.#login.answerCode(code);
    if (this.#isClosed) return err({ kind: 'network', detail: 'closed by us' });
    if (!signedIn.ok) return this.#ended(signedIn.error);
    return this.#start();
  }

  state(): BrokerState {
    return this.#state;
  }

  accounts(): readonly BrokerAccount[] {
    return this.#accounts.all();
  }

  assets(): readonly BrokerAsset[] {
    return [...this.#market.assets(), ...this.#digital.assets()];
  }

  time(): BrokerTime {
    return this.#serverClock.time();
  }

  async quote(order: Parameters<BrokerSession['quote']>[0]): Promise<Result<Ratio, BrokerFault>> {
    if (!isTimed(order)) return err(NOT_SOLD_BY_TICKS);
    return isDigitalSymbol(order.symbol) ? this.#digital.quote(order) : this.#orders.quote(order);
  }

  async place(order: BrokerOrder): Promise<OrderReply> {
    if (!isTimed(order)) return { outcome: 'refused', fault: NOT_SOLD_BY_TICKS };
    const reply = await (isDigitalSymbol(order.symbol) ? this.#digital : this.#orders).place(order);
    if (reply.outcome === 'accepted') this.follow([reply.contract]);
    return reply;
  }

  reconcile(
    orders: readonly SentOrder[],
    claimed: ReadonlySet<string>,
  ): Promise<Result<readonly Reconciliation[], BrokerFault>> {
    return reconcileTimed(orders, (timed) => this.#contracts.reconcile(timed, claimed));
  }

  follow(contracts: Parameters<BrokerSession['follow']>[0]): void {
    this.#contracts.follow(contracts);
  }

  resetPractice(account: PracticeAccount): Promise<Result<null, BrokerFault>> {
    return resetPractice(this.#client, account);
  }

  watch(symbol: string, afterMs?: number): Cancel {
    const cancels = [this.#digital.look(symbol), this.#ticks.watch(symbol, afterMs)];
    return () => {
      for (const cancel of cancels) cancel();
    };
  }

  async candles(
    symbol: string,
    timeframeS: number,
    fromMs: number,
    toMs: number,
  ): Promise<Result<CandleColumns, BrokerFault>> {
    const activeId = this.#activeId(symbol);
    if (activeId === undefined) return err({ kind: 'unknown', detail: `no such asset: ${symbol}` });
    const read = await readCandles(this.#client, { activeId, sizeS: timeframeS, fromMs, toMs });
    return read.ok ? ok(closedCandleColumns(read.value, this.#serverClock.now())) : read;
  }

  async close(how: 'keep' | 'forget'): Promise<void> {
    if (this.#isClosed) return;
    for (const cancel of this.#timers) cancel();
    this.#contracts.stop();
    await this.#link.stop();
    if (how === 'forget') await this.#login.signOut();
    this.#become({ status: 'closed' });
    this.#isClosed = true;
  }

  #openLink(): Link {
    const { clock, rng, log, tap } = this.#deps;
    return openLink({
      target: () => this.#login.target(),
      greet: (wire) => this.#greet(wire),
      refusal: pageFault,
      onMessage: (data) => this.#client.receive(data),
      onState: (state) => this.#onLink(state),
      onDrop: () => {
        this.#client.detach();
        this.#contracts.onDrop();
        this.sales.onDrop();
        this.#digital.onDrop();
        this.#ticks.onDrop();
      },
      heartbeat: null,
      silenceMs: SILENCE_MS,
      maxFrameBytes: MAX_FRAME_BYTES,
      clock,
      rng,
      log,
      tap,
    });
  }

  /** Starts the link. If the resumed session has ended, starts the link a second time, with a login. */
  async #start(): Promise<Result<null, BrokerFault>> {
    this.#isConnecting = true;
    this.#become({ status: 'connecting', fault: null });
    const wasOpen = this.#login.hasSsid();
    let started = await this.#link.start();
    if (!started.ok && wasOpen && !this.#login.hasSsid() && started.error.kind === 'network')
      started = await this.#link.start();
    this.#isConnecting = false;
    // If the session was closed meanwhile, nothing is published.
    if (!started.ok) return this.#link.state().status === 'closed' ? started : this.#ended(started.error);
    // The connection may already be lost.
    this.#onLink(this.#link.state());
    return started;
  }

  #ended(fault: BrokerFault): Result<null, BrokerFault> {
    this.#become({ status: 'failed', fault });
    return err(fault);
  }

  async #greet(wire: SocketSender): Promise<Result<null, BrokerFault>> {
    this.#client.attach(wire);
    const entered = await this.#login.enter(this.#client);
    if (!entered.ok) return entered;
    return greet({ client: this.#client, accounts: this.#accounts, market: this.#market, digital: this.#digital });
  }

  #onLink(state: LinkState): void {
    if (this.#isConnecting) return;
    switch (state.status) {
      case 'open':
        return this.#opened();
      case 'connecting':
      case 'failed':
        return this.#become(state);
      case 'closed':
    }
  }

  #opened(): void {
    this.#checksWithoutTime = 0;
    this.#become({ status: 'connected' });
    this.#contracts.catchUp();
    this.#ticks.resume();
  }

  #onEvent({ name, msg }: ServerFrame): void {
    switch (name) {
      case 'timeSync':
        return this.#onTime(msg);
      case 'quote-generated':
        return this.#ticks.onQuote(msg);
      case 'position-changed':
        this.sales.onPosition(msg);
        this.#digital.onPosition(msg);
        return this.#contracts.onPosition(msg);
      case 'order-changed':
        return this.#digital.onOrder(msg);
      case 'underlying-list-changed':
        return this.#digital.onUnderlyings(msg);
      case 'positions-state':
        return this.sales.onStates(msg);
      case 'digital-option-client-price-generated':
        return this.#digital.onPrices(msg);
      case 'balance-changed':
        return this.#accounts.onBalance(msg);
      case 'heartbeat':
        if (typeof msg === 'number') this.#client.answerHeartbeat(msg, this.#deps.clock.now());
        return;
      default:
        if (!IGNORED_EVENTS.has(name)) this.#deps.oddities?.unknown(name, ORDER_MESSAGE_NAME.test(name));
    }
  }

  #onTime(msg: unknown): void {
    if (typeof msg !== 'number') return;
    this.#checksWithoutTime = 0;
    this.#serverClock.pushed(msg);
  }

  #check(): void {
    if (this.#state.status !== 'connected') return;
    this.#market.publishIfChanged();
    this.#digital.check();
    this.#refreshPaused();
    this.#checksWithoutTime += 1;
    if (this.#checksWithoutTime * CHECK_MS <= SILENCE_MS) return;
    this.#deps.log('warn', 'no time from the server for a minute');
    this.#link.renew();
  }

  async #refreshMarket(): Promise<void> {
    if (this.#state.status !== 'connected') return;
    this.#marketReadMs = this.#deps.clock.monotonicMs();
    const reply = await this.#client.call(INITIALIZATION);
    if (!reply.ok || !this.#market.update(reply.value)) this.#deps.log('info', 'assets could not be refreshed');
    else this.#ticks.realign();
    if (this.#digital.isOffered) this.#digital.readAssets();
  }

  #activeId(symbol: string): number | undefined {
    return this.#market.active(symbol)?.activeId ?? this.#digital.activeId(symbol);
  }

  #publishAssets(): void {
    this.#publish(() => this.#listener.onAssets(this.assets()));
  }

  /**
   * Reads the assets again while an asset is suspended. Without these reads it would be shown as closed until the next
   * regular refresh.
   */
  #refreshPaused(): void {
    if (!this.#market.hasPause()) {
      this.#pauseRefreshes = 0;
      return;
    }
    const isDue = this.#deps.clock.monotonicMs() >= this.#marketReadMs + PAUSE_REFRESH_MS;
    if (!isDue || this.#pauseRefreshes >= MAX_PAUSE_REFRESHES) return;
    this.#pauseRefreshes += 1;
    void this.#refreshMarket();
  }

  #become(state: BrokerState): void {
    this.#state = state;
    this.#publish(() => this.#listener.onState(state));
  }

  #publish(publish: () => void): void {
    if (!this.#isClosed) publish();
  }
}
