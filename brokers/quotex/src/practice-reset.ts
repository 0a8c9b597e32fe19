import type { BrokerFault } from '@vigia/broker-kit/port';
import { err, ok, type Result } from '@vigia/core/kernel';
import type { QuotexClient } from './client.ts';

/** Demo balance after a reset, in units of the login's currency: the opening balance of the broker's demo account. */
const AMOUNT = 10_000;
const NO_BALANCE: BrokerFault = { kind: 'network', detail: 'no balance came after the refill' };

/** Resets the demo balance of the login (docs/spec/brokers/quotex.md §3). */
export const resetPractice = async (client: Pick<QuotexClient, 'refillDemo'>): Promise<Result<null, BrokerFault>> =>
  (await client.refillDemo(AMOUNT)) ? ok(null) : err(NO_BALANCE);
