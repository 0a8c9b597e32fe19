import { type Direction, REJECTIONS_KEPT } from '@vigia/core/vocabulary';
import type { MarketCondition } from '../market-data/index.ts';

/** Why prices may not signal: fetched after the fact, or not to be relied on at the moment. */
export type DataFault = 'backfilled' | Exclude<MarketCondition['state'], 'live'>;

/** An opportunity that the prices were not good enough for. */
export type DataRefusal = {
  readonly id: string;
  readonly atMs: number;
  readonly direction: Direction;
  readonly fault: DataFault;
  /** How old the last price was, in milliseconds; null of prices fetched after the fact. */
  readonly ageMs: number | null;
};

/** The last refusals of each strategy since the start, newest first. */
export class DataRefusals {
  readonly #byStrategy = new Map<string, DataRefusal[]>();

  add(strategyId: string, refusal: DataRefusal): void {
    const kept = this.#byStrategy.get(strategyId) ?? [];
    this.#byStrategy.set(strategyId, [refusal, ...kept].slice(0, REJECTIONS_KEPT));
  }

  of(strategyId: string): readonly DataRefusal[] {
    return this.#byStrategy.get(strategyId) ?? [];
  }

  forget(strategyId: string): void {
    this.#byStrategy.delete(strategyId);
  }
}
