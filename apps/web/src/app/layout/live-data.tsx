import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLiveNotifications } from '#features/notifications/use-live-notifications.ts';
import { storeAccount } from '#shared/lib/chosen-account.ts';
import { riskUseQuery } from '#shared/lib/risk-use.ts';
import { useServices } from '#shared/lib/services.ts';
import { runSessionCleanups } from '#shared/lib/session-end.ts';
import { useResetPrices } from './use-reset-prices.ts';

/** Connects the stream while a protected page is mounted, and shows notifications. */
export function LiveData() {
  const queries = useQueryClient();
  const { stream } = useServices();
  useEffect(() => {
    const stops = [
      stream.on('account', ({ account }) => storeAccount(queries, account)),
      stream.on('trade', () => void queries.invalidateQueries({ queryKey: riskUseQuery.queryKey })),
    ];
    stream.start();
    return () => {
      for (const stop of stops) stop();
      stream.stop();
      queries.clear();
      runSessionCleanups();
    };
  }, [queries, stream]);
  useLiveNotifications();
  useResetPrices();
  return null;
}
