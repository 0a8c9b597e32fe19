import { useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { cn } from '#shared/lib/cn.ts';
import { formatDecimal, formatPrice } from '#shared/lib/format.ts';
import type { ChartKind } from '../chart-kinds.ts';
import { hasOwnPane, type IndicatorChoice, nameOfIndicator } from '../indicators/choices.ts';
import { type LineLook, lineLookOf } from '../indicators/line-looks.ts';
import type { IndicatorReading } from '../indicators/readings.ts';
import { chartMessages } from '../messages.es.ts';
import { canvasMessages } from './messages.es.ts';
import type { PriceChart } from './price-chart.ts';

const FIELDS = ['open', 'high', 'low', 'close'] as const;
/** Values of an indicator in the order of their display. */
const VALUES = ['line', 'signal', 'histogram', 'upper', 'middle', 'lower'] as const;
const HUE_CLASS: Readonly<Record<LineLook['hue'], string>> = {
  accent: 'border-accent',
  accent2: 'border-accent-2',
  warn: 'border-warn',
};

type LegendProps = {
  readonly chart: Pick<PriceChart, 'candle' | 'readings' | 'paneOf'>;
  readonly decimals: number;
  readonly kind: ChartKind;
};

/**
 * Shows the market prices and the indicators of the candle under the crosshair, or of the last candle if there is no
 * crosshair. Shows what fits beside the price axis, on a phone below the tools, and neither on a small chart among
 * several. Of Heikin Ashi candles it says that their prices are no market prices, and shows only the market close.
 */
export function Legend({ chart, decimals, kind }: LegendProps) {
  const candle = useSyncExternalStore(chart.candle.subscribe, chart.candle.current);
  if (!candle) return null;
  const fields = kind === 'heikin_ashi' ? (['close'] as const) : FIELDS;
  return (
    <div className="pointer-events-none! max-h-14 min-w-0 self-start overflow-hidden rounded-chip bg-inset px-1 py-0.5 text-12 text-fg-3 max-[480px]:max-w-full max-[480px]:py-0">
      <div className="flex min-w-0 flex-wrap gap-x-2.5">
        <dl
          className="flex h-4.5 min-w-0 flex-wrap gap-x-2.5 gap-y-4 overflow-hidden max-md:hidden @max-[520px]/pane:hidden"
          aria-hidden
        >
          {fields.map((field) => (
            <div key={field} className={cn('flex gap-1', field === 'open' && 'max-lg:hidden')}>
              <dt>{chartMessages.legend[field]}</dt>
              <dd className="font-medium text-fg-1">{formatPrice(candle[field], decimals)}</dd>
            </div>
          ))}
        </dl>
        {kind === 'heikin_ashi' && <p className="leading-4.5 text-warn">{canvasMessages.heikinAshi}</p>}
      </div>
      <Readings chart={chart} decimals={decimals} />
    </div>
  );
}

function Readings({ chart, decimals }: Pick<LegendProps, 'chart' | 'decimals'>) {
  const readings = useSyncExternalStore(chart.readings.subscribe, chart.readings.current);
  return (
    <>
      {/* An entry that does not fit is left out, because a price that is cut off would be a wrong price. */}
      <dl
        className="flex flex-wrap gap-x-2.5 overflow-hidden max-[480px]:max-h-4.5 @max-[520px]/pane:hidden"
        aria-hidden
      >
        {readings
          .filter(({ shown }) => !hasOwnPane(shown.choice))
          .map((reading) => (
            <Values key={reading.shown.slot} reading={reading} decimals={decimals} />
          ))}
      </dl>
      {readings.map((reading) => {
        const pane = hasOwnPane(reading.shown.choice) ? chart.paneOf(reading.shown.slot) : null;
        return pane && createPortal(<PaneLegend reading={reading} decimals={decimals} />, pane, reading.shown.slot);
      })}
    </>
  );
}

type ValuesProps = { readonly reading: IndicatorReading; readonly decimals: number };

const Values = ({ reading, decimals }: ValuesProps) => (
  <div className="flex h-4.5 shrink-0 items-center gap-1 whitespace-nowrap">
    <Sample reading={reading} />
    <dt>{nameOfIndicator(reading.shown.choice)}</dt>
    <dd className="font-medium text-fg-1">{valuesOf(reading, decimals)}</dd>
  </div>
);

/** Renders the legend of a pane below the candles, inside the element of the pane. */
const PaneLegend = (props: ValuesProps) => (
  <dl className="pointer-events-none absolute top-1 left-3 z-3 rounded-chip bg-inset text-12 text-fg-3" aria-hidden>
    <Values {...props} />
  </dl>
);

/** Renders a sample of the line of an average. Bands and panes are recognised by their shape. */
function Sample({ reading: { shown } }: { readonly reading: IndicatorReading }) {
  if (hasOwnPane(shown.choice) || shown.choice.kind === 'bollinger') return null;
  const { hue, dash } = lineLookOf(shown.tone);
  return <span className={cn('w-3 border-t-2', HUE_CLASS[hue], dash.length > 0 && 'border-dashed')} />;
}

function valuesOf({ shown, row }: IndicatorReading, decimals: number): string {
  const values = VALUES.flatMap((name) =>
    row[name] === undefined ? [] : [valueText(shown.choice, row[name], decimals)],
  );
  return values.length > 0 ? values.join(' · ') : canvasMessages.noValue;
}

const valueText = ({ kind }: IndicatorChoice, value: number, decimals: number): string =>
  kind === 'rsi' ? formatDecimal(value, 1) : formatPrice(value, decimals);
