import { describe, expect, it } from 'vitest';
import { epochMs, minorUnits, price, ratio } from '#kernel/index.ts';
import type { Direction } from '#vocabulary/index.ts';
import { profitOfWin, reportedSettlement, settle } from './settlement.ts';

const ENTRY_MS = 1_000_000;
const EXPIRY_MS = ENTRY_MS + 300_000;

const trade = (direction: Direction) => ({
  direction,
  entryPrice: price(1.17003),
  entryTimeMs: epochMs(ENTRY_MS),
  expiryTimeMs: epochMs(EXPIRY_MS),
  stakeMinor: minorUnits(1_000),
  payoutRatio: ratio(0.85),
});
const tick = (timeMs: number, value = 1.17004) => ({ timeMs: epochMs(timeMs), price: price(value) });

describe('settle', () => {
  it.each([
    ['CALL', 1.17004, 'won', 1_850, 850],
    ['CALL', 1.17002, 'lost', 0, -1_000],
    ['CALL', 1.17003, 'tie', 1_000, 0],
    ['PUT', 1.17004, 'lost', 0, -1_000],
    ['PUT', 1.17002, 'won', 1_850, 850],
    ['PUT', 1.17003, 'tie', 1_000, 0],
  ] as const)(
    'decides a %s at the price %d, with payout and profit',
    (direction, value, outcome, payoutMinor, profitMinor) => {
      const settleTick = tick(EXPIRY_MS - 1, value);
      expect(settle(trade(direction), settleTick)).toEqual({ outcome, settleTick, payoutMinor, profitMinor });
    },
  );

  it.each([
    ['no tick at all', null],
    ['the last tick exactly 60 s before expiry', tick(EXPIRY_MS - 60_000)],
    ['the last tick long before expiry', tick(EXPIRY_MS - 200_000)],
  ])('returns void for %s', (_, settleTick) => {
    expect(settle(trade('CALL'), settleTick)).toEqual({
      outcome: 'void',
      settleTick,
      payoutMinor: 1_000,
      profitMinor: 0,
    });
  });

  it('decides a trade by a last tick that is one millisecond less than 60 s old at the expiry', () => {
    expect(settle(trade('CALL'), tick(EXPIRY_MS - 59_999)).outcome).toBe('won');
  });

  it.each([
    [30_000, 0, 'void'],
    [30_000, 1, 'won'],
  ])(
    'decides a trade of %d ms by a tick %d ms after its entry; a tick exactly at the entry decides nothing',
    (lengthMs, afterMs, outcome) => {
      const short = { ...trade('CALL'), expiryTimeMs: epochMs(ENTRY_MS + lengthMs) };
      expect(settle(short, tick(ENTRY_MS + afterMs)).outcome).toBe(outcome);
    },
  );

  it('throws for a tick at the expiry', () => {
    expect(() => settle(trade('CALL'), tick(EXPIRY_MS))).toThrow('before its expiry');
  });
});

describe('profitOfWin', () => {
  it.each([
    [10, 0.85, 8],
    [30, 0.85, 26],
    [50, 0.85, 42],
    [1, 0.5, 0],
    [3, 0.5, 2],
    [1_001, 0.8765, 877],
    [900_000_000_000, 0.92, 828_000_000_000],
    [1_000, 0, 0],
  ])('of a stake of %d cents at a payout of %d is rounded half to even', (stakeMinor, payout, profitMinor) => {
    expect(profitOfWin(minorUnits(stakeMinor), ratio(payout))).toBe(profitMinor);
  });

  it('throws for a payout below zero', () => {
    expect(() => profitOfWin(minorUnits(100), ratio(-0.85))).toThrow('payout -0.85');
  });

  it('throws for a payout finer than a basis point', () => {
    expect(() => profitOfWin(minorUnits(100), ratio(0.85001))).toThrow('payout');
  });
});

describe('the settlement that a broker reports', () => {
  it.each([
    [250, false, 'won', 1_250],
    [-250, false, 'lost', 750],
    [-1_000, true, 'lost', 0],
    [0, false, 'tie', 1_000],
    [0, true, 'void', 1_000],
  ] as const)(
    'has an outcome and a payout that follow from a profit of %d (void: %s)',
    (profitMinor, isVoid, outcome, payoutMinor) => {
      const settleTick = tick(EXPIRY_MS - 1);
      const money = { profitMinor: minorUnits(profitMinor), isVoid };
      const expected = { outcome, settleTick, payoutMinor, profitMinor };
      expect(reportedSettlement(minorUnits(1_000), money, settleTick)).toEqual(expected);
    },
  );
});
