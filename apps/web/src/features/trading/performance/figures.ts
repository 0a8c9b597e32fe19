import type { TradingPerformance } from '@vigia/contract';
import { formatCount, formatMoney, formatPrice, formatSignedMoney } from '#shared/lib/format.ts';
import { performanceMessages as words } from './messages.es.ts';

/** A metric with its name, value and explanation. */
export type PerformanceMetric = { readonly name: string; readonly value: string; readonly note: string };

/** Returns all metrics except the win rate and the result. */
export function performanceMetrics(performance: TradingPerformance): readonly PerformanceMetric[] {
  const { trades, voided, card, expectancy, profit_factor: factor } = performance;
  const { currency } = performance.purse;
  const losses = performance.longest_losing_streak;
  return [
    { name: words.trades, value: formatCount(trades), note: words.aside(card.tied, voided) || words.allDecided },
    {
      name: words.expectancy,
      value: expectancy === null ? words.none : formatSignedMoney(expectancy, currency),
      note: words.perTrade,
    },
    {
      name: words.profitFactor,
      value: factor === null ? words.none : formatPrice(factor, 2),
      note: factor === null ? words.nothingLost : words.profitFactorText,
    },
    { name: words.worstStreak, value: formatCount(losses), note: words.inARow(losses) },
    { name: words.drawdown, value: formatMoney(performance.max_drawdown, currency), note: words.drawdownText },
  ];
}
