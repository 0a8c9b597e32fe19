import type { PcrDebug, PcrSequenceView, RejectionView } from '@vigia/contract';
import type { SetupRow } from '../pcr.repository.ts';
import type { RunningRow, SetupCounters } from './setup-run.ts';

/**
 * Number of asset and timeframe pairs that setups watch, and the time of the last candle (epoch milliseconds; null:
 * none yet).
 */
export type EngineHealth = { readonly streams: number; readonly lastCandleAtMs: number | null };

/**
 * The setups that the engine runs. A setup that does not run has no state: methods return null or an empty result for
 * it.
 */
export interface RunningSetups {
  /**
   * Runs a setup as it is stored now; call it after the commit. Resolves once its history is folded. If the same
   * version already runs, only its name and switches are updated; another version is replaced. A setup that is switched
   * off, or belongs to another process, is stopped.
   */
  open(row: SetupRow): Promise<void>;
  /** Stops a setup. Its published signals are still settled. */
  close(setupId: string): void;
  /** Reads a setup as it is stored now and starts, updates or stops it to match. Resolves once that is done. */
  reload(setupId: string): Promise<void>;
  health(): EngineHealth;
  /**
   * Returns the rejections by filters and by data checks, newest first, at most 50. Outcomes of orders are in
   * `automation_decisions`.
   */
  rejections(setupId: string): readonly RejectionView[];
  /** @param after number of the last event the caller has received */
  debug(setupId: string, after: number): PcrDebug | null;
  counters(setupId: string): SetupCounters | null;
  /** Returns the sequences of the setups that pass `isWanted`, newest first. */
  sequences(isWanted: (row: RunningRow) => boolean): PcrSequenceView[];
}
