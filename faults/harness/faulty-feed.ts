import type { FeedTick, HistoryFault, PriceFeed, PriceFeedState, PriceListener } from '@vigia/broker-kit/port';
import type { CandleColumns, TickColumns } from '@vigia/core/candles';
import { type Cancel, type EpochMs, err, ok, type Ratio, type Result } from '@vigia/core/kernel';
import { SeededRng } from '@vigia/testkit';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/**
 * A fault of a price source. It stays active until the scenario replaces it. `share` is the fraction of the ticks that
 * the fault affects, 0 to 1.
 */
export type FeedFault =
  /** Ticks are sent twice. */
  | { readonly kind: 'duplicate'; readonly share: number }
  /** Two consecutive ticks are swapped within their minute, so that one is up to 2 s late. */
  | { readonly kind: 'reorder'; readonly share: number }
  /** Ticks with another price arrive for minutes that were closed `lagMs` ago. */
  | { readonly kind: 'late'; readonly share: number; readonly lagMs: number }
  /** The connection is lost. When the fault ends, the source sends the missed ticks. */
  | { readonly kind: 'cut' }
  /**
   * The connection stays open, but the source sends no ticks for these symbols. When the fault ends, it sends the
   * missed ticks.
   */
  | { readonly kind: 'silent'; readonly symbols: readonly string[] }
  /** The source repeats the same price for these symbols. */
  | { readonly kind: 'frozen'; readonly symbols: readonly string[] }
  /** Some ticks have an impossible price or time. */
  | { readonly kind: 'garbage'; readonly share: number }
  /** The history of the source differs from its stream: every price is multiplied by this factor. */
  | { readonly kind: 'rewrite'; readonly factor: number };

type Kind = FeedFault['kind'];
type Fault<K extends Kind> = Extract<FeedFault, { readonly kind: K }>;

/** A price source with faults that a scenario sets. Without faults it behaves as the wrapped source. */
export class FaultyFeed implements PriceFeed {
  readonly source: PriceFeed['source'];
  readonly #inner: PriceFeed;
  readonly #rng: SeededRng;
  #faults: readonly FeedFault[];
  #listener: PriceListener | null = null;
  #innerState: PriceFeedState = 'connecting';
  #held = new Map<string, FeedTick>();
  #missed: FeedTick[] = [];
  #frozen = new Map<string, number>();
  #recent: FeedTick[] = [];

  /**
   * Creates the feed.
   * @param source the id under which this feed reports its prices
   */
  constructor(inner: PriceFeed, seed: number, faults: readonly FeedFault[], source = inner.source) {
    this.#inner = inner;
    this.source = source;
    this.#rng = new SeededRng(seed);
    this.#faults = faults;
  }

  assets() {
    return this.#inner.assets();
  }

  isMarketOpen(symbol: string, timeMs: EpochMs): boolean {
    return this.#inner.isMarketOpen(symbol, timeMs);
  }

  payoutRatio(symbol: string, durationS: number, timeMs: EpochMs): Ratio | null {
    return this.#inner.payoutRatio(symbol, durationS, timeMs);
  }

  start(listener: PriceListener, resumeAfterMs: ReadonlyMap<string, number>): Cancel {
    this.#listener = listener;
    return this.#inner.start(
      {
        onTick: (tick) => this.#take(tick),
        onState: (state) => {
          this.#innerState = state;
          if (this.#has('cut') === null) listener.onState(state);
        },
      },
      resumeAfterMs,
    );
  }

  async historyTicks(symbol: string, fromMs: number, toMs: number): Promise<Result<TickColumns, HistoryFault>> {
    if (this.#has('cut') !== null) return err('unreachable');
    const ticks = await this.#inner.historyTicks(symbol, fromMs, toMs);
    const factor = this.#has('rewrite')?.factor;
    if (!ticks.ok || factor === undefined) return ticks;
    return ok({ ...ticks.value, price: ticks.value.price.map((price) => price * factor) });
  }

  historyCandles(symbol: string, fromMs: number, toMs: number): Promise<Result<CandleColumns, HistoryFault>> {
    return this.#has('cut') === null
      ? this.#inner.historyCandles(symbol, fromMs, toMs)
      : Promise.resolve(err('unreachable'));
  }

  /** Replaces the active faults. Sends the ticks that an ended fault has delayed immediately, as history. */
  become(faults: readonly FeedFault[]): void {
    const wasCut = this.#has('cut') !== null;
    const wasRewriting = this.#has('rewrite') !== null;
    this.#faults = faults;
    if (!wasCut && this.#has('cut') !== null) this.#listener?.onState('down');
    if (this.#has('frozen') === null) this.#frozen.clear();
    if (!wasRewriting && this.#has('rewrite') !== null) this.#rewrite();
    if (this.#has('cut') === null && this.#has('silent') === null) this.#catchUp(wasCut);
  }

  #has<K extends Kind>(kind: K): Fault<K> | null {
    return this.#faults.find((fault): fault is Fault<K> => fault.kind === kind) ?? null;
  }

  #chance(share: number | undefined): boolean {
    return share !== undefined && this.#rng.next() < share;
  }

  #take(tick: FeedTick): void {
    const isSilent = this.#has('silent')?.symbols.includes(tick.symbol) ?? false;
    if (this.#has('cut') !== null || isSilent) return void this.#missed.push(tick);
    this.#emitGarbage(tick);
    this.#emitLate(tick);
    const held = this.#held.get(tick.symbol);
    this.#held.delete(tick.symbol);
    if (held === undefined && this.#chance(this.#has('reorder')?.share) && !isLastOfMinute(tick)) {
      this.#held.set(tick.symbol, tick);
      return;
    }
    if (held !== undefined && minuteOf(held) !== minuteOf(tick)) this.#emit(held);
    this.#emit(tick);
    if (held !== undefined && minuteOf(held) === minuteOf(tick)) this.#emit(held);
  }

  #emit(tick: FeedTick): void {
    const sent = this.#asFrozen(tick);
    this.#listener?.onTick(sent);
    if (this.#chance(this.#has('duplicate')?.share)) this.#listener?.onTick(sent);
    this.#recent.push(tick);
    if (this.#recent.length > 4_000) this.#recent = this.#recent.slice(-2_000);
  }

  #asFrozen(tick: FeedTick): FeedTick {
    if (!this.#has('frozen')?.symbols.includes(tick.symbol)) return tick;
    const price = this.#frozen.get(tick.symbol) ?? tick.price;
    this.#frozen.set(tick.symbol, price);
    return { ...tick, price };
  }

  #emitLate(tick: FeedTick): void {
    const late = this.#has('late');
    if (late === null || !this.#chance(late.share)) return;
    this.#listener?.onTick({ ...tick, timeMs: tick.timeMs - late.lagMs, price: tick.price * 1.05, backfilled: true });
  }

  #emitGarbage(tick: FeedTick): void {
    if (!this.#chance(this.#has('garbage')?.share)) return;
    const { timeMs, price } = tick;
    const nonsense = [
      { ...tick, price: Number.NaN },
      { ...tick, price: 0 },
      { ...tick, price: -price },
      { ...tick, price: price * 1_000 },
      { ...tick, price: Number.POSITIVE_INFINITY },
      { ...tick, timeMs: timeMs + HOUR_MS },
      { ...tick, timeMs: Number.NaN },
    ];
    const chosen = nonsense[Math.floor(this.#rng.next() * nonsense.length)];
    if (chosen !== undefined) this.#listener?.onTick(chosen);
  }

  /** Sends the missed ticks as history when the connection is restored. */
  #catchUp(wasCut: boolean): void {
    const missed = this.#missed;
    this.#missed = [];
    if (missed.length === 0 && !wasCut) return;
    this.#listener?.onState('catching_up');
    for (const tick of missed) this.#emit({ ...tick, backfilled: true });
    this.#listener?.onState(this.#innerState);
  }

  /** Sends the ticks of the last two minutes again with other prices. */
  #rewrite(): void {
    const factor = this.#has('rewrite')?.factor ?? 1;
    const newestMs = this.#recent.at(-1)?.timeMs ?? 0;
    const again = this.#recent.filter(
      ({ timeMs }) => minuteAt(timeMs) < minuteAt(newestMs) && timeMs > newestMs - 2 * MINUTE_MS,
    );
    for (const tick of again) this.#listener?.onTick({ ...tick, price: tick.price * factor, backfilled: true });
  }
}

const minuteAt = (timeMs: number): number => Math.floor(timeMs / MINUTE_MS);
const minuteOf = ({ timeMs }: FeedTick): number => minuteAt(timeMs);
/**
 * Returns true if this tick is the last of its minute. The next tick comes within 2 s, and may belong to the next
 * minute.
 */
const isLastOfMinute = ({ timeMs }: FeedTick): boolean => timeMs % MINUTE_MS > MINUTE_MS - 2_100;
