import { describe, expect, it } from 'vitest';
import { epochMs, minorUnits, price, ratio } from '#kernel/index.ts';
import { minutesLong } from '#lengths/index.ts';
import {
  balancesOf,
  correction,
  deposit,
  finalTransferOf,
  followEquity,
  reset,
  settleLoss,
  settleSale,
  settleWin,
  stakeHold,
} from './ledger.ts';
import { reportedSettlement, settlementWithOutcome, voidSettlement } from './settlement.ts';
import type { Trade } from './trade.ts';

const minor = minorUnits;
const STAKE = minor(1_000);
const terms = {
  symbol: 'EURUSD',
  direction: 'CALL',
  stakeMinor: STAKE,
  length: minutesLong(1),
  sendDeadlineMs: epochMs(5_000),
} as const;
const acceptance = { contractId: null, acceptedAtMs: epochMs(1_100), payoutRatio: ratio(0.85) };
const position = { entryPrice: price(1.1), entryTimeMs: epochMs(1_000), expiryTimeMs: epochMs(61_000) };
const opened = { terms, acceptance, position };
const refundEntries = [
  { account: 'user_cash', amountMinor: 1_000 },
  { account: 'user_hold', amountMinor: -1_000 },
];

describe('a ledger transfer', () => {
  it.each([
    [
      'a deposit',
      () => deposit(minor(500)),
      { kind: 'deposit', phase: 'funding', entries: { user_cash: 500, equity: -500 } },
    ],
    [
      'a reset to more',
      () => reset(minor(200), minor(500)),
      { kind: 'reset', phase: 'funding', entries: { user_cash: 300, equity: -300 } },
    ],
    [
      'a reset to nothing',
      () => reset(minor(200), minor(0)),
      { kind: 'reset', phase: 'funding', entries: { user_cash: -200, equity: 200 } },
    ],
    [
      'a broker balance below ours',
      () => followEquity(minor(200), minor(50)),
      { kind: 'equity', phase: 'funding', entries: { user_cash: -150, equity: 150 } },
    ],
    [
      'a reset to the balance there is',
      () => reset(minor(200), minor(200)),
      { kind: 'reset', phase: 'funding', entries: {} },
    ],
    [
      'a held stake',
      () => stakeHold(STAKE),
      { kind: 'stake_hold', phase: 'hold', entries: { user_cash: -1_000, user_hold: 1_000 } },
    ],
    [
      'a win',
      () => settleWin(STAKE, minor(850)),
      { kind: 'settle_win', phase: 'settlement', entries: { user_cash: 1_850, user_hold: -1_000, broker_pnl: -850 } },
    ],
    [
      'a loss',
      () => settleLoss(STAKE),
      { kind: 'settle_loss', phase: 'settlement', entries: { user_hold: -1_000, broker_pnl: 1_000 } },
    ],
    [
      'a loss that pays a part back',
      () => settleLoss(STAKE, minor(100)),
      { kind: 'settle_loss', phase: 'settlement', entries: { user_cash: 100, user_hold: -1_000, broker_pnl: 900 } },
    ],
    [
      'a sale for nothing',
      () => settleSale(STAKE, minor(0)),
      { kind: 'settle_sale', phase: 'settlement', entries: { user_hold: -1_000, broker_pnl: 1_000 } },
    ],
    [
      'a win corrected to a loss',
      () =>
        correction(
          STAKE,
          settlementWithOutcome('won', { ...terms, ...acceptance }, null),
          settlementWithOutcome('lost', { ...terms, ...acceptance }, null),
        ),
      { kind: 'correction', phase: 'correction', entries: { user_cash: -1_850, broker_pnl: 1_850 } },
    ],
  ])('books %s to the cent', (_name, make, { kind, phase, entries }) => {
    const booked = make();
    expect(booked).toMatchObject({ kind, phase });
    expect(Object.fromEntries(booked.entries.map((entry) => [entry.account, entry.amountMinor]))).toEqual(entries);
  });

  it.each([
    ['a deposit of nothing', () => deposit(minor(0)), 'a deposit is above zero'],
    ['a reset below zero', () => reset(minor(0), minor(-1)), 'not reset below zero'],
    ['a broker balance below zero', () => followEquity(minor(0), minor(-1)), 'a broker holds no debt'],
    ['a stake of nothing', () => stakeHold(minor(0)), 'a stake is above zero'],
    ['a sale below zero', () => settleSale(STAKE, minor(-1)), 'a sale brings no debt'],
  ])('cannot be created for %s', (_name, make, message) => {
    expect(make).toThrow(message);
  });
});

describe('finalTransferOf', () => {
  const settlement = reportedSettlement(STAKE, { profitMinor: minor(-900), isVoid: false }, null);

  it.each<Trade>([
    { state: 'intent', terms },
    { state: 'submitting', terms, sentAtMs: epochMs(900) },
    { state: 'unknown', terms, sentAtMs: epochMs(900), cause: 'timeout' },
    { state: 'accepted', terms, acceptance },
    { state: 'open', ...opened },
    { state: 'settling', ...opened },
  ])('returns no transfer for a trade in $state', (trade) => {
    expect(finalTransferOf(trade)).toBeNull();
  });

  it.each<Trade>([
    { state: 'tie', ...opened, settlement: voidSettlement(STAKE, null) },
    { state: 'void', reason: 'no_market', ...opened, settlement: voidSettlement(STAKE, null) },
    { state: 'refused', terms, sentAtMs: epochMs(900), refusal: 'closed' },
    { state: 'undecided', terms, sentAtMs: epochMs(900) },
    { state: 'cancelled', terms, reason: 'late' },
  ])('returns a transfer of the stake to the user for a trade in $state', (trade) => {
    expect(finalTransferOf(trade)).toEqual({ kind: 'refund', phase: 'settlement', entries: refundEntries });
  });

  it('transfers the part of the stake that the broker paid back after a loss', () => {
    expect(finalTransferOf({ state: 'lost', ...opened, settlement })).toEqual(settleLoss(STAKE, minor(100)));
  });

  it('transfers the stake and the profit of a won trade', () => {
    const won = reportedSettlement(STAKE, { profitMinor: minor(850), isVoid: false }, null);
    expect(finalTransferOf({ state: 'won', ...opened, settlement: won })).toEqual(settleWin(STAKE, minor(850)));
  });

  it('transfers the proceeds of a sold trade', () => {
    const trade: Trade = { state: 'sold', ...opened, soldAtMs: epochMs(3_000), proceedsMinor: minor(400) };
    expect(finalTransferOf(trade)).toEqual(settleSale(STAKE, minor(400)));
  });
});

describe('balancesOf', () => {
  it('sums the entries of every ledger account, starting from zero', () => {
    const entries = [...deposit(minor(500)).entries, { account: 'fees', amountMinor: minor(7) } as const];
    expect(balancesOf(entries)).toEqual({ user_cash: 500, user_hold: 0, broker_pnl: 0, fees: 7, equity: -500 });
  });
});
