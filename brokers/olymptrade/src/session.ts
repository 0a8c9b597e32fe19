import { isTimed, NOT_SOLD_BY_TICKS, reconcileTimed } from '@vigia/broker-kit/orders';
import type {
  BrokerAccount,
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
  Reconciliation,
  SentOrder,
} from '@vigia/broker-kit/port';
import { type LinkState, PendingRequests, type SocketSender } from '@vigia/broker-kit/socket';
import type { CandleColumns } from '@vigia/core/candles';
import { assertNever, type Cancel, err, ok, type Ratio, type Result } from '@vigia/core/kernel';
import { candleHistory } from './candles.ts';
import { Client } from './client.ts';
import { Contracts } from './contracts.ts';
import { browserSession } from './login.ts';
import { accountOf, sharedCurrency } from './mapper.ts';
import { Market } from './market.ts';
import { placeOrder } from './orders.ts';
import { TickStreams } from './ticks.ts';
import { countUnknownMessage, EVENT_CODE, STARTUP_SUBSCRIPTIONS } from './wire/codes.ts';
import type { WireMessage } from './wire/frames.ts';
import { BalanceRow, rowsOf } from './wire/shapes.ts';

/**
 * Longest wait for the balances. If the broker accepts the token but sends no balances in this time, the broker uses
 * another protocol.
 */
const ACCOUNTS_WITHIN_MS = 12_000;
/**
 * Longest wait for the payouts on a new socket. Without payouts the session is connected, and every asset is closed.
 */
const OFFER_WITHIN_MS = 5_000;

/**
 * Fault of a sign-in with a password; its text asks for a pasted token. No working sign-in with a password is known
 * (docs/spec/brokers/olymptrade.md §1).
 */
const NO_PASSWORD_RECIPE: BrokerFault = {
  kind: 'auth_challenge',
  detail: 'no way to sign in with e-mail and password is known; paste the access_token of a browser session instead',
};
const UNKNOWN_PROTOCOL: BrokerFault = {
  kind: 'unknown',
  detail: 'the site sent no balances; it may speak another protocol now',
};

/** The parts of a session that need a valid token. */
type Live = { readonly client: Client; readonly deals: Contracts; readonly watches: TickStreams };

/** A session at Olymp Trade, signed in with the token of a browser session. */
export class OlympTradeSession implements BrokerSession {
  readonly sales = null;
  readonly #listener: BrokerListener;
  readonly #deps: BrokerDeps;
  readonly #market = new Market();
  readonly #accounts = new Map<string, BrokerAccount>();
  /** The parts of the session, or the permanent reason why these credentials cannot sign in. */
  readonly #live: Result<Live, BrokerFault>;
  #state: BrokerState = { status: 'closed' };
  readonly #snapshots: PendingRequests<'accounts' | 'offer', null>;
  #isOfferKnown = false;

  constructor(credentials: BrokerCredentials, listener: BrokerListener, deps: BrokerDeps) {
    this.#listener = listener;
    this.#deps = deps;
    this.#snapshots = new PendingRequests(deps.clock);
    this.#live = this.#made(credentials);
  }

  async connect(): Promise<Result<null, BrokerFault>> {
    if (this.#live.ok) return this.#live.value.client.start();
    this.#become({ status: 'failed', fault: this.#live.error });
    return this.#live;
  }

  /** Returns a fault, because Olymp Trade sends no codes for a sign-in with a token. */
  async answerCode(): Promise<Result<null, BrokerFault>> {
    return err({ kind: 'auth_invalid', detail: 'no code was asked for' });
  }

  state(): BrokerState {
    return this.#state;
  }

  accounts(): readonly BrokerAccount[] {
    return [...this.#accounts.values()];
  }

  assets(): readonly BrokerAsset[] {
    return this.#market.assets();
  }

  time(): BrokerTime {
    return this.#live.ok ? this.#live.value.client.serverClock.time() : { offsetMs: null, roundTripMs: null };
  }

  async quote(order: QuotedOrder): Promise<Result<Ratio, BrokerFault>> {
    if (!isTimed(order)) return err(NOT_SOLD_BY_TICKS);
    const asset = this.#market.asset(order.symbol);
    if (!asset?.isOpen || asset.payoutRatio === null) return err({ kind: 'market_closed', detail: 'not offered now' });
    return ok(asset.payoutRatio);
  }

  async place(order: BrokerOrder): Promise<OrderReply> {
    if (!this.#live.ok) return { outcome: 'refused', fault: this.#live.error };
    if (!isTimed(order)) return { outcome: 'refused', fault: NOT_SOLD_BY_TICKS };
    const account = this.#accounts.get(order.accountId) ?? null;
    return placeOrder(order, { ...this.#live.value, account, market: this.#market, clock: this.#deps.clock });
  }

  async reconcile(
    orders: readonly SentOrder[],
    claimed: ReadonlySet<string>,
  ): Promise<Result<readonly Reconciliation[], BrokerFault>> {
    if (orders.length === 0) return ok([]);
    const live = this.#live;
    return live.ok ? reconcileTimed(orders, (timed) => live.value.deals.reconcile(timed, claimed)) : live;
  }

  follow(contracts: Parameters<BrokerSession['follow']>[0]): void {
    if (this.#live.ok) this.#live.value.deals.follow(contracts);
  }

  watch(symbol: string, afterMs?: number): Cancel {
    return this.#live.ok ? this.#live.value.watches.add(symbol, afterMs) : () => undefined;
  }

  async candles(
    symbol: string,
    timeframeS: number,
    fromMs: number,
    toMs: number,
  ): Promise<Result<CandleColumns, BrokerFault>> {
    if (!this.#live.ok) return this.#live;
    const { client } = this.#live.value;
    const nowMs = client.serverClock.now();
    return candleHistory(client, symbol, timeframeS, { fromMs, toMs, nowMs });
  }

  /** Closes the session. The token stays valid at the broker, because no request that invalidates a token is known. */
  async close(): Promise<void> {
    if (this.#live.ok) {
      const { client, deals, watches } = this.#live.value;
      deals.stop();
      watches.stop();
      await client.stop();
    }
    if (this.#state.status !== 'closed') this.#become({ status: 'closed' });
  }

  #made(credentials: BrokerCredentials): Result<Live, BrokerFault> {
    if (credentials.kind !== 'browser_session') return err(NO_PASSWORD_RECIPE);
    const session = browserSession(credentials);
    if (!session.ok) return session;
    const client = new Client(
      session.value,
      {
        greet: (wire) => this.#greet(wire),
        onPush: (message) => this.#onPush(message),
        onState: (state) => this.#onLink(state),
        onDrop: () => {
          this.#snapshots.failAll('connection_lost');
          if (!this.#live.ok) return;
          this.#live.value.deals.onDrop();
          this.#live.value.watches.onDrop();
        },
      },
      this.#deps,
    );
    const deals = new Contracts(client, session.value, () => this.accounts(), this.#listener, this.#deps);
    const watches = new TickStreams(client, this.#listener, this.#deps);
    return ok({ client, deals, watches });
  }

  /**
   * Subscribes to everything and waits for balances and payouts. This is repeated after a reconnect, because they may
   * have changed. Only balances are required, because recordings contain no payouts (docs/spec/brokers/olymptrade.md
   * §2).
   */
  async #greet(wire: SocketSender): Promise<Result<null, BrokerFault>> {
    if (!this.#live.ok) return this.#live;
    const { client } = this.#live.value;
    this.#isOfferKnown = false;
    const listed = this.#snapshots.wait('accounts', ACCOUNTS_WITHIN_MS);
    for (const codes of STARTUP_SUBSCRIPTIONS) client.say(EVENT_CODE.subscribe, codes, wire);
    if (!(await listed).ok) return err(UNKNOWN_PROTOCOL);
    for (const { accountId } of this.accounts())
      client.say(EVENT_CODE.payouts, [{ account_id: Number(accountId) }], wire);
    const isOffered = this.#isOfferKnown || (await this.#snapshots.wait('offer', OFFER_WITHIN_MS)).ok;
    if (!isOffered) this.#deps.log('warn', 'the site named no payouts; its assets count as closed until it does');
    return ok(null);
  }

  #onLink(state: LinkState): void {
    switch (state.status) {
      case 'open':
        this.#become({ status: 'connected' });
        if (this.#live.ok) {
          this.#live.value.watches.resume();
          this.#live.value.deals.catchUp();
        }
        return;
      case 'connecting':
      case 'failed':
      case 'closed':
        return this.#become(state);
      default:
        return assertNever(state);
    }
  }

  #onPush(message: WireMessage): void {
    if (!this.#live.ok) return;
    const { deals, watches } = this.#live.value;
    switch (message.e) {
      case EVENT_CODE.tick:
        return watches.onTicks(message.d);
      case EVENT_CODE.balances:
        return this.#onBalances(message.d);
      case EVENT_CODE.open:
        return deals.onLateReply(message);
      case EVENT_CODE.accepted:
      case EVENT_CODE.interim:
      case EVENT_CODE.closed:
        return deals.onPush(message.d);
      default:
        return this.#onMarket(message);
    }
  }

  #onBalances(d: unknown): void {
    const rows = rowsOf(BalanceRow, d, () => this.#deps.oddities?.unreadable('event-55', false));
    const accounts = rows.flatMap((row) => accountOf(row, this.#deps.log) ?? []);
    if (accounts.length === 0) return;
    for (const account of accounts) this.#accounts.set(account.accountId, account);
    this.#listener.onAccounts(this.accounts());
    if (this.#market.setStakeCurrency(sharedCurrency(this.accounts())) && this.assets().length > 0)
      this.#listener.onAssets(this.assets());
    this.#snapshots.settle('accounts', null);
  }

  #onMarket(message: WireMessage): void {
    countUnknownMessage(message.e, this.#deps.oddities);
    if (!this.#market.update(message)) return;
    this.#listener.onAssets(this.assets());
    if (!this.#market.namesPayouts(message)) return;
    this.#isOfferKnown = true;
    this.#snapshots.settle('offer', null);
  }

  #become(state: BrokerState): void {
    this.#state = state;
    this.#listener.onState(state);
  }
}
