import type { BrokerAccount, BrokerContract, FeedTick } from '@vigia/broker-kit/port';
import type { BrokerStatusView } from '@vigia/contract';
import type { BrokerId } from '@vigia/core/vocabulary';
import { topic, topicForAll, topicForUser } from '#platform/bus/bus.ts';
import { call } from '#platform/calls/calls.ts';

/** Changed state of a user's connection: status, balances, account, or whether it is the active one. */
export const BROKER_STATUS_CHANGED = topicForUser<{
  readonly userId: string;
  readonly brokerId: BrokerId;
  readonly status: BrokerStatusView;
}>('brokers.status-changed');

/**
 * A session signed in, for the first time or after it lost its socket. Subscribers then reconcile orders and subscribe
 * to contracts.
 */
export const BROKER_CONNECTED = topicForAll<{ readonly userId: string; readonly brokerId: BrokerId }>(
  'brokers.connected',
);

/** Call that returns the brokers the user is connected to; answered by the process that holds the user's shard. */
export const CONNECTED_BROKERS = call<{ readonly userId: string }, readonly BrokerId[]>('brokers.connected-brokers');

/** All accounts of the login with their balances, after one of them changed. */
export const BROKER_ACCOUNTS_CHANGED = topic<{
  readonly userId: string;
  readonly brokerId: BrokerId;
  readonly accounts: readonly BrokerAccount[];
}>('brokers.accounts-changed');

/** A contract began or ended at the broker; duplicates are possible. */
export const BROKER_CONTRACT = topic<{
  readonly userId: string;
  readonly brokerId: BrokerId;
  readonly contract: BrokerContract;
}>('brokers.contract');

/** A price of a symbol that the session is subscribed to. */
export const BROKER_TICK = topic<{ readonly userId: string; readonly brokerId: BrokerId; readonly tick: FeedTick }>(
  'brokers.tick',
);
