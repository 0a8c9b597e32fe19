import type { BacktestError, BacktestSubject, SweepPlanError, SweepRange, SweepRows } from '@vigia/core/backtest';
import type { CandleColumns, CsvError } from '@vigia/core/candles';
import type { Result } from '@vigia/core/kernel';
import type { Currency } from '@vigia/core/money';
import type { PriceSource } from '@vigia/core/vocabulary';
import type { ControlMemory } from './job-control.ts';
import type { Payouts } from './payouts.ts';

/** Source of the candles as named in the report. */
export type DataSource = PriceSource;

/** A file sent to a thread: consecutive blocks, of which the first `bytes` bytes are the file. */
export type RawFile = { readonly blocks: readonly SharedArrayBuffer[]; readonly bytes: number };

/** The inputs of a run over history, except its rules. */
export type RunOver = {
  /** Candles in shared memory, so that they are not copied to a thread. */
  readonly base: CandleColumns;
  readonly payouts: Payouts;
  readonly stakeMinor: number;
  readonly control: ControlMemory;
};

/**
 * A requested sweep. Each thread derives the variants from the ranges, which is faster than sending hundreds of
 * variants.
 */
export type Sweep = {
  readonly subject: BacktestSubject;
  readonly ranges: readonly SweepRange[];
  readonly maxVariants: number;
};

/** Size of a sweep: its number of variants, and the distinct durations of their contracts in minutes. */
export type SweepExtent = { readonly variants: number; readonly expiriesMin: readonly number[] };

/** Labels of a report that are not in its data. */
export type ReportLabels = {
  readonly asset: string;
  readonly source: DataSource;
  readonly currency: Currency;
  /** IANA name of the user's time zone, in which the report gives hours and weekdays. */
  readonly timeZone: string;
  /** Number of other variants that the user has tried on the same data. */
  readonly triedBefore: number;
};

/** A task for a thread. */
export type ThreadTask =
  | { readonly kind: 'read_csv'; readonly file: RawFile; readonly maxBytes: number }
  | {
      readonly kind: 'single';
      readonly over: RunOver;
      readonly subject: BacktestSubject;
      readonly labels: ReportLabels;
    }
  | { readonly kind: 'plan_sweep'; readonly sweep: Sweep }
  | {
      readonly kind: 'sweep_chunk';
      readonly over: RunOver;
      readonly sweep: Sweep;
      readonly folds: number;
      /** Index of the first variant of the task in the sweep; `to` is exclusive. */
      readonly from: number;
      readonly to: number;
    }
  | {
      readonly kind: 'sweep_report';
      readonly over: RunOver;
      readonly sweep: Sweep;
      readonly folds: number;
      /** Rows of all chunks, in the order of the chunks. */
      readonly rows: readonly SweepRows[];
      /** Time since the start of the first chunk, in milliseconds. */
      readonly computeMs: number;
      readonly labels: ReportLabels;
    }
  | { readonly kind: 'library' };

/** Candles read from a file, in shared memory. */
export type ReadFile = {
  readonly candles: CandleColumns;
  readonly stepSeconds: number;
  /** SHA-256 of the candles, which identifies the same data under another name. */
  readonly digest: string;
};

export type FileFault =
  | CsvError
  | { readonly reason: 'not_gzip' | 'unpacks_too_large' | 'one_candle' }
  | { readonly reason: 'misaligned'; readonly line: number; readonly time: number; readonly baseStepSeconds: number };

/** A report as JSON text, written in the thread, and the trades as CSV compressed with gzip. */
export type Reported = { readonly report: string; readonly tradesGz: Uint8Array | null };

/** The record of one starting point, as JSON in the shape of the API. */
export type LibraryRecord = { readonly key: string; readonly record: string };

export type ThreadAnswer =
  | { readonly kind: 'read_csv'; readonly result: Result<ReadFile, FileFault> }
  | { readonly kind: 'single'; readonly result: Result<Reported, BacktestError> }
  | { readonly kind: 'plan_sweep'; readonly result: Result<SweepExtent, SweepPlanError> }
  | { readonly kind: 'sweep_chunk'; readonly result: Result<SweepRows, BacktestError> }
  | { readonly kind: 'sweep_report'; readonly report: string }
  | { readonly kind: 'library'; readonly records: readonly LibraryRecord[] };

export type TaskKind = ThreadTask['kind'];
export type TaskOf<Kind extends TaskKind> = Extract<ThreadTask, { kind: Kind }>;
export type AnswerTo<Kind extends TaskKind> = Extract<ThreadAnswer, { kind: Kind }>;

/** Reply of a thread: the answer, or the fault to log. */
export type ThreadReply = { readonly answer: ThreadAnswer } | { readonly fault: string };

export const answers = <Kind extends TaskKind>(kind: Kind, answer: ThreadAnswer): answer is AnswerTo<Kind> =>
  answer.kind === kind;
