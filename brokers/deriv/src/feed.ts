import type {
  BrokerDeps,
  BrokerFault,
  FeedAsset,
  HistoryFault,
  PriceFeed,
  PriceFeedState,
  PriceListener,
} from '@vigia/broker-kit/port';
import type { LinkState } from '@vigia/broker-kit/socket';
import type { CandleColumns, TickColumns } from '@vigia/core/candles';
import { type Cancel, durationMs, type EpochMs, err, ok, type Ratio, type Result } from '@vigia/core/kernel';
import { type MarketKey, payoutRatio } from '@vigia/core/market-model';
import { AssetBook } from './assets.ts';
import { readCandles, readTicks } from './candles.ts';
import { DerivClient, faultOf, type RequestFailure } from './client.ts';
import { feedAssets } from './feed-assets.ts';
import { DerivLimits } from './limits.ts';
import { ORIGINS } from './login.ts';
import { MinuteCache } from './minute-cache.ts';
import { TickStreams } from './ticks.ts';
import { ActiveSymbols } from './wire/replies.ts';
import { activeSymbols } from './wire/requests.ts';

const ASSETS_EVERY_MS = 60_000;
const MINUTE_S = 60;

export type DerivFeedOptions = Pick<BrokerDeps, 'clock' | 'rng' | 'log' | 'origins'> & {
  /**
   * Key of the payouts of paper trades. These payouts come from the model of the simulated market, because Deriv
   * quotes a payout only for a single option contract.
   */
  readonly payoutKey: MarketKey;
};

/** A connected price feed that its owner can close. */
export interface ClosableDerivFeed extends PriceFeed {
  /** Closes the socket. The owner must call it even if the feed was never started. */
  close(): Promise<void>;
}

/**
 * Connects to Deriv's public prices, which need no account. Resolves with the feed once the assets are known, or with a
 * fault. Later the feed reconnects by itself.
 */
export async function openDerivFeed(options: DerivFeedOptions): Promise<Result<ClosableDerivFeed, BrokerFault>> {
  const feed = new DerivFeed(options);
  const opened = await feed.open();
  return opened.ok ? ok(feed) : opened;
}

/**
 * The price feed on the public socket of Deriv's new API. Ticks have times in whole seconds. History comes over the
 * same socket.
 */
class DerivFeed implements ClosableDerivFeed {
  readonly source = 'deriv';
  readonly #options: DerivFeedOptions;
  readonly #book = new AssetBook();
  readonly #client: DerivClient;
  readonly #watch: TickStreams;
  readonly #minutes = new MinuteCache();
  #assets: readonly FeedAsset[] = [];
  #listener: PriceListener | null = null;
  #cancelRefresh: Cancel = () => undefined;

  constructor(options: DerivFeedOptions) {
    const { clock, origins } = options;
    const url = `${(origins['rest'] ?? ORIGINS.rest).replace(/^http/, 'ws')}/trading/v1/options/ws/public`;
    this.#options = options;
    this.#client = new DerivClient({
      deps: options,
      limits: new DerivLimits(clock),
      target: async () => ok({ url }),
      signIn: () => this.#readAssets(),
      onFrame: (frame) => this.#watch.onFrame(frame),
      onState: (state) => this.#linkChanged(state),
    });
    this.#watch = new TickStreams({
      client: () => this.#client,
      assets: this.#book,
      clock,
      onTick: (tick) => this.#listener?.onTick(tick),
    });
  }

  async open(): Promise<Result<null, BrokerFault>> {
    const started = await this.#client.start();
    if (!started.ok) return started;
    this.#assets = feedAssets(this.#book);
    this.#cancelRefresh = this.#options.clock.every(durationMs(ASSETS_EVERY_MS), () => void this.#refresh());
    if (this.#assets.length > 0) return started;
    await this.close();
    return err({ kind: 'unknown', detail: 'no asset the product knows' });
  }

  close(): Promise<void> {
    this.#listener = null;
    this.#cancelRefresh();
    return this.#client.stop();
  }

  assets(): readonly FeedAsset[] {
    return this.#assets;
  }

  /**
   * Returns whether the market was open in Deriv's last list of assets. While connected, the list is read every minute.
   */
  isMarketOpen(symbol: string): boolean {
    return this.#book.asset(symbol)?.isOpen === true;
  }

  payoutRatio(symbol: string, durationS: number, timeMs: EpochMs): Ratio | null {
    const isListed = this.#assets.some((asset) => asset.symbol === symbol);
    return isListed ? payoutRatio(this.#options.payoutKey, { symbol }, durationS, timeMs) : null;
  }

  start(listener: PriceListener, resumeAfterMs: ReadonlyMap<string, number>): Cancel {
    this.#listener = listener;
    const cancels = this.#assets.map(({ symbol }) => this.#watch.watch(symbol, resumeAfterMs.get(symbol) ?? null));
    const cancelFirst = this.#options.clock.after(durationMs(0), () => void this.#catchUp());
    return () => {
      cancelFirst();
      this.#listener = null;
      for (const cancel of cancels) cancel();
    };
  }

  async historyTicks(symbol: string, fromMs: number, toMs: number): Promise<Result<TickColumns, HistoryFault>> {
    const theirs = this.#theirs(symbol);
    return theirs === null
      ? err('unknown_symbol')
      : readable(await readTicks(this.#client, theirs, fromMs, Math.min(toMs, this.#theirNowMs() + 1)));
  }

  async historyCandles(symbol: string, fromMs: number, toMs: number): Promise<Result<CandleColumns, HistoryFault>> {
    const theirs = this.#theirs(symbol);
    if (theirs === null) return err('unknown_symbol');
    const nowMs = this.#theirNowMs();
    const closedMs = Math.floor(nowMs / (MINUTE_S * 1_000)) * MINUTE_S * 1_000;
    const read = (pageFromMs: number, pageToMs: number) =>
      readCandles(this.#client, theirs, MINUTE_S, { fromMs: pageFromMs, toMs: pageToMs, nowMs });
    return readable(await this.#minutes.candles(symbol, { fromMs, toMs, closedMs }, read));
  }

  #linkChanged({ status }: LinkState): void {
    if (status === 'open') return void this.#catchUp();
    this.#watch.onDrop();
    this.#publish('down');
  }

  /**
   * Reports `live` once every stream has a reply. If a stream was interrupted, its missed ticks are published first.
   */
  async #catchUp(): Promise<void> {
    if (this.#client.state().status !== 'open') return this.#publish('down');
    this.#publish('catching_up');
    await this.#watch.openAll();
    if (this.#client.state().status === 'open') this.#publish('live');
  }

  #publish(state: PriceFeedState): void {
    this.#listener?.onState(state);
  }

  async #refresh(): Promise<void> {
    if (this.#client.state().status !== 'open') return;
    await this.#readAssets();
    await this.#watch.openAll();
  }

  async #readAssets(): Promise<Result<null, BrokerFault>> {
    const listed = await this.#client.ask(activeSymbols, ActiveSymbols);
    if (!listed.ok) return err(faultOf(listed.error));
    this.#book.updateList(listed.value.active_symbols);
    return ok(null);
  }

  #theirs(symbol: string): string | null {
    return this.#book.theirs(symbol) ?? null;
  }

  #theirNowMs(): number {
    return this.#options.clock.now() + (this.#client.time().offsetMs ?? 0);
  }
}

const readable = <Value>(read: Result<Value, RequestFailure>): Result<Value, HistoryFault> =>
  read.ok ? read : err('unreachable');
