import { type Direction, REJECTIONS_KEPT } from '@vigia/core/vocabulary';
import type { MarketCondition } from '../market-data/index.ts';

/** The reason why prices give no signal: they are backfilled, or unreliable at the moment. */
export type DataFault = 'backfilled' | Exclude<MarketCondition['state'], 'live'>;

/** A possible signal that was refused because of its prices. */
export type DataRefusal = {
  readonly id: string;
  readonly atMs: number;
  readonly direction: Direction;
  readonly fault: DataFault;
  /** Age of the last price in milliseconds; null for backfilled prices. */
  readonly ageMs: number | null;
};

/** The latest refusals of each strategy since the start of the process, newest first. */
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
