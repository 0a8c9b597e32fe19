import { useSyncExternalStore } from 'react';
import { cn } from '#shared/lib/cn.ts';
import { formatPrice } from '#shared/lib/format.ts';
import type { ChartKind } from '../chart-kinds.ts';
import { chartMessages } from '../messages.es.ts';
import { canvasMessages } from './messages.es.ts';
import type { PriceChart } from './price-chart.ts';

const FIELDS = ['open', 'high', 'low', 'close'] as const;

type LegendProps = { readonly chart: Pick<PriceChart, 'candle'>; readonly decimals: number; readonly kind: ChartKind };

/**
 * Shows the market prices of the candle under the crosshair, or of the last candle if there is no crosshair. If four
 * prices would overlap the axis, shows those that fit. Says that Heikin Ashi candles have other prices.
 */
export function Legend({ chart, decimals, kind }: LegendProps) {
  const candle = useSyncExternalStore(chart.candle.subscribe, chart.candle.current);
  if (!candle) return null;
  return (
    <div className="pointer-events-none! flex min-w-0 flex-wrap items-center gap-x-2.5 overflow-hidden rounded-chip bg-inset px-1 text-12 text-fg-3">
      <dl className="flex h-5.5 min-w-0 flex-wrap gap-x-2.5 gap-y-4 overflow-hidden py-0.5 max-md:hidden" aria-hidden>
        {FIELDS.map((field) => (
          <div key={field} className={cn('flex gap-1', field === 'open' && 'max-lg:hidden')}>
            <dt>{chartMessages.legend[field]}</dt>
            <dd className="font-medium text-fg-1">{formatPrice(candle[field], decimals)}</dd>
          </div>
        ))}
      </dl>
      {kind === 'heikin_ashi' && <p className="py-0.5 leading-4 text-warn">{canvasMessages.heikinAshi}</p>}
    </div>
  );
}
