import type { BrokerAccount, BrokerContract, FeedTick } from '@vigia/broker-kit/port';
import type { BrokerStatusView } from '@vigia/contract';
import type { BrokerId } from '@vigia/core/vocabulary';
import { topic, topicForAll, topicOfPerson } from '#platform/bus/bus.ts';
import { call } from '#platform/calls/calls.ts';

/** A person's connection stands differently than before: its status, its balances, its account or whether it is the active one. */
export const BROKER_STATUS_CHANGED = topicOfPerson<{
  readonly userId: string;
  readonly brokerId: BrokerId;
  readonly status: BrokerStatusView;
}>('brokers.status-changed');

/** A session signed in, for the first time or again after its socket was lost: the moment to reconcile and to follow. */
export const BROKER_CONNECTED = topicForAll<{ readonly userId: string; readonly brokerId: BrokerId }>(
  'brokers.connected',
);

/** A person's connections are back at their demo accounts, or will be once that is committed. */
export const REAL_MONEY_LEFT = topicForAll<{ readonly userId: string }>('brokers.real-money-left');

/** Brokers the person is connected to at this moment: asked of whoever owns the sessions. */
export const CONNECTED_BROKERS = call<{ readonly userId: string }, readonly BrokerId[]>('brokers.connected-brokers');

/** Every account of the login with its balance, when one of them changed. */
export const BROKER_ACCOUNTS_CHANGED = topic<{
  readonly userId: string;
  readonly brokerId: BrokerId;
  readonly accounts: readonly BrokerAccount[];
}>('brokers.accounts-changed');

/** A contract began or ended at the broker; the same may be told more than once. */
export const BROKER_CONTRACT = topic<{
  readonly userId: string;
  readonly brokerId: BrokerId;
  readonly contract: BrokerContract;
}>('brokers.contract');

/** A price of a symbol somebody watches through that session. */
export const BROKER_TICK = topic<{ readonly userId: string; readonly brokerId: BrokerId; readonly tick: FeedTick }>(
  'brokers.tick',
);
