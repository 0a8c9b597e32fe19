import type { ChartMarks } from '#shared/chart/marks/chart-marks.ts';
import { formatMoney, formatPrice, formatSignedMoney } from '#shared/lib/format.ts';
import { chartMessages } from './messages.es.ts';

/** Returns a text that describes the visible chart for screen readers. */
export function chartDescription(
  { zones, signals, trades, results }: ChartMarks,
  close: number | null,
  decimals: number,
): string {
  const price = (value: number) => formatPrice(value, decimals);
  const { zoneKinds } = chartMessages;
  return [
    ...(close === null ? [] : [chartMessages.spokenClose(price(close))]),
    ...zones
      .filter(({ endedMs }) => endedMs === null)
      .map(({ direction, wide }) =>
        chartMessages.spokenZone(
          direction === 'CALL' ? zoneKinds.demand : zoneKinds.supply,
          price(wide.low),
          price(wide.high),
        ),
      ),
    ...trades.map(({ direction, stake, currency, entryPrice }) =>
      chartMessages.spokenTrade(direction, formatMoney(stake, currency), price(entryPrice)),
    ),
    ...signals.map(({ direction, outcome, price: given }) =>
      chartMessages.spokenSignal(direction, chartMessages.signalWords[outcome], price(given)),
    ),
    ...results.map(({ direction, outcome, profit, currency, price: decided }) =>
      chartMessages.spokenResult(
        direction,
        chartMessages.outcomes[outcome].word,
        formatSignedMoney(profit, currency),
        price(decided),
      ),
    ),
  ].join(' ');
}
