import type { BrokerAccount } from '@vigia/broker-kit/port';
import type { BrokerId } from '@vigia/core/vocabulary';
import type { BrokerAccountKey } from '../accounts/index.ts';

/** Returns the key of the ledger account that mirrors this account at a broker. */
export const accountKeyOf = (broker: BrokerId, { kind, currency, accountId }: BrokerAccount): BrokerAccountKey => ({
  broker,
  kind,
  currency,
  brokerAccount: accountId,
});
