import type { BacktestSubject } from '@vigia/core/backtest';
import type { Currency } from '@vigia/core/money';
import type { JobKind, StoredRequest } from '../backtests.repository.ts';
import type { JobControl } from '../threads/job-control.ts';
import type { Sweep, SweepExtent } from '../threads/protocol.ts';
import { expiryOf } from './read-subject.ts';
import type { ResolvedData } from './resolve-data.ts';

/** An accepted backtest that is ready to run. */
export type JobPlan = {
  readonly id: string;
  readonly userId: string;
  readonly subjectId: string | null;
  readonly createdAtMs: number;
  readonly request: StoredRequest;
  /**
   * Key of the tested data and timeframe, by which variants are counted: after many variants on the same data, a lucky
   * one is likely.
   */
  readonly dataKey: string;
  readonly data: ResolvedData;
  /** Payout as a fraction; null for the payout of the asset at the time of each trade. */
  readonly payout: number | null;
  readonly stakeMinor: number;
  readonly currency: Currency;
  readonly control: JobControl;
  readonly work: JobWork;
};

export type JobWork =
  | { readonly kind: Extract<JobKind, 'single'>; readonly subject: BacktestSubject }
  | {
      readonly kind: Extract<JobKind, 'sweep'>;
      readonly sweep: Sweep;
      readonly extent: SweepExtent;
      readonly folds: number;
    };

export const variantsOf = (work: JobWork): number => (work.kind === 'single' ? 1 : work.extent.variants);

/** Returns the durations of the contracts of a backtest, in minutes. */
export const expiriesOf = (work: JobWork): readonly number[] =>
  work.kind === 'single' ? [expiryOf(work.subject)] : work.extent.expiriesMin;
