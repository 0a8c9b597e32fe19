import { type Level, watchedLevels } from './watched-levels.ts';
import type { Zone, ZoneLevel } from './zone.ts';

/** A zone's life as plain JSON. */
export type LiveZoneSnapshot = {
  readonly zone: Zone;
  readonly bornAt: number;
  readonly signals: number;
  readonly used: number;
};

/**
 * A live zone: prices are compared as `sign·price`, so that supply (+1) reads as it stands and demand (−1) as its mirror image.
 * Multiplying by ±1 is exact, hence so is every comparison.
 */
export class LiveZone {
  readonly zone: Zone;
  /** Number of the breaking candle in its fold. */
  readonly bornAt: number;
  readonly sign: 1 | -1;
  readonly #levels: readonly Level[];
  readonly #signedExtreme: number;
  /** The level met first, or Infinity if the setup enters at none. */
  readonly #signedNearest: number;
  /** Signals counted against the zone. */
  signals = 0;
  /** Levels that fired since the last close, as bits by depth; only ticks use it. */
  #used = 0;

  /** @param names the levels it is entered at, as `levelNames` orders them */
  constructor(zone: Zone, bornAt: number, names: readonly ZoneLevel[]) {
    this.zone = zone;
    this.bornAt = bornAt;
    this.sign = zone.kind === 'supply' ? 1 : -1;
    this.#levels = watchedLevels(zone, names, this.sign);
    this.#signedExtreme = this.sign * zone.extreme;
    const nearest = this.#levels[0];
    this.#signedNearest = nearest ? this.sign * nearest.price : Infinity;
  }

  /** Whether a price lies beyond the extreme. */
  isBeyond(price: number): boolean {
    return this.sign * price > this.#signedExtreme;
  }

  /**
   * Deepest level that a closed candle touched, or null: armed at the close before it, and reached by its high (demand: low).
   * @param previousClose close of the candle before
   */
  touchedByCandle(previousClose: number, high: number, low: number): Level | null {
    const reach = this.sign === 1 ? high : -low;
    return reach < this.#signedNearest ? null : this.#deepest(this.sign * previousClose, reach, 0);
  }

  /**
   * Deepest level that a tick reached, or null; every level it reached has thereby fired until the next close.
   * @param lastClose close of the last closed candle
   */
  touchedByTick(lastClose: number, price: number): Level | null {
    const reach = this.sign * price;
    if (reach < this.#signedNearest) return null;
    const touched = this.#deepest(this.sign * lastClose, reach, this.#used);
    if (touched) this.#use(this.sign * lastClose, reach);
    return touched;
  }

  /** A close: every level may fire again. */
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
