import type { BrokerClock } from '@vigia/broker-kit/clock';
import type { BrokerAsset, BrokerFault, Oddities, OrderReply, TimedOrder } from '@vigia/broker-kit/port';
import { type Cancel, type Clock, type EpochMs, err, ok, type Ratio, type Result } from '@vigia/core/kernel';
import type { Currency } from '@vigia/core/money';
import type { Catalog } from '../assets.ts';
import type { IqClient } from '../client.ts';
import { orderWithoutContract } from '../orders.ts';
import { brokerAssetOf, DigitalList, digitalAssetsIn, isOpenAt, UNDERLYINGS, UNDERLYINGS_CHANGED } from './assets.ts';
import { DigitalFills, ordersOf } from './fills.ts';
import { DigitalInstruments, instrumentFor, spotSymbolOf } from './instruments.ts';
import { type Evidence, type Plan, type Purchase, placeCall, replyOf, takenContract } from './placing.ts';
import { DigitalPrices } from './prices.ts';
import { PlacedOrder } from './wire.ts';

type DigitalOptions = Evidence & {
  readonly client: Pick<IqClient, 'callForRecords' | 'callAsOrder' | 'subscribe' | 'unsubscribe'>;
  readonly clock: Clock;
  readonly serverClock: BrokerClock;
  /** Returns the turbo and binary assets, from which digital assets take their decimals and their type. */
  catalog(): Pick<Catalog, 'byId'>;
  /** null for an account that is not listed. */
  currencyOf(accountId: string): Currency | null;
  readonly oddities?: Oddities | undefined;
  /** Handles the event that an asset has opened, closed or changed its durations. */
  onChange(): void;
};

type Wanted = Pick<TimedOrder, 'accountId' | 'symbol' | 'direction' | 'durationS'>;

/** Interval at which the instruments of a viewed asset are read again. */
const LOOKED_MS = 60_000;
const PRICE_TRIES = 2;
const NO_PRICE: BrokerFault = { kind: 'network', detail: 'no price of the digital option came' };

/** Digital options at the current price: their assets, payouts and orders. Sends each order at most once. */
export class Digital {
  readonly #options: DigitalOptions;
  readonly #instruments: DigitalInstruments;
  readonly #prices: DigitalPrices;
  readonly #fills: DigitalFills;
  readonly #list = new DigitalList();
  /** The pending read of the asset list. The sign-in does not wait for it, because some platforms never answer. */
  #reading: Promise<void> = Promise.resolve();
  readonly #looks = new Set<{ readonly symbol: string }>();
  #lastPublished = '';

  constructor(options: DigitalOptions) {
    this.#options = options;
    this.#instruments = new DigitalInstruments(options.client, options.clock);
    this.#prices = new DigitalPrices(options.client, options.clock);
    this.#fills = new DigitalFills(options.clock, options.oddities);
  }

  /**
   * Handles a new connection: requests the assets with digital options. If the platform refuses, no request follows.
   */
  begin(userId: number): void {
    this.#reading = this.#readAssets().then(() => this.#listen(userId));
  }

  /** Reads the list of assets with digital options again. */
  readAssets(): void {
    this.#reading = this.#readAssets();
  }

  /**
   * Subscribes to events. Without them, records still show the outcome of an order, and the next read the open assets.
   */
  async #listen(userId: number): Promise<void> {
    if (!this.isOffered) return;
    const { client } = this.#options;
    await Promise.all([
      client.subscribe(ordersOf(userId), 'records'),
      client.subscribe(UNDERLYINGS_CHANGED, 'records'),
    ]);
  }

  async #readAssets(): Promise<void> {
    const reply = await this.#options.client.callForRecords(UNDERLYINGS);
    const assets = reply.ok ? digitalAssetsIn(reply.value) : null;
    if (assets === null) return;
    this.#list.become(assets);
    this.#onList();
  }

  /** Handles an `underlying-list-changed` event. It may contain only the changed assets. */
  onUnderlyings(msg: unknown): void {
    const changes = digitalAssetsIn(msg);
    if (changes === null) return this.#options.oddities?.unreadable('underlying-list-changed', false);
    this.#list.change(changes);
    this.#onList();
  }

  #onList(): void {
    this.#readLooked();
    this.publishIfChanged();
  }

  get isOffered(): boolean {
    return this.#list.assets().length > 0;
  }

  /** Returns the symbols, by the number of their asset in the protocol. */
  symbols(): ReadonlyMap<number, string> {
    return new Map(this.#list.assets().map(({ activeId, symbol }) => [activeId, symbol]));
  }

  activeId(symbol: string): number | undefined {
    return this.#list.of(symbol)?.activeId;
  }

  assets(): readonly BrokerAsset[] {
    const { catalog, serverClock } = this.#options;
    return this.#list
      .assets()
      .map((asset) => brokerAssetOf(asset, catalog(), this.#instruments.known(asset.activeId), serverClock.now()));
  }

  /** Keeps the durations of an asset up to date until cancelled, because a user views the asset. */
  look(symbol: string): Cancel {
    const look = { symbol };
    this.#looks.add(look);
    this.#readLooked();
    return () => void this.#looks.delete(look);
  }

  onPrices(msg: unknown): void {
    this.#prices.onPrices(msg);
  }

  onOrder(msg: unknown): void {
    this.#fills.onOrder(msg);
  }

  onPosition(msg: unknown): void {
    this.#fills.onPosition(msg);
  }

  onDrop(): void {
    this.#fills.onDrop();
    this.#instruments.onDrop();
    this.#prices.onDrop();
  }

  /** Runs at intervals: ends unneeded price subscriptions, and publishes assets that opened or closed by schedule. */
  check(): void {
    this.#prices.prune();
    this.#readLooked();
    this.publishIfChanged();
  }

  #readLooked(): void {
    for (const symbol of new Set([...this.#looks].map((look) => look.symbol))) {
      const asset = this.#list.of(symbol);
      if (asset) void this.#instruments.read(asset.activeId, LOOKED_MS).then(() => this.publishIfChanged());
    }
  }

  publishIfChanged(): void {
    const shape = this.assets()
      .map(({ symbol, isOpen, durationsS }) => `${symbol}:${isOpen ? durationsS.join('/') : '-'}`)
      .join();
    if (shape === this.#lastPublished) return;
    this.#lastPublished = shape;
    this.#options.onChange();
  }

  /** Returns the lower payout of both directions, so that the ticket never shows more than an order pays. */
  async quote(order: Wanted): Promise<Result<Ratio, BrokerFault>> {
    const ready = await this.#ready(order);
    if (!ready.ok) return ready;
    const call = this.#plan({ ...order, direction: 'CALL' });
    if (!call.ok) return call;
    const put = this.#plan({ ...order, direction: 'PUT' });
    if (!put.ok) return put;
    const [one, other] = [call.value.payoutRatio, put.value.payoutRatio];
    return ok(one < other ? one : other);
  }

  async place(order: TimedOrder): Promise<OrderReply> {
    const { client, clock } = this.#options;
    const ready = await this.#ready(order);
    if (!ready.ok) return { outcome: 'refused', fault: ready.error };
    const first = this.#planned(order);
    if (!first.ok) return { outcome: 'refused', fault: first.error };
    const leaving: { plan: Result<Plan, BrokerFault>; sentAtMs: EpochMs } = { plan: first, sentAtMs: clock.now() };
    // Instrument and price are chosen when the request is sent, because the rate limit may delay it by seconds.
    const reply = await client.callAsOrder(() => {
      leaving.plan = this.#planned(order);
      leaving.sentAtMs = clock.now();
      return leaving.plan.ok ? placeCall(order, leaving.plan.value) : null;
    });
    const { plan, sentAtMs } = leaving;
    if (!plan.ok) return { outcome: 'refused', fault: plan.error };
    if (!reply.ok) return orderWithoutContract(reply.error, sentAtMs);
    const placed = PlacedOrder.safeParse(reply.value).data;
    if (!placed) return { outcome: 'unknown', cause: 'server_error', sentAtMs };
    const contract = takenContract(order, plan.value, placed.id, this.#options.serverClock.now());
    return replyOf(contract, await this.#fills.of(placed.id), sentAtMs, this.#options);
  }

  /** Reads the instruments and the price that an order needs, unless they were read recently. */
  async #ready(order: Wanted): Promise<Result<null, BrokerFault>> {
    await this.#reading;
    const asset = this.#list.of(order.symbol);
    if (!asset) return err({ kind: 'unknown', detail: `no such asset: ${order.symbol}` });
    const read = await this.#instruments.read(asset.activeId);
    if (!read.ok) return read;
    // While the adapter waits for a price, another expiration may become the nearest one.
    for (let tries = 0; tries < PRICE_TRIES; tries += 1) {
      const found = this.#purchase(order);
      if (!found.ok) return found;
      const strike = spotSymbolOf(found.value.instrument, order.direction);
      if (strike !== null) await this.#prices.want(found.value.instrument, strike);
      if (this.#plan(order).ok) break;
    }
    return ok(null);
  }

  #purchase({ symbol, durationS }: Pick<Wanted, 'symbol' | 'durationS'>): Result<Purchase, BrokerFault> {
    const nowMs = this.#options.serverClock.now();
    const asset = this.#list.of(symbol);
    if (!asset || !isOpenAt(asset, nowMs)) return err({ kind: 'market_closed', detail: symbol });
    const instrument = instrumentFor(this.#instruments.known(asset.activeId), durationS, nowMs);
    return instrument ? ok({ asset, instrument }) : err({ kind: 'invalid_duration', detail: `${durationS} s` });
  }

  #plan({ accountId, symbol, direction, durationS }: Wanted): Result<Plan, BrokerFault> {
    const currency = this.#options.currencyOf(accountId);
    if (currency === null) return err({ kind: 'unknown', detail: 'not sent: no such account' });
    const found = this.#purchase({ symbol, durationS });
    if (!found.ok) return found;
    const strike = spotSymbolOf(found.value.instrument, direction);
    const payoutRatio = strike === null ? null : this.#prices.payoutOf(found.value.instrument, strike);
    return strike === null || payoutRatio === null
      ? err(NO_PRICE)
      : ok({ ...found.value, strike, payoutRatio, currency });
  }

  /**
   * Returns the purchase that is possible now within the order's deadline and lowest payout, or the reason for none.
   */
  #planned(order: TimedOrder): Result<Plan, BrokerFault> {
    if (this.#options.clock.now() >= order.sendDeadlineMs)
      return err({ kind: 'network', detail: 'not sent: its time had passed' });
    const plan = this.#plan(order);
    if (!plan.ok || order.minPayoutRatio === null || plan.value.payoutRatio >= order.minPayoutRatio) return plan;
    return err({ kind: 'price_moved', detail: `pays ${plan.value.payoutRatio}` });
  }
}
