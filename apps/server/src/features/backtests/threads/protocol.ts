import type { BacktestError, BacktestSubject, SweepPlanError, SweepRange, SweepRows } from '@vigia/core/backtest';
import type { CandleColumns, CsvError } from '@vigia/core/candles';
import type { Result } from '@vigia/core/kernel';
import type { PriceSource } from '@vigia/core/vocabulary';
import type { ControlMemory } from './job-control.ts';
import type { Payouts } from './payouts.ts';

/** Source of the candles, as the report names it: a price source, 'imported' or 'csv'. */
export type DataSource = PriceSource;

/** A file sent to a thread: consecutive blocks, of which the first `bytes` bytes are the file. */
export type RawFile = { readonly blocks: readonly SharedArrayBuffer[]; readonly bytes: number };

/** The inputs of a run over history besides its subject. */
export type RunOver = {
  /** In shared memory: it is not copied to a thread. */
  readonly base: CandleColumns;
  readonly payouts: Payouts;
  readonly stakeMinor: number;
  readonly control: ControlMemory;
};

/** A requested sweep. Each thread plans it again, which is quicker than sending hundreds of subjects. */
export type Sweep = {
  readonly subject: BacktestSubject;
  readonly ranges: readonly SweepRange[];
  readonly maxVariants: number;
};

/** How many variants a sweep has, and how long their contracts are, in minutes, each length once. */
export type SweepExtent = { readonly variants: number; readonly expiriesMin: readonly number[] };

/** Labels of a report that are not in its data. */
export type ReportLabels = {
  readonly asset: string;
  readonly source: DataSource;
  /** IANA name: hours and weekdays are those of the person's clock. */
  readonly timeZone: string;
  /** Other variants this person has tried on these data. */
  readonly triedBefore: number;
};

/** Work for a thread. */
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
      /** Which of the plan's variants, `to` exclusive. */
      readonly from: number;
      readonly to: number;
    }
  | {
      readonly kind: 'sweep_report';
      readonly over: RunOver;
      readonly sweep: Sweep;
      readonly folds: number;
      /** Of the chunks in their order. */
      readonly rows: readonly SweepRows[];
      /** Since the first chunk was begun. */
      readonly computeMs: number;
      readonly labels: ReportLabels;
    }
  | { readonly kind: 'library' };

/** Candles read from a file, in shared memory. */
export type ReadFile = {
  readonly candles: CandleColumns;
  readonly stepSeconds: number;
  /** SHA-256 of the candles: the same data under another name are the same data. */
  readonly digest: string;
};

export type FileFault =
  | CsvError
  | { readonly reason: 'not_gzip' | 'unpacks_too_large' | 'one_candle' }
  | { readonly reason: 'misaligned'; readonly line: number; readonly time: number; readonly baseStepSeconds: number };

/** A report as JSON text, made in the thread; the trades as CSV packed with gzip. */
export type Reported = { readonly report: string; readonly tradesGz: Uint8Array | null };

/** The record of one starting point, as JSON of the wire's shape. */
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

/** A thread's reply: the answer, or the fault for the log. */
export type ThreadReply = { readonly answer: ThreadAnswer } | { readonly fault: string };

export const answers = <Kind extends TaskKind>(kind: Kind, answer: ThreadAnswer): answer is AnswerTo<Kind> =>
  answer.kind === kind;
