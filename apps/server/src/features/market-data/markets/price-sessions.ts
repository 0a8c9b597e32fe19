import type { FeedTick } from '@vigia/broker-kit/port';
import type { Cancel } from '@vigia/core/kernel';
import type { BrokerId } from '@vigia/core/vocabulary';
import type { Bus } from '#platform/bus/bus.ts';
import { BROKER_TICK, type Brokers } from '../../brokers/index.ts';
import type { PriceSession } from './broker-feed.ts';

/** A tick of a symbol that a session watches, with the session's user and broker. */
export type SessionTick = { readonly userId: string; readonly brokerId: BrokerId; readonly tick: FeedTick };

/** Broker sessions, in any process, that can carry the prices of their broker. */
export interface PriceSessions {
  /** Returns the known connected sessions of these users at a broker. The method is synchronous. */
  at(brokerId: BrokerId, userIds: ReadonlySet<string>): readonly PriceSession[];
  /** Returns a connected session of one of these users at a broker; null if there is none. */
  find(brokerId: BrokerId, userIds: ReadonlySet<string>): Promise<PriceSession | null>;
  /** Starts to pass the ticks of the watched sessions to the callback. */
  start(onTick: (tick: SessionTick) => void): Cancel;
}

/** Creates the price sessions of a server with a single process, which has all sessions. */
export function localPriceSessions({
  bus,
  brokers,
}: {
  readonly bus: Pick<Bus, 'subscribe'>;
  readonly brokers: Pick<Brokers, 'sessionsAt'>;
}): PriceSessions {
  const at: PriceSessions['at'] = (brokerId, userIds) =>
    brokers.sessionsAt(brokerId).filter(({ userId }) => userIds.has(userId));
  return {
    at,
    find: async (brokerId, userIds) => at(brokerId, userIds)[0] ?? null,
    start: (onTick) => bus.subscribe(BROKER_TICK, onTick),
  };
}
