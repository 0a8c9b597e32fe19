import type { BrokerView } from '@vigia/contract';
import type { BrokerId } from '@vigia/core/vocabulary';
import { useEffect, useRef } from 'react';
import { expiresSoon } from '#features/connections/model/expiry.ts';
import { useConnections } from '#features/connections/use-connections.ts';
import { notify } from '#features/notifications/notify.ts';
import { useAuth } from '#shared/auth/auth-context.ts';
import { useServices } from '#shared/lib/services.ts';
import { brokerNotification, expiryNotification } from './news.ts';

/**
 * Interruptions of at most this duration in milliseconds are not reported. They result from a change of the account or
 * a brief network failure.
 */
export const LOST_AFTER_MS = 5_000;

type Standing = 'connected' | 'waiting' | 'lost';

/**
 * Notifies the user once when a broker disconnects, once when it reconnects, and once when its session ends soon. If
 * the user disconnects the broker, there is no notification.
 */
export function useBrokerNews(): void {
  const { user } = useAuth();
  const { stream } = useServices();
  const { data } = useConnections({ enabled: user !== null && !user.is_anonymous });
  const standings = useRef(new Map<BrokerId, Standing>());
  useEffect(() => {
    for (const broker of data?.brokers ?? []) warnOfExpiry(broker, stream.serverNow());
    const timers = (data?.brokers ?? []).map((broker) => follow(standings.current, broker, () => stream.serverNow()));
    return () => {
      for (const timer of timers) clearTimeout(timer);
    };
  }, [data, stream]);
}

/**
 * Warns once per broker session that the session ends soon. The notification list ignores an id that it already
 * contains.
 */
function warnOfExpiry(broker: BrokerView, nowMs: number): void {
  const leftMs = expiresSoon(broker.status, nowMs);
  if (leftMs !== null) notify(expiryNotification(broker, leftMs, nowMs));
}

function follow(
  standings: Map<BrokerId, Standing>,
  broker: BrokerView,
  serverNow: () => number,
): ReturnType<typeof setTimeout> | undefined {
  const before = standings.get(broker.id);
  const notifyNow = (isBack: boolean) => notify(brokerNotification(broker, isBack, serverNow()));
  switch (broker.status.connection_status) {
    case 'connected':
      standings.set(broker.id, 'connected');
      if (before === 'lost') notifyNow(true);
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
        notifyNow(false);
      }, LOST_AFTER_MS);
  }
}
