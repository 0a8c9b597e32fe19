import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { epochMs, type MinorUnits, minorUnits, price, ratio } from '#kernel/index.ts';
import {
  balancesOf,
  correction,
  deposit,
  finalTransferOf,
  reset,
  settlementTransfer,
  stakeHold,
  type Transfer,
} from './ledger.ts';
import { OUTCOMES, settle, settlementAs } from './settlement.ts';
import { FINAL_STATES, type FinalState, type Trade, type TradeTerms } from './trade.ts';
import { type TradeEvent, transition } from './transition.ts';

const OPENING_MINOR = minorUnits(1_000_000);

const terms = fc.record({
  symbol: fc.constant('EURUSD'),
  direction: fc.constantFrom('CALL', 'PUT'),
  stakeMinor: fc.integer({ min: 1, max: 50_000 }).map(minorUnits),
  durationMinutes: fc.integer({ min: 1, max: 60 }),
  sendDeadlineMs: fc.constant(epochMs(0)),
}) satisfies fc.Arbitrary<TradeTerms>;

/** An event for whichever trade it hits; most are illegal where they land, as in a storm of faults. */
type Blow = { readonly trade: number; readonly type: TradeEvent['type']; readonly value: number };
const blow: fc.Arbitrary<Blow> = fc.record({
  trade: fc.nat({ max: 5 }),
  type: fc.constantFrom(
    'send',
    'accept',
    'refuse',
    'lose_track',
    'give_up',
    'open',
    'expire',
    'settle',
    'void',
    'sell',
    'cancel',
    'correct',
  ),
  value: fc.integer({ min: -1, max: 2 }),
});

function eventOf({ type, value }: Blow, trade: Trade): TradeEvent {
  const at = epochMs(1_000);
  switch (type) {
    case 'send':
      return { type, sentAtMs: at };
    case 'accept':
      return { type, acceptance: { contractId: null, acceptedAtMs: at, payoutRatio: ratio((80 + value) / 100) } };
    case 'refuse':
      return { type, refusal: 'closed' };
    case 'lose_track':
      return { type, cause: 'crash' };
    case 'open':
      return { type, position: { entryPrice: price(1.1), entryTimeMs: at, expiryTimeMs: epochMs(61_000) } };
    case 'settle':
      return { type, settlement: settlementOf(trade, value) };
    case 'sell':
      return { type, soldAtMs: at, proceedsMinor: minorUnits(Math.floor(trade.terms.stakeMinor / 2)) };
    case 'cancel':
      return { type, reason: 'late' };
    case 'correct':
      return { type, settlement: correctedOf(trade, value), reason: 'the venue says so' };
    default:
      return { type };
  }
}

function settlementOf(trade: Trade, value: number) {
  const position = { entryPrice: price(1.1), entryTimeMs: epochMs(1_000), expiryTimeMs: epochMs(61_000) };
  const payoutRatio = 'acceptance' in trade ? trade.acceptance.payoutRatio : ratio(0.8);
  const tick = value === 2 ? null : { timeMs: epochMs(60_000), price: price(1.1 + value * 0.001) };
  return settle({ ...trade.terms, ...position, payoutRatio }, tick);
}

function correctedOf(trade: Trade, value: number) {
  const payoutRatio = 'acceptance' in trade ? trade.acceptance.payoutRatio : ratio(0.8);
  return settlementAs(OUTCOMES[value + 1] ?? 'void', { ...trade.terms, payoutRatio }, null);
}

const isFinal = (trade: Trade): trade is Extract<Trade, { state: FinalState }> =>
  FINAL_STATES.some((state) => state === trade.state);

function profitOf(trade: Trade): number {
  if (trade.state === 'sold') return trade.proceedsMinor - trade.terms.stakeMinor;
  return 'settlement' in trade ? trade.settlement.profitMinor : 0;
}

/** Plays the blows on trades whose stakes are held; a trade is settled in the ledger at the step that ends it. */
function play(
  orders: readonly TradeTerms[],
  blows: readonly Blow[],
  after: (transfers: Transfer[], trades: Trade[]) => void,
) {
  const transfers: Transfer[] = [deposit(OPENING_MINOR), ...orders.map(({ stakeMinor }) => stakeHold(stakeMinor))];
  const trades: Trade[] = orders.map((order) => ({ state: 'intent', terms: order }));
  for (const hit of blows) {
    const index = hit.trade % trades.length;
    const before = trades[index];
    if (!before) continue;
    const next = transition(before, eventOf(hit, before));
    if (!next.ok) continue;
    expect(isFinal(before)).toBe(hit.type === 'correct');
    trades[index] = next.value;
    const final = finalTransferOf(next.value);
    expect(final !== null).toBe(isFinal(next.value));
    if ('settlement' in before && 'settlement' in next.value)
      transfers.push(correction(before.terms.stakeMinor, before.settlement, next.value.settlement));
    else if (final) transfers.push(final);
    after(transfers, trades);
  }
}

const entriesOf = (transfers: readonly Transfer[]) => transfers.flatMap(({ entries }) => entries);

describe('trades and their ledger under random events', () => {
  it('sum to zero, hold what is open and change the balance by what was settled, at every prefix', () => {
    fc.assert(
      fc.property(
        fc.array(terms, { minLength: 1, maxLength: 6 }),
        fc.array(blow, { maxLength: 120 }),
        (orders, blows) => {
          play(orders, blows, (transfers, trades) => {
            const balances = balancesOf(entriesOf(transfers));
            const openStakes = trades
              .filter((trade) => !isFinal(trade))
              .reduce((sum, { terms: t }) => sum + t.stakeMinor, 0);
            const profit = trades.reduce((sum, trade) => sum + profitOf(trade), 0);
            expect(Object.values(balances).reduce<number>((sum, amount) => sum + amount, 0)).toBe(0);
            expect(balances.user_hold).toBe(openStakes);
            expect(balances.user_cash + balances.user_hold).toBe(OPENING_MINOR + profit);
            expect(balances.broker_pnl + profit).toBe(0);
          });
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('reaches every final state, so that the property above is about all of them', () => {
    const reached = new Set<string>();
    const sample = fc.sample(
      fc.tuple(fc.array(terms, { minLength: 1, maxLength: 6 }), fc.array(blow, { minLength: 80, maxLength: 120 })),
      {
        numRuns: 400,
        seed: 42,
      },
    );
    for (const [orders, blows] of sample)
      play(orders, blows, (_, trades) => trades.forEach(({ state }) => reached.add(state)));
    expect([...reached]).toEqual(expect.arrayContaining([...FINAL_STATES]));
  });
});

describe('transfers', () => {
  it('bring free cash to any target, whatever trades hold', () => {
    const amount = fc.integer({ min: 0, max: 10_000_000 }).map(minorUnits);
    fc.assert(
      fc.property(amount, amount, (cash: MinorUnits, target: MinorUnits) => {
        const opening = cash > 0 ? deposit(cash).entries : [];
        const balances = balancesOf([...opening, ...reset(cash, target).entries]);
        expect(balances.user_cash).toBe(target);
        expect(balances.equity).toBe(-target + 0);
      }),
    );
  });

  it.each(FINAL_STATES)('end a trade in %s under the one phase that is unique to it', (state) => {
    const trade = exampleOf(state);
    expect(finalTransferOf(trade)?.phase).toBe('settlement');
  });

  it('of a correction bring the balances to where the right settlement would have', () => {
    const stakeMinor = fc.integer({ min: 1, max: 900_000_000 }).map(minorUnits);
    const payout = fc.integer({ min: 0, max: 100_000 }).map((points) => ratio(points / 10_000));
    const outcome = fc.constantFrom(...OUTCOMES);
    fc.assert(
      fc.property(stakeMinor, payout, outcome, outcome, (stake, payoutRatio, booked, right) => {
        const as = (which: typeof booked) => settlementAs(which, { stakeMinor: stake, payoutRatio }, null);
        const moved = correction(stake, as(booked), as(right));
        const sums = (...all: Transfer[]) => balancesOf(all.flatMap(({ entries }) => entries));
        const corrected = sums(settlementTransfer(stake, as(booked)), moved);
        expect(corrected).toEqual(sums(settlementTransfer(stake, as(right))));
        expect(Object.values(sums(moved)).reduce<number>((sum, amount) => sum + amount, 0)).toBe(0);
        expect(sums(moved).user_hold).toBe(0);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    [1.2, 'settle_win'],
    [1.0, 'settle_loss'],
    [1.1, 'refund'],
    [null, 'refund'],
  ])('of a CALL from 1.1 settled at %s are %s', (value, kind) => {
    const stakeMinor = minorUnits(1_000);
    const tick = value === null ? null : { timeMs: epochMs(60_000), price: price(value) };
    const position = { entryPrice: price(1.1), entryTimeMs: epochMs(1_000), expiryTimeMs: epochMs(61_000) };
    const settlement = settle({ direction: 'CALL', stakeMinor, payoutRatio: ratio(0.8), ...position }, tick);
    expect(settlementTransfer(stakeMinor, settlement).kind).toBe(kind);
  });

  it('of nothing or less are bugs', () => {
    expect(() => deposit(minorUnits(0))).toThrow();
    expect(() => stakeHold(minorUnits(-1))).toThrow();
    expect(() => reset(minorUnits(0), minorUnits(-1))).toThrow();
  });
});

/** The first trade of a fixed storm that ended in that state. */
function exampleOf(state: FinalState): Trade {
  const found: Trade[] = [];
  const storm = fc.sample(
    fc.tuple(fc.array(terms, { minLength: 6, maxLength: 6 }), fc.array(blow, { minLength: 120, maxLength: 120 })),
    {
      numRuns: 400,
      seed: 42,
    },
  );
  for (const [orders, blows] of storm)
    play(orders, blows, (_, trades) => found.push(...trades.filter((t) => t.state === state)));
  const [first] = found;
  if (!first) throw new Error(`no trade ended in ${state}`);
  return first;
}
