import { minorUnits } from '@vigia/core/kernel';
import { propertyRuns } from '@vigia/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BrokerContract, SentTimedOrder } from '#port/index.ts';
import { type MatchWindow, matchOrders } from './match-orders.ts';
import { contractAt, orderSentAt } from './testing-contracts.ts';

const UNCLAIMED: ReadonlySet<string> = new Set();
/**
 * Tolerances of matching. The wide tolerance is for brokers with fixed expiry times, where the contract may have
 * another duration than the order.
 */
const windows = fc.constantFrom<MatchWindow>(
  { earlyMs: 2_000, lateMs: 5_000, expiryToleranceMs: 1_000 },
  { earlyMs: 2_000, lateMs: 5_000, expiryToleranceMs: 20_000 },
);
const RUNS = { numRuns: propertyRuns(1_000) };

const mostly = <Value>(usual: Value, rare: Value) =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constant(rare) });

/** Contracts with few different terms and close times, so that several orders match one contract. */
const kind = fc.record({
  symbol: mostly('EURUSD', 'GBPUSD'),
  direction: mostly('CALL' as const, 'PUT' as const),
  stakeMinor: mostly(minorUnits(1_000), minorUnits(2_000)),
});
const orders = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 8_000 }), kind, fc.constantFrom(30, 45, 60)), { maxLength: 8 })
  .map((rows) => rows.map(([ms, of, durationS], n) => orderSentAt(ms, { ...of, durationS, orderId: `order-${n}` })));
const contracts = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 12_000 }), kind, fc.constantFrom(30_000, 45_000, 60_000), fc.boolean()), {
    maxLength: 8,
  })
  .map((rows) =>
    rows.map(([ms, of, lengthMs, isTagged], n): BrokerContract => {
      const contract = contractAt(ms, { ...of, contractId: `contract-${n}`, orderId: isTagged ? `order-${n}` : null });
      return { ...contract, expiryMs: contractAt(ms + lengthMs).openedAtMs };
    }),
  );

const could = (order: SentTimedOrder, contract: BrokerContract, window: MatchWindow): boolean => {
  if (contract.orderId !== null) return contract.orderId === order.orderId;
  const lateMs = contract.openedAtMs - order.sentAtMs;
  return (
    contract.symbol === order.symbol &&
    contract.direction === order.direction &&
    contract.stakeMinor === order.stakeMinor &&
    lateMs >= -window.earlyMs &&
    lateMs <= window.lateMs &&
    Math.abs(contract.expiryMs - contract.openedAtMs - order.durationS * 1_000) <= window.expiryToleranceMs
  );
};

/** Returns the largest possible number of pairs, by exhaustive search. */
function most(rest: readonly SentTimedOrder[], free: readonly BrokerContract[], window: MatchWindow): number {
  const [order, ...others] = rest;
  if (!order) return 0;
  const taken = free.filter((contract) => could(order, contract, window));
  return Math.max(
    most(others, free, window),
    ...taken.map(
      (contract) =>
        1 +
        most(
          others,
          free.filter((one) => one !== contract),
          window,
        ),
    ),
  );
}

describe('the matching of orders with contracts', () => {
  it('gives each unclaimed contract to at most one matching order, and a claimed contract to no order', () => {
    fc.assert(
      fc.property(orders, contracts, fc.array(fc.nat(8)), windows, (sent, booked, claims, window) => {
        const claimed = new Set(claims.map((n) => `contract-${n}`));
        const matched = matchOrders(sent, booked, claimed, window);
        expect(matched).toHaveLength(sent.length);
        const given = matched.flatMap((contract) => contract?.contractId ?? []);
        expect(new Set(given).size).toBe(given.length);
        sent.forEach((order, index) => {
          const contract = matched[index];
          if (!contract) return;
          expect(claimed).not.toContain(contract.contractId);
          expect(could(order, contract, window)).toBe(true);
        });
      }),
      RUNS,
    );
  });

  it('finds the largest number of pairs: no order stays unmatched because another order took its only contract', () => {
    fc.assert(
      fc.property(orders, contracts, windows, (sent, booked, window) => {
        const found = matchOrders(sent, booked, UNCLAIMED, window).filter((contract) => contract !== null);
        const tagged = (order: SentTimedOrder) => booked.some(({ orderId }) => orderId === order.orderId);
        const untagged = booked.filter(({ orderId }) => orderId === null);
        const expected =
          sent.filter(tagged).length +
          most(
            sent.filter((order) => !tagged(order)),
            untagged,
            window,
          );
        expect(found).toHaveLength(expected);
      }),
      RUNS,
    );
  });

  it('marks a match as ambiguous exactly if another unclaimed contract fits the order too', () => {
    const window = { earlyMs: 2_000, lateMs: 5_000, expiryToleranceMs: 1_000 };
    const doubled = (sent: SentTimedOrder[], booked: BrokerContract[], claimed = UNCLAIMED) =>
      matchOrders(sent, booked, claimed, window).map((contract) => contract?.hasDouble ?? false);
    const order = orderSentAt(0, { orderId: 'order-1' });
    const mine = contractAt(500, { contractId: 'c-1', orderId: null });
    const byHand = contractAt(900, { contractId: 'c-2', orderId: null });
    expect(doubled([order], [mine])).toEqual([false]);
    expect(doubled([order], [mine, byHand])).toEqual([true]);
    expect(doubled([order], [mine, byHand], new Set(['c-2']))).toEqual([false]);
    expect(doubled([order], [mine, contractAt(6_000, { contractId: 'c-2', orderId: null })])).toEqual([false]);
    expect(doubled([order], [{ ...mine, orderId: 'order-1' }, byHand]), 'a tag decides').toEqual([false]);
    expect(doubled([order, orderSentAt(100, { orderId: 'order-2' })], [mine, byHand])).toEqual([false, false]);
  });

  it('gives the earlier of two equal orders the earlier contract, for any order of the inputs', () => {
    fc.assert(
      fc.property(orders, contracts, windows, (sent, booked, window) => {
        const matched = matchOrders(sent, booked, UNCLAIMED, window);
        const pairs = sent
          .map((order, index) => ({ order, contract: matched[index] ?? null }))
          .toSorted((a, b) => a.order.sentAtMs - b.order.sentAtMs);
        for (const [place, { order, contract }] of pairs.entries()) {
          for (const later of pairs.slice(place + 1)) {
            const isTwin =
              later.order.symbol === order.symbol &&
              later.order.direction === order.direction &&
              later.order.stakeMinor === order.stakeMinor &&
              later.order.durationS === order.durationS;
            if (!isTwin || contract?.orderId !== null || later.contract?.orderId !== null) continue;
            expect(contract.openedAtMs).toBeLessThanOrEqual(later.contract.openedAtMs);
          }
        }
        const reversed = matchOrders(sent, booked.toReversed(), UNCLAIMED, window);
        expect(reversed.filter(Boolean)).toHaveLength(matched.filter(Boolean).length);
      }),
      RUNS,
    );
  });
});
