import type { StreamEvent } from '@vigia/contract';
import type { Cancel } from '@vigia/core/kernel';
import type { Bus } from '#platform/bus/bus.ts';
import { NOTIFICATION_CREATED, NOTIFICATIONS_READ, NOTIFICATIONS_WRITTEN } from '../notifications/index.ts';
import { SIGNAL_CHANGED } from '../pcr/index.ts';
import { SIGNAL_DECIDED } from '../signals/index.ts';
import { STRATEGY_SIGNAL_CHANGED } from '../strategies/index.ts';
import { TRADE_CHANGED } from '../trading/index.ts';

export type NotificationRelayDeps = {
  readonly bus: Bus;
  /** Looks for new notifications of a user soon. */
  readonly look: (userId: string) => void;
  /** Returns true if the user has a socket in this process. */
  readonly hasClient: (userId: string) => boolean;
  readonly toUser: (userId: string, event: StreamEvent) => void;
};

/**
 * Sends the notifications of users with a socket: looks for new ones after the events that write them, and passes on
 * which of them were read.
 */
export function relayNotifications({ bus, look, hasClient, toUser }: NotificationRelayDeps): Cancel[] {
  const lookFor = ({ userId }: { readonly userId: string | null }): void => {
    if (userId !== null && hasClient(userId)) look(userId);
  };
  return [
    bus.subscribe(TRADE_CHANGED, lookFor),
    bus.subscribe(SIGNAL_CHANGED, lookFor),
    bus.subscribe(STRATEGY_SIGNAL_CHANGED, lookFor),
    bus.subscribe(SIGNAL_DECIDED, lookFor),
    bus.subscribe(NOTIFICATIONS_WRITTEN, lookFor),
    bus.subscribe(NOTIFICATION_CREATED, ({ userId, notification, unread }) =>
      toUser(userId, { type: 'notification_created', notification, unread }),
    ),
    bus.subscribe(NOTIFICATIONS_READ, ({ userId, read, unread }) =>
      toUser(userId, { type: 'notifications_read', ...read, unread }),
    ),
  ];
}
