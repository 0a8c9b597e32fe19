import type { HistoryFault, PriceFeed, PriceListener } from '@vigia/broker-kit/port';
import { SimulatedFeed } from '@vigia/broker-simulated';
import type { CandleColumns, TickColumns } from '@vigia/core/candles';
import { type Cancel, type Clock, durationMs, type EpochMs, type Ratio, type Result } from '@vigia/core/kernel';
import { type AssetSpec, demoMarket, lastTickBefore, SIMULATED_ASSETS } from '@vigia/core/market-model';
import { SeededRng } from '@vigia/testkit';

const SEED = 20_261_121;
const MARKET = demoMarket(SEED);

/**
 * The simulated market with ticks of every asset at a fixed interval; the usual simulated market sends about one tick
 * a second. Each tick changes the price by one to five steps.
 */
export class SteadyFeed implements PriceFeed {
  readonly source = 'simulated';
  readonly #market: SimulatedFeed;
  readonly #clock: Clock;
  readonly #everyMs: number;
  readonly #isSpread: boolean;

  /**
   * Creates the feed.
   * @param everyMs the time between two ticks of an asset
   * @param isSpread true: the assets tick one after another at equal intervals; false: all assets tick at the same time
   */
  constructor(clock: Clock, everyMs: number, isSpread = false) {
    this.#market = new SimulatedFeed(clock, MARKET);
    this.#clock = clock;
    this.#everyMs = everyMs;
    this.#isSpread = isSpread;
  }

  assets(): readonly AssetSpec[] {
    return this.#market.assets();
  }

  isMarketOpen(symbol: string): boolean {
    return this.#market.isMarketOpen(symbol);
  }

  payoutRatio(symbol: string, durationS: number, timeMs: EpochMs): Ratio | null {
    return this.#market.payoutRatio(symbol, durationS, timeMs);
  }

  historyTicks(symbol: string, fromMs: number, toMs: number): Promise<Result<TickColumns, HistoryFault>> {
    return this.#market.historyTicks(symbol, fromMs, toMs);
  }

  historyCandles(symbol: string, fromMs: number, toMs: number): Promise<Result<CandleColumns, HistoryFault>> {
    return this.#market.historyCandles(symbol, fromMs, toMs);
  }

  start(listener: PriceListener): Cancel {
    const rng = new SeededRng(SEED);
    const startMs = this.#clock.now();
    const lines = SIMULATED_ASSETS.map((asset) => {
      const steps = 10 ** asset.decimals;
      return { asset, steps, atSteps: Math.round(lastTickBefore(MARKET, asset, startMs).price * steps) };
    });
    let isLive = false;
    const tick = (line: (typeof lines)[number]) => {
      if (!isLive) listener.onState('live');
      isLive = true;
      const size = 1 + Math.floor(rng.next() * 5);
      line.atSteps += rng.next() < 0.5 ? -size : size;
      const price = line.atSteps / line.steps;
      listener.onTick({ symbol: line.asset.symbol, timeMs: this.#clock.now(), price, backfilled: false });
    };
    if (!this.#isSpread) return this.#clock.every(durationMs(this.#everyMs), () => lines.forEach(tick));
    const stepMs = this.#everyMs / lines.length;
    let ticked = 0;
    return this.#clock.every(durationMs(stepMs), () => {
      const due = Math.floor((this.#clock.now() - startMs) / stepMs);
      // After a late timer the feed sends the missed ticks, but never two ticks of the same asset in one call.
      ticked = Math.max(ticked, due - lines.length);
      for (; ticked < due; ticked += 1) {
        const line = lines[ticked % lines.length];
        if (line) tick(line);
      }
    });
  }
}
