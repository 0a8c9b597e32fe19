import type { BrokerView } from '@vigia/contract';
import type { BrokerId } from '@vigia/core/vocabulary';
import { useEffect, useRef } from 'react';
import { useConnections } from '#features/connections/use-connections.ts';
import { tell } from '#features/notifications/tell.ts';
import { useAuth } from '#shared/auth/auth-context.ts';
import { stream } from '#shared/lib/stream.ts';
import { newsOfBroker } from './news.ts';

/** A connection that is back by then was only made anew: for another account, or after a blink of the line. */
export const LOST_AFTER_MS = 5_000;

type Standing = 'connected' | 'waiting' | 'lost';

/** Tells once of a broker that was connected and is no longer, unless the person let it go, and once when it is back. */
export function useBrokerNews(): void {
  const { user } = useAuth();
  const { data } = useConnections({ enabled: user !== null && !user.is_anonymous });
  const standings = useRef(new Map<BrokerId, Standing>());
  useEffect(() => {
    const timers = (data?.brokers ?? []).map((broker) => follow(standings.current, broker));
    return () => {
      for (const timer of timers) clearTimeout(timer);
    };
  }, [data]);
}

function follow(standings: Map<BrokerId, Standing>, broker: BrokerView): ReturnType<typeof setTimeout> | undefined {
  const before = standings.get(broker.id);
  const tellNow = (isBack: boolean) => tell(newsOfBroker(broker, isBack, stream.serverNow()));
  switch (broker.status.connection_status) {
    case 'connected':
      standings.set(broker.id, 'connected');
      if (before === 'lost') tellNow(true);
      return;
    case 'disconnected':
      standings.delete(broker.id);
      return;
    case 'connecting':
    case 'error':
      if (before === undefined || before === 'lost') return;
      standings.set(broker.id, 'waiting');
      return setTimeout(() => {
        standings.set(broker.id, 'lost');
        tellNow(false);
      }, LOST_AFTER_MS);
  }
}
