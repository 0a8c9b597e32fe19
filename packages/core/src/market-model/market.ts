import { DayMoves } from './day-moves.ts';
import { demoKey, type MarketKey } from './market-key.ts';
import type { PaceKey } from './pace.ts';

const DAY_MS = 86_400_000;

/** Start of the simulated market: 2020-01-01T00:00Z. */
export const MARKET_START_MS = 1_577_836_800_000;
/** End of the simulated market, exclusive: 2060-01-01T00:00Z. */
export const MARKET_END_MS = 2_840_140_800_000;
/** Time within which the market has its first tick. */
const FIRST_TICK_MS = 2_000;
/** Day of 2026-01-01, at whose start every asset has its base price. Days are counted from 1970-01-01. */
const REFERENCE_DAY = 20_454;

/** The moment from which a market continues the prices of an earlier one. */
export type MarketOrigin = {
  /** Epoch milliseconds. The market has no ticks before this moment. */
  readonly timeMs: number;
  /** The last price before the moment, by symbol. */
  readonly prices: Readonly<Record<string, number>>;
};

/** Everything that determines the ticks and payouts of a simulated market. The key is secret. */
export type MarketFacts = {
  readonly key: MarketKey;
  readonly pace: PaceKey;
  /** Null if the market begins at {@link MARKET_START_MS}, with the base prices on 2026-01-01. */
  readonly origin: MarketOrigin | null;
};

/**
 * A simulated market. It remembers the sum of each symbol's moves by day, so that one object should serve all cursors.
 */
export class SimulatedPrices {
  readonly facts: MarketFacts;
  /** Time from which the market's ticks may be read, epoch milliseconds. */
  readonly firstMs: number;
  readonly #levels = new Map<string, DayLevels>();

  constructor(facts: MarketFacts) {
    this.facts = facts;
    this.firstMs = Math.max(MARKET_START_MS + FIRST_TICK_MS, facts.origin?.timeMs ?? 0);
  }

  /** Returns the sums of the daily moves of a symbol. */
  levelsOf(symbol: string): DayLevels {
    let levels = this.#levels.get(symbol);
    if (levels === undefined) {
      levels = new DayLevels(new DayMoves(this.facts.key, symbol));
      this.#levels.set(symbol, levels);
    }
    return levels;
  }
}

/**
 * A market with a known key and even gaps between its ticks: for demonstrations, simulators of brokers and tests.
 */
export const demoMarket = (seed: number, pace: PaceKey = 'even'): SimulatedPrices =>
  new SimulatedPrices(demoFacts(seed, pace));

/** Returns the facts of {@link demoMarket}. */
export const demoFacts = (seed: number, pace: PaceKey = 'even'): MarketFacts => ({
  key: demoKey(seed),
  pace,
  origin: null,
});

/** The moves of a symbol since 2026-01-01, at the start of each day. */
export class DayLevels {
  readonly #moves: DayMoves;
  /** Level at the start of the reference day and of the days after it. */
  readonly #after: number[] = [0];
  /** Level at the start of the reference day and of the days before it, the nearest first. */
  readonly #before: number[] = [0];

  constructor(moves: DayMoves) {
    this.#moves = moves;
  }

  /** Returns the level at the start of a day. */
  at(day: number): number {
    const distance = Math.abs(day - REFERENCE_DAY);
    const levels = day < REFERENCE_DAY ? this.#before : this.#after;
    while (levels.length <= distance) levels.push(this.#further(levels, day < REFERENCE_DAY));
    return levels[distance] ?? 0;
  }

  #further(levels: readonly number[], isBefore: boolean): number {
    const steps = levels.length;
    this.#moves.load(isBefore ? REFERENCE_DAY - steps : REFERENCE_DAY + steps - 1);
    const move = this.#moves.diffusion + this.#moves.jumpSum;
    return (levels[steps - 1] ?? 0) + (isBefore ? -move : move);
  }
}

export const dayOf = (timeMs: number): number => Math.floor(timeMs / DAY_MS);
export const dayStartMs = (day: number): number => day * DAY_MS;
