import type { TradingStats } from '@vigia/contract';
import { type ComponentProps, useRef } from 'react';
import { ChartScreen } from '#features/charts/screen/chart-screen.tsx';
import { TicketPanel } from '#features/trading/ticket/ticket-panel.tsx';
import { useUi } from '#shared/lib/ui-store.ts';
import { FullScreen } from '#shared/ui/full-screen.tsx';
import { fullScreenMessages } from './messages.es.ts';

type FullScreenTradingProps = {
  readonly chart: Omit<ComponentProps<typeof ChartScreen>, 'onLeave'>;
  readonly stats: TradingStats | undefined;
  readonly onLeave: () => void;
};

/**
 * Renders chart and order form on the whole screen: side by side on a phone held sideways, else one above the other.
 */
export function FullScreenTrading({ chart, stats, onLeave }: FullScreenTradingProps) {
  const symbol = useUi((ui) => ui.symbol);
  const hasLeft = useRef(false);
  // Escape can end the full screen of the browser and close the layout. The history goes back only once.
  const leave = () => {
    if (hasLeft.current) return;
    hasLeft.current = true;
    onLeave();
  };
  return (
    <FullScreen label={fullScreenMessages.title} onLeave={leave}>
      <ChartScreen {...chart} onLeave={leave} />
      <TicketPanel symbol={symbol} stats={stats} />
    </FullScreen>
  );
}
