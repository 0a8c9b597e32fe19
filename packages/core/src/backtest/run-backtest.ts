import { at, type CandleColumns } from '#candles/index.ts';
import { assertNever, epochMs, err, ok, price, type Result } from '#kernel/index.ts';
import {
  expirationOf,
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
import { StrategyFold, type StrategyRules } from '#strategies/index.ts';
import { lengthIn, type TradeLength } from '#trades/index.ts';
import { TIMEFRAME_SECONDS } from '#vocabulary/index.ts';
import {
  type Backtest,
  type BacktestError,
  type BacktestOptions,
  type BacktestSubject,
  lengthOfSubject,
  type Payout,
  type TickReader,
  timeframeOf,
} from './backtest.ts';
import { TickJudge } from './tick-judge.ts';
import { TradeLog } from './trade-log.ts';

/**
 * Decides the trades of a run: a `TickJudge` decides them by ticks, or the settlement book decides them by base
 * candles.
 */
type Judging = { readonly log: TradeLog; readonly judge: TickJudge | null };

/** Runs a strategy through history with its fold and with the settlement book (docs/spec/pcr.md §6). */
class StrategyRun implements HistoryFollower {
  readonly #fold: StrategyFold;
  readonly #book: SettlementBook<SettleableSignal>;
  readonly #judging: Judging;
  readonly #timeframeMs: number;
  readonly #length: TradeLength;
  readonly #payout: Payout;
  readonly #payoutMin: number;

  constructor(rules: StrategyRules, { timeframeSeconds, baseStepSeconds }: History, payout: Payout, judging: Judging) {
    this.#fold = new StrategyFold(rules, timeframeSeconds);
    this.#book = new SettlementBook(baseStepSeconds, (settlement) => judging.log.settle(settlement));
    this.#judging = judging;
    this.#timeframeMs = timeframeSeconds * 1_000;
    this.#length = lengthIn(rules.parameters);
    this.#payout = payout;
    this.#payoutMin = rules.parameters.gates?.payout_min ?? 0;
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
    const payout = typeof this.#payout === 'number' ? this.#payout : this.#payout(entryMs);
    if (payout < this.#payoutMin) return;
    const signal = {
      direction: move === 1 ? 'CALL' : 'PUT',
      entryTime: epochMs(entryMs),
      entryPrice: price(close),
      ...expirationOf(entryMs, this.#length),
    } as const;
    const { log, judge } = this.#judging;
    if (judge !== null) return judge.judge(signal);
    log.open(signal);
    this.#book.add(signal);
  }
}

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

function setupRun(rules: PcrRules, history: History, payout: Payout, judging: Judging): HistoryFollower {
  const { baseStepSeconds, timeframeSeconds } = history;
  const payoutRatio = typeof payout === 'number' ? payout : null;
  const detector = new PcrDetector(rules, { listener: listenerOf(judging), baseStepSeconds, payoutRatio });
  const asksForPayout = rules.filters.some(({ filter }) => filter === 'payout');
  if (typeof payout === 'number' || !asksForPayout) return detector;
  return new RepricedRun(detector, payout, timeframeSeconds);
}

function followerOf(subject: BacktestSubject, history: History, payout: Payout, judging: Judging): HistoryFollower {
  switch (subject.kind) {
    case 'strategy':
      return new StrategyRun(subject.rules, history, payout, judging);
    case 'pcr':
      return setupRun(subject.rules, history, payout, judging);
    default:
      return assertNever(subject);
  }
}

/**
 * Returns the ticks that decide a subject's trades. Returns null if base candles decide them, as for every duration in
 * minutes.
 */
export const decidingTicks = (
  subject: BacktestSubject,
  { ticks }: Pick<BacktestOptions, 'ticks'>,
): TickReader | null => (lengthOfSubject(subject).unit === 'minutes' ? null : (ticks ?? null));

/** Runs a subject through a history. The history must be built for the timeframe of the subject. */
export function runThrough(
  history: History,
  subject: BacktestSubject,
  options: BacktestOptions,
): Result<Backtest, BacktestError> {
  const { base, baseStepSeconds, candles } = history;
  const { payout, stakeMinor, onProgress } = options;
  const log = new TradeLog(payout, stakeMinor);
  const last = base.length - 1;
  const toMs = last < 0 ? 0 : (at(base.time, last) + baseStepSeconds) * 1_000;
  const ticks = decidingTicks(subject, options);
  const judge = ticks && new TickJudge(ticks, lengthOfSubject(subject), log, toMs);
  if (!followHistory(history, followerOf(subject, history, payout, { log, judge }), onProgress))
    return err({ reason: 'cancelled' });
  return ok({
    timeframe: timeframeOf(subject),
    candles: candles.length,
    fromMs: last < 0 ? null : epochMs(at(base.time, 0) * 1_000),
    toMs: last < 0 ? null : epochMs(toMs),
    stakeMinor,
    trades: log.finish(),
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
 * Runs a strategy or a setup over base candles, ascending in time, with the same code as live trading. No signal
 * depends on a later candle. Base candles decide the outcomes (docs/spec/pcr.md §6). If the options contain ticks,
 * these decide the signals whose duration is in seconds or ticks. Each signal is a trade of the same stake.
 * @throws Error for a payout finer than a basis point or not above zero
 */
export function runBacktest(
  base: CandleColumns,
  subject: BacktestSubject,
  options: BacktestOptions,
): Result<Backtest, BacktestError> {
  const history = historyOf(base, subject, options);
  return history.ok ? runThrough(history.value, subject, options) : history;
}
