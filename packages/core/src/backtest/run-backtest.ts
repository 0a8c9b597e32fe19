import { at, type CandleColumns } from '#candles/index.ts';
import { assertNever, epochMs, err, ok, price, type Result } from '#kernel/index.ts';
import {
  followHistory,
  type History,
  type HistoryFollower,
  PcrDetector,
  type PcrListener,
  type PcrRules,
  readHistory,
  type SettleableSignal,
  SettlementBook,
} from '#pcr/index.ts';
import { createStrategyFold, type StrategyFold, type StrategyRules } from '#strategies/index.ts';
import { TIMEFRAME_SECONDS, type Timeframe } from '#vocabulary/index.ts';
import type { Backtest, BacktestError, BacktestOptions, BacktestSubject, Payout } from './backtest.ts';
import { TradeLog } from './trade-log.ts';

/** Runs a strategy through history with its fold and with the settlement book (docs/spec/pcr.md §6). */
class StrategyRun implements HistoryFollower {
  readonly #fold: StrategyFold;
  readonly #book: SettlementBook<SettleableSignal>;
  readonly #log: TradeLog;
  readonly #timeframeMs: number;
  readonly #lifeMs: number;

  constructor(rules: StrategyRules, { timeframeSeconds, baseStepSeconds }: History, log: TradeLog) {
    this.#fold = createStrategyFold(rules, timeframeSeconds);
    this.#book = new SettlementBook(baseStepSeconds, (settlement) => log.settle(settlement));
    this.#log = log;
    this.#timeframeMs = timeframeSeconds * 1_000;
    this.#lifeMs = rules.parameters.duration * 60_000;
  }

  pushBaseRow(base: CandleColumns, row: number): void {
    this.#book.pushBase(at(base.time, row), at(base.close, row));
  }

  takeRows(_candles: CandleColumns, from: number): number {
    return from + 1;
  }

  closeRow({ time, open, high, low, close }: CandleColumns, row: number): void {
    const move = this.#fold.push(at(time, row), at(open, row), at(high, row), at(low, row), at(close, row));
    if (move !== 0) this.#enter(move, at(time, row) * 1_000 + this.#timeframeMs, at(close, row));
  }

  #enter(move: 1 | -1, entryMs: number, close: number): void {
    const signal = {
      direction: move === 1 ? 'CALL' : 'PUT',
      entryTime: epochMs(entryMs),
      entryPrice: price(close),
      expirationTime: epochMs(entryMs + this.#lifeMs),
    } as const;
    this.#log.open(signal);
    this.#book.add(signal);
  }
}

const listenerOf = (log: TradeLog): PcrListener => ({
  onSignal: (signal) => log.open(signal),
  onSettlement: (settlement) => log.settle(settlement),
});

/** Runs a setup whose filters read the payout through history in which the payout changes with time. */
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

function setupRun(rules: PcrRules, history: History, payout: Payout, log: TradeLog): HistoryFollower {
  const { baseStepSeconds, timeframeSeconds } = history;
  const payoutRatio = typeof payout === 'number' ? payout : null;
  const detector = new PcrDetector(rules, { listener: listenerOf(log), baseStepSeconds, payoutRatio });
  const asksForPayout = rules.filters.some(({ filter }) => filter === 'payout');
  if (typeof payout === 'number' || !asksForPayout) return detector;
  return new RepricedRun(detector, payout, timeframeSeconds);
}

function followerOf(subject: BacktestSubject, history: History, payout: Payout, log: TradeLog): HistoryFollower {
  switch (subject.kind) {
    case 'strategy':
      return new StrategyRun(subject.rules, history, log);
    case 'pcr':
      return setupRun(subject.rules, history, payout, log);
    default:
      return assertNever(subject);
  }
}

const timeframeOf = (subject: BacktestSubject): Timeframe =>
  subject.kind === 'pcr' ? subject.rules.timeframe : subject.timeframe;

/** Returns the minutes from entry to expiration. */
export const expiryMinutesOf = (subject: BacktestSubject): number =>
  subject.kind === 'pcr' ? subject.rules.expiry : subject.rules.parameters.duration;

/** Runs a subject through a history built for its timeframe. */
export function runThrough(
  history: History,
  subject: BacktestSubject,
  { payout, stakeMinor, onProgress }: BacktestOptions,
): Result<Backtest, BacktestError> {
  const { base, baseStepSeconds, candles } = history;
  const log = new TradeLog(payout, stakeMinor);
  if (!followHistory(history, followerOf(subject, history, payout, log), onProgress))
    return err({ reason: 'cancelled' });
  const last = base.length - 1;
  return ok({
    timeframe: timeframeOf(subject),
    candles: candles.length,
    fromMs: last < 0 ? null : epochMs(at(base.time, 0) * 1_000),
    toMs: last < 0 ? null : epochMs((at(base.time, last) + baseStepSeconds) * 1_000),
    stakeMinor,
    trades: log.finish(),
  });
}

/** Builds the history of a subject, or returns why the data do not allow it. */
export function historyOf(base: CandleColumns, subject: BacktestSubject): Result<History, BacktestError> {
  if (subject.kind === 'pcr' && subject.rules.trigger === 'touch') return err({ reason: 'touch_needs_ticks' });
  return readHistory(base, TIMEFRAME_SECONDS[timeframeOf(subject)], expiryMinutesOf(subject));
}

/**
 * Runs a strategy or a setup over base candles, ascending in time, with the code that runs live. No signal depends on a
 * later candle. Base candles decide every signal (docs/spec/pcr.md §6), and each signal is a trade of the same stake.
 * @throws Error for a payout finer than a basis point or not above zero
 */
export function runBacktest(
  base: CandleColumns,
  subject: BacktestSubject,
  options: BacktestOptions,
): Result<Backtest, BacktestError> {
  const history = historyOf(base, subject);
  return history.ok ? runThrough(history.value, subject, options) : history;
}
