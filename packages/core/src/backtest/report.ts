import { weekdayOf } from '#kernel/index.ts';
import { type GroupFigures, luckPValue, PerformanceFold, type TradeResult } from '#statistics/index.ts';
import { type Backtest, RESULT, type TradeColumns } from './backtest.ts';
import { correctedPValue } from './correction.ts';
import { drawdownBand } from './drawdown-band.ts';
import type { BacktestFigures, Luck, ReportOptions, TimeGroup } from './figures.ts';
import { addTrade, figuresOf, TALLY_FIELDS, tallyAt } from './tally.ts';

const EQUITY_POINTS = 300;
const HOUR_MS = 3_600_000;
const BASIS_POINTS = 10_000;

const COUNTS: ReadonlyMap<number, TradeResult> = new Map([
  [RESULT.won, 'won'],
  [RESULT.lost, 'lost'],
  [RESULT.tied, 'tied'],
]);

const hourOf = (localMs: number): number => Math.floor(localMs / HOUR_MS) % 24;

/**
 * `PerformanceFold` counts no groups here. The tallies by hour and weekday are in flat arrays, which are faster than
 * maps.
 */
const NO_GROUPS = {};
const HOURS = 24;
const WEEKDAYS = 7;

type Counted = {
  readonly fold: PerformanceFold;
  /** Tallies of the trades by hour, from hour 0. */
  readonly hours: Float64Array;
  readonly weekdays: Float64Array;
  /** Profits of the won, lost and tied trades, in order, in cents. */
  readonly profitsMinor: Float64Array;
  readonly openAtEnd: number;
  readonly voided: number;
};

function count({ trades, stakeMinor }: Backtest, zoneOffsetMs: ReportOptions['zoneOffsetMs']): Counted {
  const fold = new PerformanceFold(EQUITY_POINTS);
  const profitsMinor = new Float64Array(trades.length);
  const hours = new Float64Array(HOURS * TALLY_FIELDS);
  const weekdays = new Float64Array(WEEKDAYS * TALLY_FIELDS);
  let counted = 0;
  let openAtEnd = 0;
  let voided = 0;
  for (let row = 0; row < trades.length; row += 1) {
    const result = COUNTS.get(trades.result[row] ?? RESULT.pending);
    if (result === undefined) {
      if (trades.result[row] === RESULT.void) voided += 1;
      else openAtEnd += 1;
      continue;
    }
    const entryMs = trades.entryMs[row] ?? NaN;
    const profitMinor = trades.profitMinor[row] ?? NaN;
    const localMs = entryMs + zoneOffsetMs(entryMs);
    fold.add({
      result,
      stakeMinor,
      profitMinor,
      payoutBp: trades.payoutBp[row] ?? NaN,
      settledAtMs: trades.expiryMs[row] ?? NaN,
      groups: NO_GROUPS,
    });
    addTrade(hours, hourOf(localMs), trades, row);
    addTrade(weekdays, weekdayOf(localMs) - 1, trades, row);
    profitsMinor[counted++] = profitMinor;
  }
  return { fold, hours, weekdays, profitsMinor: profitsMinor.subarray(0, counted), openAtEnd, voided };
}

/** Returns the figures of each record that has trades; the first record has the key `firstKey`. */
function groupsOf(rows: Float64Array, firstKey: number): TimeGroup[] {
  const records = Array.from({ length: rows.length / TALLY_FIELDS }, (_, record) => figuresOf(tallyAt(rows, record)));
  return records.map((figures, record) => ({ ...figures, key: firstKey + record })).filter(({ trades }) => trades > 0);
}

/** Returns true if some trade entered before the previous one had expired. */
function overlaps({ length, entryMs, expiryMs }: TradeColumns): boolean {
  for (let row = 1; row < length; row += 1) if ((entryMs[row] ?? NaN) < (expiryMs[row - 1] ?? NaN)) return true;
  return false;
}

/** Returns the mean payout of the decided trades as a fraction. Each trade has the same weight, as in the win rate. */
function averagePayoutRatio({ length, result, payoutBp }: TradeColumns): number {
  let sum = 0;
  let decided = 0;
  for (let row = 0; row < length; row += 1) {
    if (result[row] !== RESULT.won && result[row] !== RESULT.lost) continue;
    sum += payoutBp[row] ?? NaN;
    decided += 1;
  }
  return sum / decided / BASIS_POINTS;
}

function luckOf(trades: TradeColumns, { card }: GroupFigures, variants: number): Luck | null {
  if (card.kind === 'undecided') return null;
  const pValue = luckPValue(card.won, card.decided, averagePayoutRatio(trades));
  return { pValue, variants, correctedPValue: correctedPValue(pValue, variants) };
}

/**
 * Builds the report of a backtest from its trades. Ties count as trades; void and pending trades are counted
 * separately.
 */
export function reportOf(backtest: Backtest, { zoneOffsetMs, rng, variants = 1 }: ReportOptions): BacktestFigures {
  const { candles, fromMs, toMs, trades } = backtest;
  const { fold, hours, weekdays, profitsMinor, openAtEnd, voided } = count(backtest, zoneOffsetMs);
  const { whole, streaks } = fold;
  return {
    ...whole,
    candles,
    fromMs,
    toMs,
    signals: trades.length,
    openAtEnd,
    voided,
    stakedMinor: fold.stakedMinor,
    expectancyMinor: fold.expectancyMinor,
    profitFactor: fold.profitFactor,
    maxDrawdownMinor: fold.maxDrawdownMinor,
    longestWinningStreak: streaks.longestWinning,
    longestLosingStreak: streaks.longestLosing,
    equity: fold.equity,
    byHour: groupsOf(hours, 0),
    byWeekday: groupsOf(weekdays, 1),
    luck: luckOf(trades, whole, variants),
    drawdownBand: rng && drawdownBand(profitsMinor, rng),
    overlapping: overlaps(trades),
  };
}
