import { at, type CandleColumns } from '#candles/index.ts';
import { epochMs, err, ok, type Result } from '#kernel/index.ts';
import {
  followHistory,
  type History,
  type HistoryFollower,
  PcrDetector,
  type PcrListener,
  type PcrRules,
  readHistory,
} from '#pcr/index.ts';
import { TIMEFRAME_SECONDS } from '#vocabulary/index.ts';
import {
  type Backtest,
  type BacktestError,
  type BacktestOptions,
  type BacktestSubject,
  lengthOfSubject,
  type Payout,
  type TickReader,
  type TradeColumns,
  timeframeOf,
} from './backtest.ts';
import { judgeStrategy, strategyTrades } from './strategy-trades.ts';
import { TickJudge } from './tick-judge.ts';
import { TradeLog } from './trade-log.ts';

/**
 * Decides the trades of a setup: a `TickJudge` decides them by ticks, or the settlement book decides them by base
 * candles.
 */
type Judging = { readonly log: TradeLog; readonly judge: TickJudge | null };

const listenerOf = ({ log, judge }: Judging): PcrListener =>
  judge === null
    ? { onSignal: (signal) => log.open(signal), onSettlement: (settlement) => log.settle(settlement) }
    : { onSignal: (signal) => judge.judge(signal) };

/** Runs a setup through history if its filters read the payout and the payout changes over time. */
class RepricedRun implements HistoryFollower {
  readonly #detector: PcrDetector;
  readonly #payoutAt: (entryMs: number) => number;
  readonly #timeframeMs: number;

  constructor(detector: PcrDetector, payoutAt: (entryMs: number) => number, timeframeSeconds: number) {
    this.#detector = detector;
    this.#payoutAt = payoutAt;
    this.#timeframeMs = timeframeSeconds * 1_000;
  }

  pushBaseRow(base: CandleColumns, row: number): void {
    this.#detector.pushBaseRow(base, row);
  }

  takeRows(candles: CandleColumns, from: number, to: number): number {
    return this.#detector.takeRows(candles, from, to);
  }

  closeRow(candles: CandleColumns, row: number): void {
    this.#detector.setPayout(this.#payoutAt(at(candles.time, row) * 1_000 + this.#timeframeMs));
    this.#detector.closeRow();
  }
}

function setupFollower(rules: PcrRules, history: History, payout: Payout, judging: Judging): HistoryFollower {
  const { baseStepSeconds, timeframeSeconds } = history;
  const payoutRatio = typeof payout === 'number' ? payout : null;
  const detector = new PcrDetector(rules, { listener: listenerOf(judging), baseStepSeconds, payoutRatio });
  const asksForPayout = rules.filters.some(({ filter }) => filter === 'payout');
  if (typeof payout === 'number' || !asksForPayout) return detector;
  return new RepricedRun(detector, payout, timeframeSeconds);
}

/**
 * Returns the ticks that decide a subject's trades. Returns null if base candles decide them, as for every duration in
 * minutes.
 */
export const decidingTicks = (
  subject: BacktestSubject,
  { ticks }: Pick<BacktestOptions, 'ticks'>,
): TickReader | null => (lengthOfSubject(subject).unit === 'minutes' ? null : (ticks ?? null));

/** Returns the end of the last base candle, epoch milliseconds; 0 without candles. */
const endMsOf = ({ base, baseStepSeconds }: History): number =>
  base.length === 0 ? 0 : (at(base.time, base.length - 1) + baseStepSeconds) * 1_000;

/** Returns the trades of a subject; null if the run was stopped. */
function tradesOf(history: History, subject: BacktestSubject, options: BacktestOptions): TradeColumns | null {
  const { payout, stakeMinor, onProgress } = options;
  const ticks = decidingTicks(subject, options);
  if (subject.kind === 'strategy' && ticks === null) return strategyTrades(history, subject.rules, options);
  const log = new TradeLog(payout, stakeMinor);
  const judge = ticks && new TickJudge(ticks, lengthOfSubject(subject), log, endMsOf(history));
  if (subject.kind === 'pcr') {
    const follower = setupFollower(subject.rules, history, payout, { log, judge });
    return followHistory(history, follower, onProgress) ? log.finish() : null;
  }
  return judge && judgeStrategy(history, subject.rules, options, judge) ? log.finish() : null;
}

/** Runs a subject through a history. The history must be built for the timeframe of the subject. */
export function runThroughHistory(
  history: History,
  subject: BacktestSubject,
  options: BacktestOptions,
): Result<Backtest, BacktestError> {
  const { base, candles } = history;
  const trades = tradesOf(history, subject, options);
  if (trades === null) return err({ reason: 'cancelled' });
  return ok({
    timeframe: timeframeOf(subject),
    candles: candles.length,
    fromMs: base.length === 0 ? null : epochMs(at(base.time, 0) * 1_000),
    toMs: base.length === 0 ? null : epochMs(endMsOf(history)),
    stakeMinor: options.stakeMinor,
    trades,
  });
}

/** Builds the history of a subject, or returns the reason why the data do not allow it. */
export function historyOf(
  base: CandleColumns,
  subject: BacktestSubject,
  options: Pick<BacktestOptions, 'ticks'>,
): Result<History, BacktestError> {
  if (subject.kind === 'pcr' && subject.rules.trigger === 'touch') return err({ reason: 'touch_needs_ticks' });
  const length = decidingTicks(subject, options) === null ? lengthOfSubject(subject) : null;
  return readHistory(base, TIMEFRAME_SECONDS[timeframeOf(subject)], length);
}

/**
 * Runs a strategy or a setup over base candles, ascending in time. The signals are those of live trading: a setup runs
 * its code, and property tests compare the columns of a strategy with its fold. No signal depends on a later candle.
 * Base candles decide the outcomes (docs/spec/pcr.md §6). If the options contain ticks, these decide the signals whose
 * duration is in seconds or ticks. Each signal is a trade of the same stake.
 * @throws Error for a payout finer than a basis point or not above zero
 */
export function runBacktest(
  base: CandleColumns,
  subject: BacktestSubject,
  options: BacktestOptions,
): Result<Backtest, BacktestError> {
  const history = historyOf(base, subject, options);
  return history.ok ? runThroughHistory(history.value, subject, options) : history;
}
