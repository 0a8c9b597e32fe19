import { BACKTEST_TRADES_SHOWN, type BacktestReport } from '@vigia/contract';
import { type Backtest, type BacktestFigures, type TimeGroup, type TradeColumns, tradeAt } from '@vigia/core/backtest';
import { minorUnits } from '@vigia/core/kernel';
import { type Currency, formatMinor } from '@vigia/core/money';
import type { GroupFigures } from '@vigia/core/statistics';
import { toCardView } from '#platform/http/card-view.ts';

const instant = (ms: number): string => new Date(ms).toISOString();
const instantOrNull = (ms: number | null): string | null => (ms === null ? null : instant(ms));
/**
 * Returns a function that converts minor units to a decimal amount of the currency. Fractions of a unit, as in means
 * and quantiles, are rounded first.
 */
export const decimalConverter =
  (currency: Currency) =>
  (minor: number): number =>
    formatMinor(minorUnits(Math.round(minor)), currency);

/** Returns the card of a group that has no verdict of its own. */
export const cardWithoutVerdict = (figures: Pick<GroupFigures, 'counts' | 'card'>) => ({
  ...cardViewOf(figures),
  verdict: null,
});

export const cardViewOf = ({ counts, card }: Pick<GroupFigures, 'counts' | 'card'>) => toCardView(counts, card);

const toGroup =
  (currency: Currency) =>
  ({ key, trades, profitMinor, ...figures }: TimeGroup) => ({
    key: String(key),
    trades,
    profit: decimalConverter(currency)(profitMinor),
    card: cardViewOf(figures),
  });

type Labels = Pick<BacktestReport, 'asset' | 'source' | 'currency' | 'compute_ms'>;

/** Converts a report to the shape of the API. */
export function toReport(backtest: Backtest, figures: BacktestFigures, labels: Labels): BacktestReport {
  const { luck, drawdownBand: band, expectancyMinor } = figures;
  const { currency } = labels;
  const decimal = decimalConverter(currency);
  return {
    currency,
    asset: labels.asset,
    timeframe: backtest.timeframe,
    source: labels.source,
    from: instantOrNull(figures.fromMs),
    to: instantOrNull(figures.toMs),
    candles: figures.candles,
    signals: figures.signals,
    trades: figures.trades,
    open_at_end: figures.openAtEnd,
    voided: figures.voided,
    card: cardViewOf(figures),
    profit: decimal(figures.profitMinor),
    staked: decimal(figures.stakedMinor),
    expectancy: expectancyMinor === null ? null : decimal(expectancyMinor),
    profit_factor: figures.profitFactor,
    max_drawdown: decimal(figures.maxDrawdownMinor),
    longest_winning_streak: figures.longestWinningStreak,
    longest_losing_streak: figures.longestLosingStreak,
    equity: figures.equity.map(({ atMs, total }) => ({ at: instant(atMs), total: decimal(total) })),
    by_hour: figures.byHour.map(toGroup(currency)),
    by_weekday: figures.byWeekday.map(toGroup(currency)),
    luck: luck && { p_value: luck.pValue },
    drawdown_band: band && {
      p5: decimal(band.p5Minor),
      p50: decimal(band.p50Minor),
      p95: decimal(band.p95Minor),
      worst: decimal(band.worstMinor),
      orders: band.orders,
    },
    overlapping: figures.overlapping,
    independent_trades: figures.independentTrades,
    trade_list: firstTrades(backtest.trades, currency),
    compute_ms: labels.compute_ms,
  };
}

function firstTrades(trades: TradeColumns, currency: Currency): BacktestReport['trade_list'] {
  const shown: BacktestReport['trade_list'] = [];
  for (let row = 0; row < trades.length && shown.length < BACKTEST_TRADES_SHOWN; row += 1) {
    const { result, ...trade } = tradeAt(trades, row);
    if (result === 'pending') continue;
    shown.push({
      entry_time: instant(trade.entryMs),
      expiry_time: instant(trade.expiryMs),
      direction: trade.direction,
      entry_price: trade.entryPrice,
      settle_price: trade.settlePrice,
      result,
      payout: trade.payoutRatio,
      profit: formatMinor(trade.profitMinor, currency),
    });
  }
  return shown;
}
