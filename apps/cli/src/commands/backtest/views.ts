import type { Backtest, BacktestFigures, RankedVariant, SweepFigures } from '@vigia/core/backtest';
import { tradeAt } from '@vigia/core/backtest';
import type { GroupFigures, TryVerdict } from '@vigia/core/statistics';

const CENTS = 100;
const COLUMNS = 'entry_time,expiry_time,direction,entry_price,settle_price,result,payout,profit';

const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());
const units = (minor: number | null): number | null => (minor === null ? null : minor / CENTS);

/** Win rate, interval and break-even rate of a group of trades; null if no trade of the group is decided. */
const rateView = ({ trades, counts: { won, lost, tied }, profitMinor, card }: GroupFigures) => ({
  trades,
  won,
  lost,
  tied,
  profit: units(profitMinor),
  win_rate: card.kind === 'measured' ? card.rate : null,
  win_rate_interval: card.kind === 'measured' ? card.interval : null,
  break_even: card.kind === 'measured' ? card.breakEven : null,
});

/** The same with the verdict of the group. */
const recordView = (group: GroupFigures) => ({
  ...rateView(group),
  verdict: group.card.kind === 'measured' ? group.card.verdict : null,
});

/**
 * Returns a backtest report as one JSON object with the field names of the API. Amounts are in units of the currency,
 * times in ISO 8601 and UTC.
 */
export const reportJson = (figures: BacktestFigures): string =>
  `${JSON.stringify({
    candles: figures.candles,
    from: iso(figures.fromMs),
    to: iso(figures.toMs),
    signals: figures.signals,
    open_at_end: figures.openAtEnd,
    voided: figures.voided,
    ...recordView(figures),
    staked: units(figures.stakedMinor),
    expectancy: units(figures.expectancyMinor),
    profit_factor: figures.profitFactor,
    max_drawdown: units(figures.maxDrawdownMinor),
    longest_losing_streak: figures.longestLosingStreak,
    luck: figures.luck && { p_value: figures.luck.pValue },
    overlapping: figures.overlapping,
    independent_trades: figures.independentTrades,
    by_hour: figures.byHour.map(({ key, ...group }) => ({ hour: key, ...recordView(group) })),
    by_weekday: figures.byWeekday.map(({ key, ...group }) => ({ weekday: key, ...recordView(group) })),
  })}\n`;

const variantView = ({ values, ...group }: RankedVariant) => ({ values, ...rateView(group) });

/** Returns the result of a sweep as one JSON object. */
export const sweepJson = (figures: SweepFigures, verdict: TryVerdict, leftOut: number): string =>
  `${JSON.stringify({
    variants: figures.variants,
    left_out: leftOut,
    verdict: verdict.best === null ? 'short_sample' : verdict.isAbove ? 'above' : 'indistinguishable',
    p_value: verdict.pValue,
    strongest: figures.strongest && variantView(figures.strongest),
    best: figures.best.map(variantView),
    walk_forward: figures.walkForward.map(({ fromMs, toMs, values, chosenOn, judgedOn }) => ({
      from: iso(fromMs),
      to: iso(toMs),
      values,
      chosen_on: rateView(chosenOn),
      judged_on: rateView(judgedOn),
    })),
    judged: rateView(figures.judged),
  })}\n`;

/** Returns the trades of a backtest as CSV with the columns of `GET /api/v1/backtests/{id}/trades.csv`. */
export function tradesCsv({ trades }: Backtest): string {
  const rows = Array.from({ length: trades.length }, (_, row) => {
    const trade = tradeAt(trades, row);
    const prices = [trade.entryPrice, trade.settlePrice ?? ''];
    return [
      iso(trade.entryMs),
      iso(trade.expiryMs),
      trade.direction,
      ...prices,
      trade.result,
      trade.payoutRatio,
      units(trade.profitMinor),
    ].join(',');
  });
  return `${[COLUMNS, ...rows].join('\r\n')}\r\n`;
}
