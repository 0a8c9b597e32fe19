import { STRATEGY_TYPES } from '@vigia/core/strategy-definitions';
import {
  DIRECTIONS,
  LARGEST_AMOUNT,
  PAPER_CURRENCY,
  SMALLEST_AMOUNT,
  TIMEFRAMES,
  VERDICTS,
} from '@vigia/core/vocabulary';
import { z } from 'zod';
import { GRID_MAX_CELLS } from './backtest-grid-limits.ts';
import { GridReport } from './backtest-grid-report.ts';
import { ProofReport } from './backtest-proofs.ts';
import { AssetSymbol, CurrencyCode, Fraction, Instant, Money, PriceSourceId, RequestInstant } from './common.ts';
import * as EXAMPLES from './examples/backtests.ts';
import { CandleBasedRulesBody } from './strategies.ts';
import { EquityPoint, PerformanceGroup, WinRateCardView } from './trading.ts';

/** Largest upload, in bytes, of a CSV file `time,open,high,low,close[,volume]`. */
export const BACKTEST_CSV_MAX_BYTES = 64 * 1024 * 1024;
/** Largest number of variants of one sweep. */
export const SWEEP_MAX_VARIANTS = 500;
/** Largest number of trades listed in a report. The CSV file of the report contains all trades. */
export const BACKTEST_TRADES_SHOWN = 500;

/** Subject of a test: a strategy's rules, or a PCR setup (docs/spec/pcr.md §8), saved or not. */
export const BacktestSubject = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('strategy'), rules: CandleBasedRulesBody, timeframe: z.enum(TIMEFRAMES) }),
  z.strictObject({ kind: z.literal('pcr'), setup: z.record(z.string(), z.unknown()) }),
]);

/**
 * Candles of the test. `history`: stored candles of an asset from the current price source. `imported`: recorded
 * candles loaded with `vigia import`. `csv`: a file uploaded before (`POST /api/v1/backtests/data`). `file`: a stored
 * price file of the user (`/api/v1/price-files`).
 */
export const BacktestData = z.discriminatedUnion('source', [
  z.strictObject({
    source: z.enum(['history', 'imported']),
    asset: AssetSymbol,
    from: RequestInstant.optional(),
    to: RequestInstant.optional(),
  }),
  z.strictObject({ source: z.literal('csv'), upload_id: z.uuid() }),
  z.strictObject({
    source: z.literal('file'),
    file_id: z.uuid(),
    from: RequestInstant.optional(),
    to: RequestInstant.optional(),
  }),
]);
export type BacktestData = z.infer<typeof BacktestData>;

const ASKED = {
  data: BacktestData,
  /**
   * Payout of a win as a fraction of the stake. The default is the asset's payout at each entry, or 0.8 for files and
   * imported candles.
   */
  payout: Fraction.min(0.01).max(10).optional(),
  stake: Money.min(SMALLEST_AMOUNT).max(LARGEST_AMOUNT).default(10),
  /** Currency of the stake and of all amounts of the report. */
  currency: CurrencyCode.default(PAPER_CURRENCY),
};

/**
 * Body of `POST /api/v1/backtests` and `POST /api/v1/backtests/looks`, which respond with 202 and the job. The bodies
 * of `POST /api/v1/strategies/{id}/backtest` and `POST /api/pcr/setup/{id}/backtest` are this body without `subject`.
 */
export const BacktestRequest = z
  .strictObject({ subject: BacktestSubject, ...ASKED })
  .meta({ examples: [EXAMPLES.REQUEST, EXAMPLES.SETUP_REQUEST] });
export type BacktestRequest = z.infer<typeof BacktestRequest>;
export const SavedBacktestRequest = z
  .strictObject({ ...ASKED, data: BacktestData.optional() })
  .meta({ examples: [EXAMPLES.SAVED_REQUEST] });

export const BacktestParams = z.object({ id: z.uuid().meta({ examples: [EXAMPLES.TEST_ID] }) });
/** Body of `POST /api/v1/backtests/{id}/cell-tests`: the index of a cell in the report of the grid, from 0. */
export const GridCellTest = z
  .strictObject({
    cell: z
      .number()
      .int()
      .min(0)
      .max(GRID_MAX_CELLS - 1),
  })
  .meta({ examples: [{ cell: 0 }] });

/**
 * The values that a sweep tests for one number: first, last and step. `path` names the number as in the rules, for
 * example `rsi_period` or `patterns.minLength`.
 */
export const SweepRange = z.strictObject({
  path: z.string().max(80),
  from: z.number(),
  to: z.number(),
  step: z.number().positive(),
});

/**
 * Body of `POST /api/v1/backtests/sweeps`. The sweep tests every combination of values. A walk-forward then evaluates
 * chosen combinations on data that did not influence the choice.
 */
export const SweepRequest = z
  .strictObject({
    subject: BacktestSubject,
    ...ASKED,
    ranges: z.array(SweepRange).min(1).max(4),
    /** Number of parts of the data. Each variant is chosen on all earlier parts and evaluated on the next part. */
    folds: z.number().int().min(2).max(12).default(4),
  })
  .meta({ examples: [EXAMPLES.SWEEP_REQUEST] });
export type SweepRequest = z.infer<typeof SweepRequest>;

export const BacktestTrade = z.object({
  entry_time: Instant,
  expiry_time: Instant,
  direction: z.enum(DIRECTIONS),
  entry_price: z.number(),
  settle_price: z.number().nullable(),
  result: z.enum(['won', 'lost', 'tied', 'void']),
  payout: Fraction,
  profit: Money,
});
export type BacktestTrade = z.infer<typeof BacktestTrade>;

/**
 * The p-value of the result as if it were the only try: the probability that rules without an edge give a return per
 * unit staked at least this good.
 */
export const LuckView = z.object({ p_value: z.number() });

/**
 * The verdict of a test among all tries of the user on the same data (docs/spec/statistics.md §9). All verdicts on
 * these data together are ever wrongly `above` with a probability of at most `level`.
 */
export const BacktestJudgementView = z.object({
  /** Verdict; null without decided trades, and for a look with enough. A sweep or grid is `above` if a part is. */
  verdict: z.enum(VERDICTS).nullable(),
  /** Chance that the best of this test alone looks so good without an edge; null with too few trades. */
  p_value: z.number().nullable(),
  /** Chance that this or any earlier test on the data looks so good without an edge; null with too few trades. */
  corrected_p_value: z.number().nullable(),
  /** Number of tests on the data, this one included unless it is a look. */
  tries: z.number().int(),
  level: z.number(),
  /** Part of `level` that the tests on the data have spent, this one included. */
  spent: z.number(),
  /** Part of `level` that this test could spend. */
  allowed: z.number(),
});
export type BacktestJudgementView = z.infer<typeof BacktestJudgementView>;

/** Currency of a report's amounts. If a stored report has no currency, its amounts are in dollars. */
const ReportCurrency = CurrencyCode.default(PAPER_CURRENCY);

/** Source of the candles of a test. */
const TESTED_SOURCE = PriceSourceId.meta({ examples: ['simulated', 'imported', 'csv'] });

export const BacktestReport = z.object({
  currency: ReportCurrency,
  asset: AssetSymbol,
  timeframe: z.enum(TIMEFRAMES),
  source: TESTED_SOURCE,
  from: Instant.nullable(),
  to: Instant.nullable(),
  candles: z.number().int(),
  signals: z.number().int(),
  /**
   * Number of won, lost and tied trades. Trades still open at the end of the data and void trades are counted
   * separately.
   */
  trades: z.number().int(),
  open_at_end: z.number().int(),
  voided: z.number().int(),
  card: WinRateCardView,
  profit: Money,
  staked: Money,
  expectancy: Money.nullable(),
  profit_factor: z.number().nullable(),
  max_drawdown: Money,
  longest_winning_streak: z.number().int(),
  longest_losing_streak: z.number().int(),
  equity: z.array(EquityPoint),
  by_hour: z.array(PerformanceGroup),
  by_weekday: z.array(PerformanceGroup),
  /** The p-value of the result; null with too few trades. */
  luck: LuckView.nullable(),
  /** Quantiles of the maximum drawdown over the same trades in 1,000 random orders. */
  drawdown_band: z.object({ p5: Money, p50: Money, p95: Money, worst: Money, orders: z.number().int() }).nullable(),
  /** Whether trades overlap in time. */
  overlapping: z.boolean(),
  /**
   * Number of independent trades that give an interval as wide as that of the overlapping trades; null without overlap
   * and in reports of earlier versions.
   */
  independent_trades: z.number().int().nullable().default(null),
  /** The first trades of the test; the CSV file contains all of them. */
  trade_list: z.array(BacktestTrade),
  compute_ms: z.number(),
});
export type BacktestReport = z.infer<typeof BacktestReport>;

/** A variant of a sweep. Its card has no verdict: some variant had to be the best. */
export const SweepVariant = z.object({
  values: z.record(z.string(), z.number()),
  trades: z.number().int(),
  card: WinRateCardView,
  profit: Money,
});

export const SweepReport = z.object({
  currency: ReportCurrency,
  asset: AssetSymbol,
  timeframe: z.enum(TIMEFRAMES),
  source: TESTED_SOURCE,
  candles: z.number().int(),
  variants: z.number().int(),
  /** The best variants by profit, best first, at most 50. */
  best: z.array(SweepVariant),
  /** The variant that the verdict of the sweep is about; null if no variant has enough trades. */
  strongest: SweepVariant.nullable().default(null),
  /** For each evaluated part: the variant chosen on the earlier data, and its result on this new part. */
  walk_forward: z.array(
    z.object({
      from: Instant,
      to: Instant,
      values: z.record(z.string(), z.number()),
      chosen_on: WinRateCardView,
      judged_on: WinRateCardView,
      profit: Money,
    }),
  ),
  /** Win rate over all evaluated parts: the out-of-sample result of the sweep. */
  judged: WinRateCardView,
  judged_profit: Money,
  compute_ms: z.number(),
});
export type SweepReport = z.infer<typeof SweepReport>;

/**
 * The request of a test, which suffices to repeat the test: `rules` with all default values, the `ranges` of a sweep,
 * and the data (a list for a grid). `payout` is null if each trade used the payout of its asset. `app_version` is the
 * version of Vigía that accepted the test; it is null for tests of earlier versions.
 */
export const RequestedBacktest = z.object({
  rules: z.unknown(),
  ranges: z.unknown(),
  data: z.unknown(),
  payout: Fraction.nullable(),
  stake: Money,
  app_version: z.string().nullable(),
});

/** A backtest job, from its request to its report; `progress` is 0–1. */
export const BacktestJob = z
  .object({
    id: z.uuid(),
    /** Not in the list of tests: a `look` is a test without a verdict, a `proof` runs a method in null worlds. */
    kind: z.enum(['single', 'look', 'sweep', 'grid', 'proof']),
    status: z.enum(['queued', 'running', 'done', 'cancelled', 'failed']),
    progress: Fraction,
    subject_id: z.uuid().nullable(),
    /** Type of the strategy, or `pcr` for a setup. */
    subject: z.enum([...STRATEGY_TYPES, 'pcr']),
    /** Asset and timeframe; of a grid, those of its first cell. */
    asset: AssetSymbol,
    timeframe: z.enum(TIMEFRAMES),
    created_at: Instant,
    finished_at: Instant.nullable(),
    /** Cause of the failure, with a message for users; null unless the job failed. */
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
    /** Currency of the amounts in `headline`. */
    currency: CurrencyCode,
    /**
     * Main result of the job. For a sweep it is the result of all evaluated parts together. Null until the job is done,
     * for a grid, which has one result per cell, and for a proof.
     */
    headline: z.object({ card: WinRateCardView, profit: Money }).nullable(),
    /** The verdict; null until the job is done, and for jobs of earlier versions. */
    judgement: BacktestJudgementView.nullable(),
    /** Present only in the response for a single job, like the reports. */
    asked: RequestedBacktest.nullable(),
    /** Report of a backtest. The response for a single job contains it; in the list of the last 20 jobs it is null. */
    report: BacktestReport.nullable(),
    sweep: SweepReport.nullable(),
    grid: GridReport.nullable(),
    proof: ProofReport.nullable(),
    /** Id of the proof of this test; null without one. Present only in the response for a single job. */
    proof_id: z.uuid().nullable(),
  })
  .meta({ examples: EXAMPLES.JOBS });
export type BacktestJob = z.infer<typeof BacktestJob>;

/**
 * Response of `POST /api/v1/backtests/data` (body: the file as text/csv or application/gzip): a summary of the uploaded
 * file, which is kept for an hour.
 */
export const BacktestUpload = z
  .object({
    upload_id: z.uuid(),
    candles: z.number().int(),
    step_seconds: z.number().int(),
    from: Instant,
    to: Instant,
  })
  .meta({ examples: [EXAMPLES.UPLOAD] });
export type BacktestUpload = z.infer<typeof BacktestUpload>;

/** Response of `DELETE /api/v1/backtests/{id}`, which cancels a running test and deletes an ended one. */
export const BacktestRemoved = z
  .object({ result: z.enum(['cancelled', 'forgotten']) })
  .meta({ examples: [{ result: 'forgotten' }] });

/** Response of `GET /api/v1/backtests/{id}/trades.csv`. */
export const BacktestCsv = z.unknown().meta({ type: 'string', examples: [EXAMPLES.TRADES_CSV] });

/**
 * An item of `GET /api/v1/library`: an example strategy or setup with its results on the bundled simulated history. The
 * results do not predict future results.
 */
export const LibraryItem = z.object({
  key: z.string(),
  kind: z.enum(['strategy', 'pcr']),
  name: z.string(),
  description: z.string(),
  asset: AssetSymbol,
  timeframe: z.enum(TIMEFRAMES),
  type: z.enum(STRATEGY_TYPES).nullable(),
  /** Request body that creates this strategy or setup. */
  body: z.record(z.string(), z.unknown()),
  /** Results on the bundled history; null while they are being computed. */
  record: z
    .object({
      card: WinRateCardView,
      profit: Money,
      trades: z.number().int(),
      from: Instant,
      to: Instant,
      p_value: z.number().nullable(),
    })
    .nullable(),
});
export type LibraryItem = z.infer<typeof LibraryItem>;
export const Library = z
  .object({ items: z.array(LibraryItem), notice: z.string() })
  .meta({ examples: [EXAMPLES.LIBRARY] });
