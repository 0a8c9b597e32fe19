import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useOrderWatch } from '#features/trading/orders/use-order-watch.ts';
import { activeTradesQuery } from '#features/trading/queries.ts';
import { useLiveTrades } from '#features/trading/trades/live-trades.ts';
import { useSettlementWatch } from '#features/trading/trades/settlement-watch.ts';
import { useAuth } from '#shared/auth/auth-context.ts';
import { useCurrentMode } from '#shared/lib/current-mode.ts';
import { clearFavicon, showFavicon } from '#shared/lib/favicon.ts';
import { clearTabStatus, useTabStatus } from '#shared/lib/tab-status.ts';
import { uiMessages } from '#shared/ui/messages.es.ts';

/** Subscribes to trades on every screen, and updates the title and icon of the tab. */
export function TabStatusUpdater() {
  useLiveTrades();
  useSettlementWatch();
  const { data: current } = useCurrentMode();
  useOrderWatch(useAuth().user?.id, current?.mode);
  const { data: active } = useQuery(activeTradesQuery);
  const mode = current ? uiMessages.mode[current.mode] : null;
  const activeCount = active?.length ?? 0;
  useEffect(() => useTabStatus.setState({ mode, activeCount }), [mode, activeCount]);
  const tradingMode = current?.mode;
  useEffect(() => {
    if (tradingMode) showFavicon(tradingMode, activeCount);
  }, [tradingMode, activeCount]);
  useEffect(
    () => () => {
      clearTabStatus();
      clearFavicon();
    },
    [],
  );
  return null;
}
