import { type ReactNode, useState } from 'react';
import type { DrawingLayerProps } from '#shared/chart/drawings/drawing-layer.tsx';
import type { ShownIndicator } from '#shared/chart/indicators/choices.ts';
import { LazyChart } from '#shared/chart/lazy-chart.tsx';
import { lazyComponent } from '#shared/lib/lazy-component.tsx';
import { libMessages } from '#shared/lib/messages.es.ts';
import { useShownPrices } from '#shared/lib/price-feed.ts';
import { problemOf } from '#shared/lib/problem.ts';
import { EmptyState, ErrorState } from '#shared/ui/states.tsx';
import { ChartTools } from './chart-tools.tsx';
import { DrawingsNote } from './drawings/drawings-note.tsx';
import { chartMessages } from './messages.es.ts';
import type { ShownChart } from './use-chart.ts';

const TextDialog = lazyComponent(async () => (await import('./drawings/text-dialog.tsx')).TextDialog);

const NO_DRAWINGS: readonly never[] = [];

type ChartStageProps = {
  readonly chart: ShownChart;
  /** The indicators to draw. By default all that the user has chosen. */
  readonly indicators?: readonly ShownIndicator[];
  /** Fills the screen with the chart. Absent if the tools have no button for it. */
  readonly onFullScreen?: (() => void) | undefined;
};

/** Renders the chart with its tools, or the reason why there is no chart. */
export function ChartStage({ chart, indicators = chart.indicators, onFullScreen }: ChartStageProps) {
  const { series, marks, expiry, options } = chart;
  // The tools are closed after a reload.
  const [isOpen, setIsOpen] = useState(false);
  const tools = <ActiveChartTools {...{ chart, isOpen, onFullScreen }} onOpen={setIsOpen} />;
  return (
    <>
      <ChartOrReason chart={chart} fallback={<div className="absolute top-1 left-2 flex">{tools}</div>}>
        <LazyChart
          {...{ series, marks, indicators, expiry }}
          drawing={chartDrawings(chart)}
          kind={options.kind}
          corner={tools}
        />
      </ChartOrReason>
      <DrawingNotes chart={chart} />
    </>
  );
}

type StageToolsProps = Pick<ChartStageProps, 'chart' | 'onFullScreen'> & {
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
};

/** Renders the row of tools of the active chart. */
export function ActiveChartTools({ chart: { drawings, options, changeOptions, series }, ...rest }: StageToolsProps) {
  const { symbol, decimals } = series;
  return <ChartTools {...{ drawings, options, symbol, decimals, ...rest }} onOptions={changeOptions} />;
}

/** Returns the drawings of the active chart and their actions, as the chart expects them. */
export function chartDrawings({ drawings, options }: Pick<ShownChart, 'drawings' | 'options'>): DrawingLayerProps {
  return {
    drawings: options.hidden.includes('drawings') ? NO_DRAWINGS : drawings.drawings,
    tool: drawings.tool,
    selectedId: drawings.selectedId,
    onSelect: drawings.select,
    onDrawn: drawings.add,
    onChange: drawings.change,
    onRemove: drawings.remove,
    onWrite: drawings.writing.edit,
  };
}

type IfPricedProps = {
  readonly chart: Pick<ShownChart, 'assets'>;
  /** Shown beside the reason if there is no chart. */
  readonly fallback?: ReactNode;
  readonly children: ReactNode;
};

/**
 * Renders charts, or the reason why there is none. A chart renders even if its asset cannot be traded now: the asset
 * list of a disconnected broker is empty, but its prices may continue.
 */
export function ChartOrReason({ chart: { assets }, fallback, children }: IfPricedProps) {
  const prices = useShownPrices();
  // A market that has never been available has no history to show.
  const isAway = prices?.state === 'starting' && assets.data?.length === 0;
  if (assets.data && !isAway) return children;
  return (
    <>
      {fallback}
      <div className="absolute inset-0 grid place-items-center">
        {isAway && <EmptyState text={chartMessages.noPrices(libMessages.pricesOf(prices.source))} />}
        {assets.isError && !isAway && (
          <ErrorState
            title={chartMessages.assetsFailed}
            text={problemOf(assets.error)}
            onRetry={() => void assets.refetch()}
          />
        )}
      </div>
    </>
  );
}

/** Renders the note about unsaved drawings, and the dialog of a text that the user writes. */
export function DrawingNotes({ chart: { drawings } }: { readonly chart: Pick<ShownChart, 'drawings'> }) {
  const { written, save, cancel } = drawings.writing;
  return (
    <>
      <DrawingsNote drawings={drawings} />
      {written && <TextDialog text={written.shape.text} isNew={written.id === null} onSave={save} onClose={cancel} />}
    </>
  );
}
