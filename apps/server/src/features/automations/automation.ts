import type { Candle } from '@vigia/core/candles';
import type { SettleableSignal } from '@vigia/core/pcr';
import type { PriceSource, Timeframe } from '@vigia/core/vocabulary';

/** The stored fields of an automation (a setup or a strategy) that the engine reads. */
export type AutomationRow = {
  readonly id: string;
  /** Id of the user; null for built-in setups. */
  readonly user_id: string | null;
  readonly asset: string;
  readonly timeframe: Timeframe;
  /** Source of the prices that the automation works on; null for the server's default market. */
  readonly price_source: PriceSource | null;
  readonly version: number;
  /** Market time at which this version went live. Candles that close later may give signals. */
  readonly live_since: Date;
  readonly updated_at: Date;
};

/** One running automation. */
export interface AutomationRun<Group> {
  /** The stored row. Its name and switches may change within a version. */
  row: AutomationRow;
  /** True while the automation replays its history. Signals from the history are not published. */
  isFolding: boolean;
  /** The evaluation that this automation shares with other automations with equal rules. */
  readonly group: Group;
  /** Signals without an outcome, published or not. */
  readonly pendingSignals: readonly SettleableSignal[];
}

/** Automations of one asset and timeframe that share one evaluation, because their rules are equal. */
export interface EvaluationGroup<Run> {
  /** Identifies the rules. Groups with equal keys and equal states can be merged. */
  readonly key: string;
  readonly runs: ReadonlySet<Run>;
  /** Applies a closed candle of the timeframe. Ignores a candle that was applied before. */
  onCandle(candle: Candle): void;
  /** Applies a tick. Ignores a tick that is older than the newest applied tick. */
  onTick(timeMs: number, price: number): void;
  /** Settles signals that expired before `nowMs`. The market has already delivered all prices up to this time. */
  advanceClock(nowMs: number): void;
  remove(run: Run): void;
  hasSameState(other: this): boolean;
  /** Moves the runs of a group with an equal state into this group. */
  adopt(other: this): void;
}
