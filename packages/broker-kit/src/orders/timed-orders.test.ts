import { err, ok } from '@vigia/core/kernel';
import { expect, it } from 'vitest';
import type { SentOrder, SentTimedOrder } from '#port/index.ts';
import { orderSentAt } from './testing-contracts.ts';
import { isTimed, reconcileTimed } from './timed-orders.ts';

const timed = (sentAtMs: number): SentTimedOrder => orderSentAt(sentAtMs, { orderId: 'same' });
const { durationS: _durationS, ...terms } = timed(2);
const inTicks: SentOrder = { ...terms, durationTicks: 5 };

it('reconcileTimed queries only orders with a duration in seconds, and returns the verdicts in the order of the orders', async () => {
  const asked: number[] = [];
  const verdicts = await reconcileTimed([timed(1), inTicks, timed(3)], async (orders) => {
    asked.push(...orders.map(({ sentAtMs }) => sentAtMs));
    return ok([{ verdict: 'absent' }, { verdict: 'unread' }]);
  });
  expect(asked).toEqual([1, 3]);
  expect(verdicts).toEqual(ok([{ verdict: 'absent' }, { verdict: 'undecided' }, { verdict: 'unread' }]));
});

it('reconcileTimed returns the fault of records that cannot be read', async () => {
  const fault = { kind: 'network', detail: 'lost' } as const;
  expect(await reconcileTimed([timed(1)], async () => err(fault))).toEqual(err(fault));
});

it('isTimed is true for orders with a duration in seconds, and false for orders with a duration in ticks', () => {
  expect([timed(1), inTicks].map((order) => isTimed(order))).toEqual([true, false]);
});
