import type { BacktestData } from '@vigia/contract';
import { type BacktestSubject, lengthOfSubject } from '@vigia/core/backtest';
import { assertNever } from '@vigia/core/kernel';
import type { Currency } from '@vigia/core/money';
import type { TradeLength } from '@vigia/core/trades';
import type { Timeframe } from '@vigia/core/vocabulary';
import type { JobKind, StoredRequest } from '../backtests.repository.ts';
import type { JobControl } from '../threads/job-control.ts';
import type { Sweep, SweepExtent, TestedMethod } from '../threads/protocol.ts';
import type { BacktestRefusal } from './refusal.ts';
import type { ResolvedData } from './resolved-data.ts';

/** An accepted backtest that is ready to run. */
export type JobPlan = {
  readonly id: string;
  readonly userId: string;
  readonly subjectId: string | null;
  readonly createdAtMs: number;
  readonly request: StoredRequest;
  /** The candles. For a grid, the candles of its first part. */
  readonly data: ResolvedData;
  /** Payout as a fraction; null selects the payout of the asset at the time of each trade. */
  readonly payout: number | null;
  readonly stakeMinor: number;
  readonly currency: Currency;
  readonly control: JobControl;
  readonly work: JobWork;
};

export type JobWork =
  | { readonly kind: Extract<JobKind, 'single' | 'look'>; readonly subject: BacktestSubject }
  | {
      readonly kind: Extract<JobKind, 'sweep'>;
      readonly sweep: Sweep;
      readonly extent: SweepExtent;
      readonly folds: number;
    }
  | {
      readonly kind: Extract<JobKind, 'grid'>;
      readonly parts: readonly GridDataGroup[];
      /** Cells that cannot be tested, with the reason. */
      readonly refused: readonly RefusedCell[];
    }
  | {
      readonly kind: Extract<JobKind, 'proof'>;
      readonly method: TestedMethod;
      /** Size of the method: one variant, or those of its sweep. */
      readonly extent: SweepExtent;
      /** Number of null worlds. */
      readonly worlds: number;
    };

/** Position of a cell in its grid, and what the cell tests. */
export type GridCellPosition = {
  readonly index: number;
  readonly asset: string;
  readonly timeframe: Timeframe;
  readonly length: TradeLength;
};
export type GridCell = GridCellPosition & { readonly subject: BacktestSubject };
export type RefusedCell = GridCellPosition & { readonly refusal: BacktestRefusal };
/** The cells of a grid that use the same data. */
export type GridDataGroup = {
  readonly asked: BacktestData;
  readonly data: ResolvedData;
  readonly cells: readonly GridCell[];
};

const cellsOf = (parts: readonly GridDataGroup[]): readonly GridCell[] => parts.flatMap(({ cells }) => cells);

/** Returns the number of variants that a test tries. A proof looks at no variant again, so it is stored as one. */
export function variantCountOf(work: JobWork): number {
  switch (work.kind) {
    case 'proof':
    case 'look':
    case 'single':
      return 1;
    case 'sweep':
      return work.extent.variants;
    case 'grid':
      return cellsOf(work.parts).length;
    default:
      return assertNever(work);
  }
}

/** Returns the number of runs over the data of a test, which measure its progress. */
export const runCountOf = (work: JobWork): number =>
  work.kind === 'proof' ? (work.worlds + 1) * work.extent.variants : variantCountOf(work);

/** Returns the trade durations of a backtest. */
export function tradeLengthsOf(work: JobWork): readonly TradeLength[] {
  switch (work.kind) {
    case 'look':
    case 'single':
      return [lengthOfSubject(work.subject)];
    case 'proof':
    case 'sweep':
      return work.extent.lengths;
    case 'grid':
      return cellsOf(work.parts).map(({ length }) => length);
    default:
      return assertNever(work);
  }
}
