import type { AssetSpec } from './assets.ts';
import { columnValueAt } from './cell.ts';
import { DAY_PARTS, DayMoves } from './day-moves.ts';
import { DayPath } from './day-path.ts';
import { type DayLevels, dayOf, dayStartMs, MARKET_END_MS, MARKET_START_MS, type SimulatedPrices } from './market.ts';
import { PACES } from './pace.ts';
import { PART_MS, PartTicks } from './part-ticks.ts';

/** A walk over the ticks of a path. `move` is the logarithm of the price, relative to the base price. */
export interface TickPath {
  /** Time of the current tick, epoch milliseconds. */
  readonly timeMs: number;
  readonly move: number;
  /** Moves to the next tick. */
  next(): void;
  /**
   * Moves to the last tick with time < `timeMs`.
   * @throws RangeError outside the market's years
   */
  seekBefore(timeMs: number): void;
}

/** The path of one symbol. A step to the next tick is fast; a random time costs the computation of its day. */
export class SymbolPath implements TickPath {
  timeMs = 0;
  move = 0;
  readonly #volatility: number;
  readonly #levels: DayLevels;
  readonly #moves: DayMoves;
  readonly #path: DayPath;
  readonly #ticks: PartTicks;
  #day = Number.NaN;
  #level = 0;
  #part = Number.NaN;
  #row = 0;

  constructor(market: SimulatedPrices, asset: AssetSpec) {
    this.#volatility = asset.annualVolatilityRatio;
    this.#levels = market.levelsOf(asset.symbol);
    this.#moves = new DayMoves(market.facts.key, asset.symbol);
    this.#path = new DayPath(this.#moves, asset.hourProfile);
    this.#ticks = new PartTicks(this.#moves, PACES[market.facts.pace]);
  }

  next(): void {
    if (this.#row + 1 < this.#ticks.count) this.#row += 1;
    else this.#loadFollowing();
    this.#read();
  }

  seekBefore(timeMs: number): void {
    if (!(timeMs > MARKET_START_MS && timeMs < MARKET_END_MS))
      throw new RangeError(`${timeMs} lies outside the simulated market`);
    const day = dayOf(timeMs);
    const sinceMs = timeMs - dayStartMs(day);
    this.#loadPart(day, Math.min(Math.floor(sinceMs / PART_MS), DAY_PARTS - 1));
    if (sinceMs <= columnValueAt(this.#ticks.timesMs, 0)) this.#loadPreceding();
    else this.#row = lastBefore(this.#ticks, sinceMs);
    this.#read();
  }

  #read(): void {
    this.timeMs = dayStartMs(this.#day) + columnValueAt(this.#ticks.timesMs, this.#row);
    this.move = this.#volatility * (this.#level + columnValueAt(this.#ticks.values, this.#row));
  }

  #loadFollowing(): void {
    if (this.#part + 1 < DAY_PARTS) this.#loadPart(this.#day, this.#part + 1);
    else this.#loadPart(this.#day + 1, 0);
    this.#row = 0;
  }

  #loadPreceding(): void {
    if (this.#part > 0) this.#loadPart(this.#day, this.#part - 1);
    else this.#loadPart(this.#day - 1, DAY_PARTS - 1);
    this.#row = this.#ticks.count - 1;
  }

  #loadPart(day: number, part: number): void {
    if (day === this.#day && part === this.#part) return;
    if (day !== this.#day) {
      this.#day = day;
      this.#level = this.#levels.at(day);
      this.#moves.load(day);
      this.#path.load(this.#moves);
    }
    this.#part = part;
    this.#ticks.load(this.#moves, this.#path, part);
  }
}

/** Returns the row of the last tick with time < `sinceMs`, which is later than the first tick. */
function lastBefore({ timesMs, count }: PartTicks, sinceMs: number): number {
  let low = 0;
  let high = count;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (columnValueAt(timesMs, middle) < sinceMs) low = middle;
    else high = middle;
  }
  return low;
}
