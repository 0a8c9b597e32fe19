import { BrokerClock } from '@vigia/broker-kit/clock';
import type { BrokerAccount, BrokerAsset, BrokerOrder } from '@vigia/broker-kit/port';
import { epochMs, minorUnits, ok, ratio } from '@vigia/core/kernel';
import { ManualClock } from '@vigia/testkit';
import { describe, expect, it } from 'vitest';
import { placeOrder } from './orders.ts';

const NOW_MS = Date.UTC(2026, 10, 24, 9, 12, 7);
const ACCOUNT: BrokerAccount = { accountId: '7', kind: 'demo', currency: 'USD', balanceMinor: minorUnits(1_000_000) };
const ASSET: BrokerAsset = {
  symbol: 'EURUSD',
  name: 'EUR/USD',
  type: 'forex',
  decimals: 5,
  isOpen: true,
  durationsS: [60],
  payoutRatio: ratio(0.8),
  stakeLimits: [],
};
const ORDER: BrokerOrder = {
  orderId: 'ours',
  accountId: '7',
  symbol: 'EURUSD',
  direction: 'CALL',
  stakeMinor: minorUnits(1_000),
  durationS: 60,
  minPayoutRatio: null,
  sendDeadlineMs: epochMs(NOW_MS + 5_000),
};

/** Places an order, answers it with this payload, and returns the outcome. */
const outcomeOf = async (d: unknown): Promise<string> => {
  const reply = await placeOrder(ORDER, {
    client: {
      turn: async () => undefined,
      ask: async () => ok({ e: 23, t: 3, d }),
      serverClock: new BrokerClock(new ManualClock(0)),
    },
    deals: { expect: () => undefined, forget: () => undefined, begin: () => null },
    market: { asset: () => ASSET },
    account: ACCOUNT,
    clock: new ManualClock(NOW_MS),
  });
  return reply.outcome;
};

describe('the reply to an order', () => {
  it.each([
    ['is no list', { id: 'deal-1', status: 'proceed' }],
    ['has an unreadable field', [{ id: 'deal-1', status: 'proceed', amount: 'ten' }]],
    ['has an unreadable id', [{ id: { value: 1 }, status: 'proceed' }]],
  ])('leaves the execution status unknown if it contains a deal but %s', async (_what, d) => {
    expect(await outcomeOf(d)).toBe('unknown');
  });

  it.each([
    ['nothing', null],
    ['no deal', []],
    ['a word', 'no'],
    ['an error', [{ error: 'no' }]],
    ['a cancelled deal', [{ id: 0, status: 'cancel' }]],
  ])('is a refusal if it contains %s', async (_what, d) => {
    expect(await outcomeOf(d)).toBe('refused');
  });
});
