import { epochMs, minorUnits, ratio } from '@vigia/core/kernel';
import type { BrokerContract, SentTimedOrder } from '#port/index.ts';

/** Returns an order of 10.00 on EURUSD for a minute, sent at the given time. */
export const orderSentAt = (sentAtMs: number, changes: Partial<SentTimedOrder> = {}): SentTimedOrder => ({
  orderId: `order-${sentAtMs}`,
  accountId: 'demo',
  symbol: 'EURUSD',
  direction: 'CALL',
  stakeMinor: minorUnits(1_000),
  durationS: 60,
  minPayoutRatio: null,
  sendDeadlineMs: epochMs(sentAtMs + 5_000),
  sentAtMs: epochMs(sentAtMs),
  ...changes,
});

/** Returns the option contract of an order of 10.00 on EURUSD for a minute, started at the given time. */
export const contractAt = (openedAtMs: number, changes: Partial<BrokerContract> = {}): BrokerContract => ({
  contractId: `contract-${openedAtMs}`,
  orderId: null,
  accountId: 'demo',
  symbol: 'EURUSD',
  direction: 'CALL',
  stakeMinor: minorUnits(1_000),
  payoutRatio: ratio(0.85),
  entryPrice: 1.1,
  entryTickMs: epochMs(openedAtMs),
  openedAtMs: epochMs(openedAtMs),
  expiryMs: epochMs(openedAtMs + 60_000),
  result: null,
  ...changes,
});

/** Returns the contract as ended with the given profit. */
export const endedContract = (contract: BrokerContract, profitMinor: number): BrokerContract => ({
  ...contract,
  result: {
    outcome: profitMinor > 0 ? 'won' : 'lost',
    profitMinor: minorUnits(profitMinor),
    settlePrice: 1.2,
    settleTickMs: contract.expiryMs,
    settledAtMs: contract.expiryMs,
  },
});
