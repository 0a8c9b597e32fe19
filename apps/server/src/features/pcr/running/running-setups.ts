import type { PcrDebug, PcrSequenceView, RejectionView } from '@vigia/contract';
import type { SetupRow } from '../pcr.repository.ts';
import type { RunningRow, SetupCounters } from './setup-run.ts';

/**
 * Health of an engine. `streams` is the number of asset and timeframe pairs that its setups watch. The time of the last
 * candle is in epoch milliseconds; null before the first candle.
 */
export type EngineHealth = { readonly streams: number; readonly lastCandleAtMs: number | null };

/** The setups that the engine runs. For a setup that does not run, the methods return null or an empty result. */
export interface RunningSetups {
  /**
   * Runs a setup as it is stored now. The caller first commits the change. Resolves when the history of the setup is
   * replayed. If its version already runs, only the name and the switches are updated. Another version of the setup is
   * replaced. A setup that is switched off, or belongs to another process, is stopped.
   */
  open(row: SetupRow): Promise<void>;
  /** Stops a setup. The engine still settles its published signals. */
  close(setupId: string): void;
  /** Reads a setup as it is stored now, and starts, updates or stops it accordingly. Resolves when that is done. */
  reload(setupId: string): Promise<void>;
  health(): EngineHealth;
  /**
   * Returns at most 50 rejections by filters and by data checks, newest first. Outcomes of orders are in
   * `automation_decisions`.
   */
  rejections(setupId: string): readonly RejectionView[];
  /**
   * Returns the internal state of a setup; null if it does not run.
   * @param after number of the last event that the caller has received
   */
  debug(setupId: string, after: number): PcrDebug | null;
  counters(setupId: string): SetupCounters | null;
  /** Returns the sequences of the setups that pass `isWanted`, newest first. */
  sequences(isWanted: (row: RunningRow) => boolean): PcrSequenceView[];
}
