import { epochMs, minorUnits, ok } from '@vigia/core/kernel';
import { ManualClock } from '@vigia/testkit';
import { expect, it } from 'vitest';
import type { z } from 'zod';
import { placeOrder } from './orders.ts';
import type { DerivRequest } from './wire/requests.ts';

const NOW_MS = Date.UTC(2026, 10, 24, 9, 12);
const TERMS = {
  symbol: 'frxEURUSD',
  direction: 'CALL' as const,
  currency: 'USD' as const,
  stakeMinor: minorUnits(1_000),
  durationS: 60,
};
const ORDER = {
  orderId: 'o',
  accountId: 'DOT1',
  symbol: 'EURUSD',
  direction: 'CALL' as const,
  stakeMinor: minorUnits(1_000),
  durationS: 60,
  minPayoutRatio: null,
  sendDeadlineMs: epochMs(NOW_MS + 5_000),
};

it('placeOrder at Deriv sends the price request and the purchase with the deadline of the order', async () => {
  const clock = new ManualClock(NOW_MS);
  const asked: [string, number | undefined][] = [];
  const client = {
    async ask<Reply>(request: DerivRequest, reply: z.ZodType<Reply>, notAfterMs?: number) {
      asked.push([Object.keys(request)[0] ?? '', notAfterMs]);
      const buy = { contract_id: 1, buy_price: 10, payout: 18.5, start_time: NOW_MS / 1_000 };
      return ok(reply.parse({ proposal: { id: 'p', ask_price: 10, payout: 18.5 }, buy }));
    },
  };
  const reply = await placeOrder(client, clock, 'new', ORDER, TERMS);
  expect(reply).toMatchObject({ outcome: 'accepted', contract: { contractId: '1', payoutRatio: 0.85 } });
  expect(asked).toEqual([
    ['proposal', ORDER.sendDeadlineMs],
    ['buy', ORDER.sendDeadlineMs],
  ]);
});
