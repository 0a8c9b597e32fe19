import { useMemo, useState } from 'react';
import { hasOwnPane } from '#shared/chart/indicators/choices.ts';
import { cn } from '#shared/lib/cn.ts';
import { ActiveChartTools, ChartOrReason, DrawingNotes } from '../chart-stage.tsx';
import type { ShownChart } from '../use-chart.ts';
import { type ChartLayout, seriesOf } from './chart-layout.ts';
import { ChartPane } from './chart-pane.tsx';
import { layoutMessages as words } from './messages.es.ts';

type ChartGridProps = {
  /** The active chart. */
  readonly chart: ShownChart;
  readonly layout: ChartLayout;
  readonly isSending: boolean;
  readonly onActivate: (place: number) => void;
  /** Height class of charts side by side. */
  readonly className: string;
};

/**
 * Renders two or four charts with one row of tools, which belong to the active chart. The charts lie side by side if
 * each is wide enough, else one above the other. With four charts, indicators with a pane of their own are omitted,
 * because the candles would have no height left.
 */
export function ChartGrid({ chart, layout, isSending, onActivate, className }: ChartGridProps) {
  const [isOpen, setIsOpen] = useState(false);
  const areFour = layout.count === 4;
  const { indicators: chosen } = chart;
  const indicators = useMemo(
    () => (areFour ? chosen.filter(({ choice }) => !hasOwnPane(choice)) : chosen),
    [areFour, chosen],
  );
  return (
    <div className="@container flex min-h-0 grow flex-col">
      <div className="flex min-h-9 items-center border-b border-line bg-inset px-2">
        <ActiveChartTools {...{ chart, isOpen }} onOpen={setIsOpen} />
      </div>
      <fieldset
        aria-label={words.group}
        className={cn(
          'relative grid min-h-0 min-w-0 grow gap-px overflow-hidden rounded-b-card bg-line',
          areFour ? FOUR : cn(className, TWO),
        )}
      >
        <ChartOrReason chart={chart}>
          {seriesOf(layout, chart.series).map((series, place) => (
            <ChartPane
              // A place is the identity of its chart: the chart keeps its canvas if its asset changes.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              key={place}
              {...{ chart, series, indicators, isSending }}
              isActive={place === layout.active}
              onActivate={() => onActivate(place)}
            />
          ))}
        </ChartOrReason>
        <DrawingNotes chart={chart} />
      </fieldset>
    </div>
  );
}

/** In less than 560 px, two columns would leave no width for candles beside two price axes. */
const FOUR = '@max-[560px]:auto-rows-[240px] @min-[561px]:h-[600px] @min-[561px]:grid-cols-2 @min-[561px]:grid-rows-2';
const TWO = '@max-[700px]:min-h-[600px] @max-[700px]:grid-rows-2 @min-[701px]:grid-cols-2';
