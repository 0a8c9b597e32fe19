import type { PriceSource } from '@vigia/core/vocabulary';

/** An alert that waits for its price. */
export type WaitingAlert = {
  readonly id: string;
  readonly userId: string;
  readonly source: PriceSource;
  readonly symbol: string;
  readonly direction: 'up' | 'down';
  readonly level: number;
};

/** Alerts of one symbol of one source. The next one to fire is the last of each list. */
class Levels {
  /** Fire on or above their level: the highest level first. */
  readonly ups: WaitingAlert[] = [];
  /** Fire on or below their level: the lowest level first. */
  readonly downs: WaitingAlert[] = [];
  /** Level of the last of each list, so that a tick compares two numbers. */
  lowestUp = Infinity;
  highestDown = -Infinity;

  refresh(): void {
    this.lowestUp = this.ups.at(-1)?.level ?? Infinity;
    this.highestDown = this.downs.at(-1)?.level ?? -Infinity;
  }
}

/**
 * The alerts that wait, by source and symbol with sorted levels. A tick that fires none costs two look-ups and two
 * comparisons, and allocates nothing.
 */
export class AlertBook {
  readonly #sources = new Map<PriceSource, Map<string, Levels>>();
  readonly #byId = new Map<string, WaitingAlert>();

  get size(): number {
    return this.#byId.size;
  }

  has(id: string): boolean {
    return this.#byId.has(id);
  }

  ids(): readonly string[] {
    return [...this.#byId.keys()];
  }

  /** Adds an alert. An alert with a known id is ignored: alerts never change. */
  add(alert: WaitingAlert): void {
    if (this.#byId.has(alert.id)) return;
    this.#byId.set(alert.id, alert);
    const levels = this.#levelsOf(alert);
    const list = alert.direction === 'up' ? levels.ups : levels.downs;
    list.splice(placeOf(list, alert), 0, alert);
    levels.refresh();
  }

  remove(id: string): void {
    const alert = this.#byId.get(id);
    if (alert === undefined) return;
    this.#byId.delete(id);
    const levels = this.#levelsOf(alert);
    const list = alert.direction === 'up' ? levels.ups : levels.downs;
    list.splice(list.indexOf(alert), 1);
    levels.refresh();
  }

  /** Removes and returns the alerts that a live price fires; null if there are none. */
  take(source: PriceSource, symbol: string, price: number): readonly WaitingAlert[] | null {
    const levels = this.#sources.get(source)?.get(symbol);
    if (levels === undefined || (price < levels.lowestUp && price > levels.highestDown)) return null;
    const fired: WaitingAlert[] = [];
    for (let last = levels.ups.at(-1); last !== undefined && price >= last.level; last = levels.ups.at(-1)) {
      levels.ups.pop();
      fired.push(last);
    }
    for (let last = levels.downs.at(-1); last !== undefined && price <= last.level; last = levels.downs.at(-1)) {
      levels.downs.pop();
      fired.push(last);
    }
    for (const { id } of fired) this.#byId.delete(id);
    levels.refresh();
    return fired;
  }

  #levelsOf({ source, symbol }: WaitingAlert): Levels {
    const symbols = this.#sources.get(source) ?? new Map<string, Levels>();
    this.#sources.set(source, symbols);
    const levels = symbols.get(symbol) ?? new Levels();
    symbols.set(symbol, levels);
    return levels;
  }
}

/** Returns the place of an alert in its sorted list. Of equal levels, the older one fires first. */
function placeOf(list: readonly WaitingAlert[], { level, direction }: WaitingAlert): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const there = list[middle]?.level ?? level;
    const isBefore = direction === 'up' ? there > level : there < level;
    if (isBefore) low = middle + 1;
    else high = middle;
  }
  return low;
}
