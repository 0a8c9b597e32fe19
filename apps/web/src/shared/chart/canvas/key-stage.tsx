import { type KeyboardEvent, useId } from 'react';
import { chartMessages } from '../messages.es.ts';
import type { PriceChart } from './price-chart.ts';

type Moved = Pick<PriceChart, 'scroll' | 'zoom' | 'goLive'>;

/**
 * Makes the chart usable by keyboard. A focus frame shows that the keys are active. Because of its role, screen readers
 * pass the arrow keys to the chart instead of moving their cursor.
 */
export function KeyStage({ chart, keys }: { readonly chart: Moved; readonly keys: string }) {
  const keysId = useId();
  const press = (event: KeyboardEvent) => {
    const act = KEYS[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act(chart);
  };
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the role means: takes keys itself */}
      <div
        role="application"
        tabIndex={0}
        aria-label={chartMessages.stage}
        aria-describedby={keysId}
        onKeyDown={press}
        className="pointer-events-none absolute inset-0 z-1 rounded-b-card -outline-offset-2"
      />
      <span id={keysId} className="sr-only">
        {keys}
      </span>
    </>
  );
}

const KEYS: Readonly<Record<string, (chart: Moved) => void>> = {
  ArrowLeft: (chart) => chart.scroll(0.1),
  ArrowRight: (chart) => chart.scroll(-0.1),
  PageUp: (chart) => chart.scroll(0.8),
  PageDown: (chart) => chart.scroll(-0.8),
  '+': (chart) => chart.zoom(1.25),
  '-': (chart) => chart.zoom(0.8),
  End: (chart) => chart.goLive(),
};
