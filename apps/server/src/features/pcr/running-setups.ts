import type { PcrDebug, PcrSequenceView, RejectionView } from '@vigia/contract';
import type { SetupRow } from './pcr.repository.ts';
import type { RunningRow, SetupCounters } from './setup-run.ts';

/** Assets in a timeframe that some setup looks at, and when the last candle came (epoch milliseconds; null: none yet). */
export type EngineHealth = { readonly streams: number; readonly lastCandleAtMs: number | null };

/** The engine as those who ask it see it. A setup that does not run has no state: null, or nothing. */
export interface RunningSetups {
  /**
   * Runs a stored setup from now on, or goes on with it as it is stored now; call it after the commit. Resolves once its
   * past is folded. A version that runs already only learns its new name and switches; another one replaces it. One that is
   * switched off, or somebody else's to run, is closed.
   */
  open(row: SetupRow): Promise<void>;
  /** Ends a setup; what it has published and is not decided is still decided. */
  close(setupId: string): void;
  /** Brings a setup up to what is stored of it, whatever that is. Resolves once the engine follows. */
  follow(setupId: string): Promise<void>;
  health(): EngineHealth;
  /** Gate and data stages, newest first, at most 50. What became of orders is in `automation_decisions`. */
  rejections(setupId: string): readonly RejectionView[];
  /** @param after number of the last event the caller has seen */
  debug(setupId: string, after: number): PcrDebug | null;
  counters(setupId: string): SetupCounters | null;
  /** Of the setups `isWanted` lets through, newest first. */
  sequences(isWanted: (row: RunningRow) => boolean): PcrSequenceView[];
}
