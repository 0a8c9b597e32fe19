import type { WinRateCardView } from '@vigia/contract';
import type {
  BacktestError,
  BacktestSubject,
  SweepPlanError,
  SweepRange,
  SweepRows,
  WorldResult,
  WorldSpan,
} from '@vigia/core/backtest';
import type { CandleColumns } from '@vigia/core/candles';
import type { Result } from '@vigia/core/kernel';
import type { MarketFacts } from '@vigia/core/market-model';
import type { Currency } from '@vigia/core/money';
import type { TryScores } from '@vigia/core/statistics';
import type { TradeLength } from '@vigia/core/trades';
import type { PriceSource, Verdict } from '@vigia/core/vocabulary';
import type { FileFault } from '../../price-files/index.ts';
import type { ControlMemory } from './job-control.ts';
import type { Payouts } from './payouts.ts';

/** Source of the candles, for the report. */
export type DataSource = PriceSource;

/** A file sent to a thread in consecutive blocks. Only the first `bytes` bytes belong to the file. */
export type FileBlocks = { readonly blocks: readonly SharedArrayBuffer[]; readonly bytes: number };

/** The inputs of a run over a history, without its rules. */
export type RunInputs = {
  /** Candles in shared memory, so that they are not copied to a thread. */
  readonly base: CandleColumns;
  /** The simulated market whose ticks decide durations in seconds and ticks; null for every other market. */
  readonly ticks: { readonly market: MarketFacts; readonly symbol: string } | null;
  readonly payouts: Payouts;
  readonly stakeMinor: number;
  readonly control: ControlMemory;
};

/**
 * A requested sweep. Each thread derives the variants from the ranges, which is faster than receiving hundreds of
 * variants.
 */
export type Sweep = {
  readonly subject: BacktestSubject;
  readonly ranges: readonly SweepRange[];
  readonly maxVariants: number;
};

/** Size of a sweep: its number of variants, and the distinct durations of their trades. */
export type SweepExtent = { readonly variants: number; readonly lengths: readonly TradeLength[] };

/** The method of a proof: one set of rules, or a whole sweep with its walk-forward. */
export type TestedMethod =
  | { readonly kind: 'rules'; readonly subject: BacktestSubject }
  | { readonly kind: 'sweep'; readonly sweep: Sweep; readonly folds: number };

/** Labels of a report that its data does not contain. */
export type ReportLabels = {
  readonly asset: string;
  readonly source: DataSource;
  readonly currency: Currency;
  /** IANA name of the user's time zone, for the hours and weekdays of the report. */
  readonly timeZone: string;
};

/** A task for a thread. */
export type ThreadTask =
  | { readonly kind: 'read_csv'; readonly file: FileBlocks; readonly maxBytes: number }
  | {
      readonly kind: 'single';
      readonly inputs: RunInputs;
      readonly subject: BacktestSubject;
      readonly labels: ReportLabels;
    }
  | { readonly kind: 'plan_sweep'; readonly sweep: Sweep }
  | {
      readonly kind: 'sweep_chunk';
      readonly inputs: RunInputs;
      readonly sweep: Sweep;
      readonly folds: number;
      /** Index of the first variant of the task in the sweep; `to` is exclusive. */
      readonly from: number;
      readonly to: number;
    }
  | {
      readonly kind: 'sweep_report';
      readonly inputs: RunInputs;
      readonly sweep: Sweep;
      readonly folds: number;
      /** Rows of all chunks, in the order of the chunks. */
      readonly rows: readonly SweepRows[];
      /** Time since the start of the first chunk, in milliseconds. */
      readonly computeMs: number;
      readonly labels: ReportLabels;
    }
  | { readonly kind: 'grid_cell'; readonly inputs: RunInputs; readonly subject: BacktestSubject }
  | {
      readonly kind: 'proof_worlds';
      readonly inputs: RunInputs;
      readonly method: TestedMethod;
      readonly span: WorldSpan;
    }
  | { readonly kind: 'library' };

/** Candles read from a file, in shared memory. */
export type ReadFile = {
  readonly candles: CandleColumns;
  readonly stepSeconds: number;
  /** SHA-256 of the candles, which identifies the same data in another file. */
  readonly digest: string;
};

/** A report as JSON text, and its trades as CSV compressed with gzip. */
export type ReportTexts = {
  readonly report: string;
  readonly tradesGz: Uint8Array | null;
  /** Scores of the tested rules, for the verdict that is corrected for all tests on the same data. */
  readonly scores: TryScores;
  /** Verdict of a single test as if it were the only one; null without decided trades, and for a sweep or a grid. */
  readonly alone: Verdict | null;
};

/** Figures of one cell of a grid; the amount is in cents. */
export type CellFigures = {
  readonly candles: number;
  readonly fromMs: number | null;
  readonly toMs: number | null;
  readonly trades: number;
  readonly card: WinRateCardView;
  readonly profitMinor: number;
  /** p-value of this cell alone; null with too few trades. */
  readonly pValue: number | null;
  readonly scores: TryScores;
};

/** The record of one starting point, as JSON in the shape of the API. */
export type LibraryRecord = { readonly key: string; readonly record: string };

export type ThreadResult =
  | { readonly kind: 'read_csv'; readonly result: Result<ReadFile, FileFault> }
  | { readonly kind: 'single'; readonly result: Result<ReportTexts, BacktestError> }
  | { readonly kind: 'plan_sweep'; readonly result: Result<SweepExtent, SweepPlanError> }
  | { readonly kind: 'sweep_chunk'; readonly result: Result<SweepRows, BacktestError> }
  | { readonly kind: 'sweep_report'; readonly report: string; readonly scores: TryScores }
  | { readonly kind: 'grid_cell'; readonly result: Result<CellFigures, BacktestError> }
  | { readonly kind: 'proof_worlds'; readonly result: Result<readonly WorldResult[], BacktestError> }
  | { readonly kind: 'library'; readonly records: readonly LibraryRecord[] };

export type TaskKind = ThreadTask['kind'];
export type TaskOfKind<Kind extends TaskKind> = Extract<ThreadTask, { kind: Kind }>;
export type ThreadResultOf<Kind extends TaskKind> = Extract<ThreadResult, { kind: Kind }>;

/** Reply of a thread: the response, or a description of an error for the log. */
export type ThreadReply = { readonly answer: ThreadResult } | { readonly fault: string };

export const isResultOf = <Kind extends TaskKind>(kind: Kind, answer: ThreadResult): answer is ThreadResultOf<Kind> =>
  answer.kind === kind;
