import type { BacktestSubject } from '@vigia/core/backtest';
import type { JobKind, StoredRequest } from '../backtests.repository.ts';
import type { JobControl } from '../threads/job-control.ts';
import type { Sweep, SweepExtent } from '../threads/protocol.ts';
import { expiryOf } from './read-subject.ts';
import type { ResolvedData } from './resolve-data.ts';

/** A test that was accepted, ready to run. */
export type JobPlan = {
  readonly id: string;
  readonly userId: string;
  readonly subjectId: string | null;
  readonly createdAtMs: number;
  readonly request: StoredRequest;
  /** The tested data and timeframe: after many variants on the same data, a lucky one is likely. */
  readonly dataKey: string;
  readonly data: ResolvedData;
  /** As a fraction; null: the asset's own of each moment. */
  readonly payout: number | null;
  readonly stakeMinor: number;
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

/** The lengths of its contracts, in minutes. */
export const expiriesOf = (work: JobWork): readonly number[] =>
  work.kind === 'single' ? [expiryOf(work.subject)] : work.extent.expiriesMin;
