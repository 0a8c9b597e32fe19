import { type Level, watchedLevels } from './watched-levels.ts';
import type { Zone, ZoneLevel } from './zone.ts';

/** State of a live zone as plain JSON. */
export type LiveZoneSnapshot = {
  readonly zone: Zone;
  readonly bornAt: number;
  readonly signals: number;
  readonly used: number;
};

/**
 * A live price zone. Prices are compared as `sign·price`, so that the same code handles supply (+1) and demand (−1).
 * Multiplication by ±1 is exact, so the comparisons are exact too.
 */
export class LiveZone {
  readonly zone: Zone;
  /** Number of the breaking candle in its fold, counted from 1. */
  readonly bornAt: number;
  readonly sign: 1 | -1;
  readonly #levels: readonly Level[];
  readonly #signedExtreme: number;
  /** Nearest level, which price reaches first, times the sign; Infinity if the setup enters at no level. */
  readonly #signedNearest: number;
  /** Number of signals counted against the zone. */
  signals = 0;
  /** Levels that triggered since the last close, as bits by depth. Only ticks use them. */
  #used = 0;

  /** @param names the entry levels, in the order of `pricedLevelNames` */
  constructor(zone: Zone, bornAt: number, names: readonly ZoneLevel[]) {
    this.zone = zone;
    this.bornAt = bornAt;
    this.sign = zone.kind === 'supply' ? 1 : -1;
    this.#levels = watchedLevels(zone, names, this.sign);
    this.#signedExtreme = this.sign * zone.extreme;
    const nearest = this.#levels[0];
    this.#signedNearest = nearest ? this.sign * nearest.price : Infinity;
  }

  /** Returns true if a price is beyond the extreme. */
  isBeyond(price: number): boolean {
    return this.sign * price > this.#signedExtreme;
  }

  /**
   * Returns the deepest level that a closed candle touched, or null. A level is touched if the previous close is before
   * it and the candle's high (for demand: its low) reaches it.
   * @param previousClose close of the previous candle
   */
  touchedByCandle(previousClose: number, high: number, low: number): Level | null {
    const reach = this.sign === 1 ? high : -low;
    return reach < this.#signedNearest ? null : this.#deepest(this.sign * previousClose, reach, 0);
  }

  /**
   * Returns the deepest level that a tick reached, or null. Every level that the tick reached counts as triggered until
   * the next close.
   * @param lastClose close of the last closed candle
   */
  touchedByTick(lastClose: number, price: number): Level | null {
    const reach = this.sign * price;
    if (reach < this.#signedNearest) return null;
    const touched = this.#deepest(this.sign * lastClose, reach, this.#used);
    if (touched) this.#use(this.sign * lastClose, reach);
    return touched;
  }

  /** Handles a close: each level may trigger again. */
  rearm(): void {
    this.#used = 0;
  }

  #deepest(signedClose: number, reach: number, used: number): Level | null {
    for (let depth = this.#levels.length - 1; depth >= 0; depth -= 1) {
      const level = this.#levels[depth];
      if (!level) continue;
      const price = this.sign * level.price;
      if (signedClose < price && reach >= price && (used & (1 << depth)) === 0) return level;
    }
    return null;
  }

  #use(signedClose: number, reach: number): void {
    this.#levels.forEach((level, depth) => {
      const price = this.sign * level.price;
      if (signedClose < price && reach >= price) this.#used |= 1 << depth;
    });
  }

  snapshot(): LiveZoneSnapshot {
    return { zone: this.zone, bornAt: this.bornAt, signals: this.signals, used: this.#used };
  }

  static restore(state: LiveZoneSnapshot, names: readonly ZoneLevel[]): LiveZone {
    const live = new LiveZone(state.zone, state.bornAt, names);
    live.signals = state.signals;
    live.#used = state.used;
    return live;
  }
}
