import { nameOfIndicator } from '#shared/chart/indicators/choices.ts';
import { chartDescription } from './chart-description.ts';
import { chartMessages } from './messages.es.ts';
import { chartSkeletonMessages } from './skeleton.es.ts';
import type { ShownChart } from './use-chart.ts';

type ChartCaptionProps = { readonly chart: Pick<ShownChart, 'assets' | 'asset' | 'marks' | 'indicators' | 'series'> };

/** Describes the chart for screen readers. */
export const ChartCaption = ({ chart: { assets, asset, marks, indicators, series } }: ChartCaptionProps) => (
  <figcaption className="sr-only">
    {assets.data
      ? `${chartDescription(marks, asset?.current_price ?? null, series.decimals)} `
      : `${chartSkeletonMessages.loading} `}
    {indicators.length > 0 && chartMessages.spokenIndicators(indicators.map(({ choice }) => nameOfIndicator(choice)))}
  </figcaption>
);
