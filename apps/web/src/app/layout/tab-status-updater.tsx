import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useUnresolvedOrders } from '#features/trading/orders/use-unresolved-orders.ts';
import { activeTradesQuery } from '#features/trading/queries.ts';
import { useLiveTrades } from '#features/trading/trades/live-trades.ts';
import { useSettlementWatch } from '#features/trading/trades/settlement-watch.ts';
import { useAuth } from '#shared/auth/auth-context.ts';
import { accountText } from '#shared/lib/account-name.ts';
import { useChosenAccount } from '#shared/lib/chosen-account.ts';
import { clearFavicon, showFavicon } from '#shared/lib/favicon.ts';
import { clearTabStatus, useTabStatus } from '#shared/lib/tab-status.ts';
import { useUi } from '#shared/lib/ui-store.ts';

/**
 * Subscribes to trades on every screen, restores what the user last chose on the account in use, and updates the title
 * and icon of the browser tab.
 */
export function TabStatusUpdater() {
  useLiveTrades();
  useSettlementWatch();
  const { data: chosen } = useChosenAccount();
  useUnresolvedOrders(useAuth().user?.id, chosen);
  const accountId = chosen?.id;
  useEffect(() => {
    if (accountId !== undefined) useUi.getState().changeAccount(accountId);
  }, [accountId]);
  const { data: active } = useQuery(activeTradesQuery);
  const account = chosen ? accountText(chosen) : null;
  const activeCount = active?.length ?? 0;
  useEffect(() => useTabStatus.setState({ account, activeCount }), [account, activeCount]);
  const kind = chosen?.kind;
  useEffect(() => {
    if (kind) showFavicon(kind, activeCount);
  }, [kind, activeCount]);
  useEffect(
    () => () => {
      clearTabStatus();
      clearFavicon();
    },
    [],
  );
  return null;
}
