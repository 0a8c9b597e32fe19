import type { BrokerAccount, BrokerContract, FeedTick } from '@vigia/broker-kit/port';
import type { BrokerStatusView } from '@vigia/contract';
import type { BrokerId } from '@vigia/core/vocabulary';
import { processTopic, topicForAll, topicForUser } from '#platform/bus/bus.ts';
import { call } from '#platform/calls/calls.ts';

/** Reports the changed state of a user's connection: status, balances, account, or whether it is the active one. */
export const BROKER_STATUS_CHANGED = topicForUser<{
  readonly userId: string;
  readonly brokerId: BrokerId;
  readonly status: BrokerStatusView;
}>('brokers.status-changed');

/**
 * Reports that a session has signed in, for the first time or after it lost its socket. Subscribers then reconcile
 * orders and subscribe to option contracts.
 */
export const BROKER_CONNECTED = topicForAll<{ readonly userId: string; readonly brokerId: BrokerId }>(
  'brokers.connected',
);

/** Call that returns the brokers to which the user is connected. The process that holds the user's shard serves it. */
export const CONNECTED_BROKERS = call<{ readonly userId: string }, readonly BrokerId[]>('brokers.connected-brokers');

/** Reports all accounts of the login with their balances, after one of them changed. */
export const BROKER_ACCOUNTS_CHANGED = processTopic<{
  readonly userId: string;
  readonly brokerId: BrokerId;
  readonly accounts: readonly BrokerAccount[];
}>('brokers.accounts-changed');

/**
 * Reports that an option contract started, got its entry price, counted a tick or ended at the broker. Duplicates are
 * possible.
 */
export const BROKER_CONTRACT = processTopic<{
  readonly userId: string;
  readonly brokerId: BrokerId;
  readonly contract: BrokerContract;
}>('brokers.contract');

/** Reports a price of a symbol to which the session is subscribed. */
export const BROKER_TICK = processTopic<{
  readonly userId: string;
  readonly brokerId: BrokerId;
  readonly tick: FeedTick;
}>('brokers.tick');
