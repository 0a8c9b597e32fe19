import type { SentOrder } from '@vigia/broker-kit/port';
import { epochMs, minorUnits, monotonicMs, ok, type Result } from '@vigia/core/kernel';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { Records } from './records.ts';
import { ourSymbol } from './symbols.ts';

const SENT_MS = 1_795_206_760_500;
const ROW = {
  contract_id: 7,
  buy_price: 10,
  sell_price: 0,
  payout: 18.5,
  purchase_time: 1_795_206_761,
  shortcode: 'CALL_frxEURUSD_18.50_1795206761_1795206821_S0P_0',
};
const ORDER: SentOrder = {
  orderId: 'o',
  accountId: 'CR1',
  symbol: 'EURUSD',
  direction: 'CALL',
  stakeMinor: minorUnits(1_000),
  durationS: 60,
  minPayoutRatio: null,
  sendDeadlineMs: epochMs(SENT_MS + 5_000),
  sentAtMs: epochMs(SENT_MS),
};

const readAt = (timeMs: number) => ({ now: () => epochMs(timeMs), monotonicMs: () => monotonicMs(timeMs) });

/** Reconciles an order half a minute after it was sent. Deriv's records contain these closed and open contracts. */
async function verdictAt(transactions: readonly unknown[], contracts: readonly unknown[] = []) {
  const client = {
    time: () => ({ offsetMs: 0, roundTripMs: 1 }),
    ask: async <Reply>(_request: unknown, reply: z.ZodType<Reply>): Promise<Result<Reply, never>> =>
      ok(reply.parse({ portfolio: { contracts }, profit_table: { transactions } })),
  };
  const owner = { accountId: 'CR1', currency: 'USD', ours: ourSymbol } as const;
  const arrivals = { provableFromMs: () => SENT_MS + 8_000 };
  const records = new Records({ client, arrivals, owner: () => owner, clock: readAt(SENT_MS + 30_000) });
  const answer = await records.reconcile([ORDER], new Set());
  return answer.ok ? answer.value[0]?.verdict : answer.error;
}

it('Deriv’s closed contracts are requested by the broker’s clock, even if this clock is behind Vigía’s', async () => {
  const asked: Readonly<Record<string, unknown>>[] = [];
  const client = {
    time: () => ({ offsetMs: -90_000, roundTripMs: 1 }),
    ask: async <Reply>(request: object, reply: z.ZodType<Reply>): Promise<Result<Reply, never>> => {
      asked.push({ ...request });
      return ok(reply.parse({ portfolio: { contracts: [] }, profit_table: { transactions: [] } }));
    },
  };
  const owner = { accountId: 'CR1', currency: 'USD', ours: ourSymbol } as const;
  const arrivals = { provableFromMs: () => SENT_MS + 8_000 };
  const records = new Records({ client, arrivals, owner: () => owner, clock: readAt(SENT_MS + 30_000) });
  await records.reconcile([ORDER], new Set());
  const [from] = asked.flatMap(({ date_from: seconds }) => (seconds === undefined ? [] : [Number(seconds)]));
  expect(from).toBeLessThanOrEqual((SENT_MS - 90_000) / 1_000);
});

describe('an order with an unknown execution status', () => {
  it('is found by its terms and time', async () => {
    expect(await verdictAt([ROW])).toBe('found');
  });

  it('is absent if all records were read and none matches', async () => {
    expect(await verdictAt([])).toBe('absent');
    expect(await verdictAt([{ ...ROW, shortcode: 'MULTUP_R_100_10_100_1795206761_0_0' }])).toBe('absent');
  });

  it('is absent after a single reading only while its contract cannot have ended yet', async () => {
    let nowMs = SENT_MS;
    const clock = { now: () => epochMs(nowMs), monotonicMs: () => monotonicMs(nowMs) };
    const client = {
      time: () => ({ offsetMs: 0, roundTripMs: 1 }),
      ask: async <Reply>(_request: unknown, reply: z.ZodType<Reply>): Promise<Result<Reply, never>> =>
        ok(reply.parse({ portfolio: { contracts: [] }, profit_table: { transactions: [] } })),
    };
    const owner = { accountId: 'CR1', currency: 'USD', ours: ourSymbol } as const;
    const verdictsAt = async (...times: readonly number[]) => {
      const records = new Records({ client, arrivals: { provableFromMs: () => SENT_MS }, owner: () => owner, clock });
      const verdicts: unknown[] = [];
      for (const ms of times) {
        nowMs = SENT_MS + ms;
        const answer = await records.reconcile([ORDER], new Set());
        verdicts.push(answer.ok ? answer.value[0]?.verdict : answer.error);
      }
      return verdicts;
    };
    expect(await verdictsAt(57_000)).toEqual(['absent']);
    expect(await verdictsAt(58_000, 70_000, 77_000, 78_000)).toEqual(['undecided', 'undecided', 'undecided', 'absent']);
    // If the clock was set back, it does not show whether the contract has ended.
    expect(await verdictsAt(-60_000)).toEqual(['undecided']);
  });

  it('is unread while a contract with the stake and time of the order cannot be read', async () => {
    const unread = { ...ROW, shortcode: 'CALL_SOMETHING_NEW' };
    expect(await verdictAt([unread])).toBe('unread');
    expect(await verdictAt([{ ...ROW, contract_id: null }])).toBe('unread');
    expect(await verdictAt([{ ...unread, buy_price: 11 }])).toBe('absent');
    expect(await verdictAt([{ ...unread, purchase_time: 1_795_206_700 }])).toBe('absent');
  });

  it('is reported as unread if the row of a closed contract lacks its shortcode, so a later reading decides', async () => {
    const { shortcode: _, ...undescribed } = ROW;
    expect(await verdictAt([undescribed])).toBe('unread');
    expect(await verdictAt([undescribed, { ...ROW, contract_id: 8 }])).toBe('found');
    expect(await verdictAt([{ ...undescribed, purchase_time: 1_795_206_700 }])).toBe('absent');
    expect(await verdictAt([{ ...undescribed, contract_type: 'PUT' }])).toBe('absent');
  });

  it('is unread while a row of either list is not an object, but is found if another row matches', async () => {
    expect(await verdictAt(['?'])).toBe('unread');
    expect(await verdictAt([], [null])).toBe('unread');
    expect(await verdictAt(['?', ROW], [null])).toBe('found');
  });
});
