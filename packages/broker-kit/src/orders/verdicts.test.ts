import { minorUnits } from '@vigia/core/kernel';
import { describe, expect, it } from 'vitest';
import { contractAt, orderSentAt } from './testing-contracts.ts';
import { recordsOf, UNREADABLE_ROW, type UnreadRow, verdictsOf } from './verdicts.ts';

const SENT_MS = 1_795_206_760_000;
const ORDER = orderSentAt(SENT_MS);
const CONTRACT = contractAt(SENT_MS + 1_000);

function verdict(unread: readonly UnreadRow[], changes: Partial<Parameters<typeof verdictsOf>[1]> = {}) {
  const [decided] = verdictsOf([ORDER], {
    matched: [null],
    records: { contracts: [], unread, isWhole: true },
    claimed: new Set(['known']),
    window: { earlyMs: 2_000, lateMs: 15_000 },
    isLateEnough: () => true,
    ...changes,
  });
  return decided?.verdict;
}

describe('the verdict on an order with an unknown execution status', () => {
  it('is absent only if the records are complete, readable and read late enough', () => {
    expect(verdict([])).toBe('absent');
    expect(verdict([], { records: { contracts: [], unread: [], isWhole: false } })).toBe('undecided');
    expect(verdict([], { isLateEnough: () => false })).toBe('undecided');
    expect(verdict([UNREADABLE_ROW])).toBe('unread');
  });

  it('is found if a contract matches, even if other rows are unreadable', () => {
    expect(verdict([UNREADABLE_ROW], { matched: [CONTRACT] })).toBe('found');
  });

  it.each<[string, Partial<UnreadRow>]>([
    ['its account', { accountId: ORDER.accountId }],
    ['its asset', { symbol: ORDER.symbol }],
    ['its direction', { direction: ORDER.direction }],
    ['its stake', { stakeMinor: ORDER.stakeMinor }],
    ['a begin just before it was sent', { openedAtMs: SENT_MS - 2_000 }],
    ['a begin that the error of a clock explains', { openedAtMs: SENT_MS - 12_000 }],
    ['a begin some seconds later', { openedAtMs: SENT_MS + 25_000 }],
    ['an unclaimed contract', { contractId: 'new' }],
  ])('is `unread` while a row with %s may be its contract', (_what, read) => {
    expect(verdict([{ ...UNREADABLE_ROW, ...read }])).toBe('unread');
  });

  it.each<[string, Partial<UnreadRow>]>([
    ['another account', { accountId: 'real' }],
    ['another asset', { symbol: 'GBPUSD' }],
    ['the other direction', { direction: 'PUT' }],
    ['another stake', { stakeMinor: minorUnits(2_000) }],
    ['a begin long before it was sent', { openedAtMs: SENT_MS - 12_001 }],
    ['a begin long after it was sent', { openedAtMs: SENT_MS + 25_001 }],
    ['a contract of another order', { contractId: 'known' }],
  ])('is absent although a row with %s is only partly readable', (_what, read) => {
    expect(verdict([{ ...UNREADABLE_ROW, ...read }])).toBe('absent');
  });
});

describe('an order without a contract at its time', () => {
  const records = (openedAtMs: number) => ({ contracts: [contractAt(openedAtMs)], unread: [], isWhole: true });

  it('is undecided while the time of an equal unclaimed contract differs by at most a clock error', () => {
    for (const openedAtMs of [SENT_MS - 12_000, SENT_MS + 25_000])
      expect(verdict([], { records: records(openedAtMs) })).toBe('undecided');
    for (const openedAtMs of [SENT_MS - 12_001, SENT_MS + 25_001])
      expect(verdict([], { records: records(openedAtMs) })).toBe('absent');
  });

  it('has the verdict `absent` if the only equal contract belongs to another order', () => {
    const { contractId } = contractAt(SENT_MS - 5_000);
    const claimed = new Set([contractId]);
    expect(verdict([], { records: records(SENT_MS - 5_000), claimed })).toBe('absent');
  });

  it('has the verdict `absent` if the only equal contract was matched with another order of the same call', () => {
    const contract = contractAt(SENT_MS - 5_000);
    const decided = verdictsOf([orderSentAt(SENT_MS - 5_000), ORDER], {
      matched: [contract, null],
      records: { contracts: [contract], unread: [], isWhole: true },
      claimed: new Set(),
      window: { earlyMs: 2_000, lateMs: 15_000 },
      isLateEnough: () => true,
    });
    expect(decided.map((one) => one.verdict)).toEqual(['found', 'absent']);
  });
});

describe('the records of a broker', () => {
  it('contain the last row of each contract, and list unread rows separately from rows of other kinds', () => {
    const later = { ...CONTRACT, entryPrice: 2 };
    const records = recordsOf([
      { kind: 'contract', contract: CONTRACT },
      { kind: 'other' },
      { kind: 'unread', row: UNREADABLE_ROW },
      { kind: 'contract', contract: later },
    ]);
    expect(records).toEqual({ contracts: [later], unread: [UNREADABLE_ROW], isWhole: true });
  });
});
