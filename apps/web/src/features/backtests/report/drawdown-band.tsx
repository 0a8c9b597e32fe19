import type { BacktestReport } from '@vigia/contract';
import type { Currency } from '@vigia/core/vocabulary';
import { formatCount, formatMoney } from '#shared/lib/format.ts';
import { backtestMessages } from '../messages.es.ts';

const words = backtestMessages.report.band;

type DrawdownBandProps = {
  readonly actual: number;
  readonly band: BacktestReport['drawdown_band'];
  readonly currency: Currency;
};

/** Compares the maximum drawdown with the drawdowns that the same trades have in random orders. */
export function DrawdownBand({ actual, band, currency }: DrawdownBandProps) {
  if (band === null) return null;
  const whole = Math.max(band.worst, actual) || 1;
  const place = (amount: number): string => `${((amount / whole) * 100).toFixed(2)}%`;
  const { p5, p50, p95, worst, orders } = band;
  const spoken = words.spoken(
    formatMoney(actual, currency),
    formatMoney(p5, currency),
    formatMoney(p50, currency),
    formatMoney(p95, currency),
  );
  return (
    <section aria-label={words.title} className="grid gap-2">
      <h3 className="text-13 font-medium text-fg-2">{words.title}</h3>
      <div role="img" aria-label={spoken} className="relative h-[34px] text-fg-2">
        <i className="absolute inset-x-0 top-2 h-0.5 rounded-pill bg-line-strong" />
        <i
          className="absolute top-[5px] h-2 rounded-pill bg-current/34 ring-1 ring-current/70 ring-inset"
          style={{ left: place(p5), right: `calc(100% - ${place(p95)})` }}
        />
        <i className="absolute top-[5px] -ml-px h-2 w-0.5 bg-current" style={{ left: place(p50) }} />
        <i className="absolute top-0 -ml-px h-[18px] w-0.5 bg-fg-1" style={{ left: place(actual) }} />
        <span
          className="absolute top-[19px] text-12 whitespace-nowrap text-fg-3"
          style={{ left: place(actual), transform: `translateX(-${place(actual)})` }}
        >
          {words.actual(formatMoney(actual, currency))}
        </span>
      </div>
      <p className="text-12 text-fg-3">
        {words.text(
          formatCount(orders),
          formatMoney(p5, currency),
          formatMoney(p95, currency),
          formatMoney(worst, currency),
        )}
      </p>
    </section>
  );
}
