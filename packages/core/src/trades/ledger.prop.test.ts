import { CaseTally, propertyRuns } from '@vigia/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { epochMs, type MinorUnits, minorUnits, price, ratio } from '#kernel/index.ts';
import { secondsLong } from '#lengths/index.ts';
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
import { OUTCOMES, settle, settlementWithOutcome } from './settlement.ts';
import { FINAL_STATES, type FinalState, type Trade, type TradeTerms } from './trade.ts';
import { type TradeEvent, type TradeEventType, transition } from './transition.ts';

const OPENING_MINOR = minorUnits(1_000_000);

const terms = fc.record({
  symbol: fc.constant('EURUSD'),
  direction: fc.constantFrom('CALL', 'PUT'),
  stakeMinor: fc.integer({ min: 1, max: 50_000 }).map(minorUnits),
  length: fc.integer({ min: 1, max: 3_600 }).map(secondsLong),
  sendDeadlineMs: fc.constant(epochMs(0)),
}) satisfies fc.Arbitrary<TradeTerms>;

const EVENT_TYPES = [
  'send',
  'accept',
  'refuse',
  'lose_track',
  'give_up',
  'open',
  'price_entry',
  'ask_sale',
  'drop_sale',
  'expire',
  'settle',
  'void',
  'sell',
  'cancel',
  'correct',
] as const satisfies readonly TradeEventType[];

/** One random event for one trade, often the usual next event. Most events are illegal in the trade's current state. */
type Blow = { readonly trade: number; readonly type: TradeEventType; readonly value: number };
const blow: fc.Arbitrary<Blow> = fc.record({
  trade: fc.nat({ max: 5 }),
  type: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom('send', 'accept', 'open', 'expire', 'settle') },
    { weight: 5, arbitrary: fc.constantFrom(...EVENT_TYPES) },
    // These two events have their own weight, because only they lead to the rarest final state.
    { weight: 1, arbitrary: fc.constantFrom('lose_track', 'give_up') },
  ),
  value: fc.integer({ min: -1, max: 2 }),
});
/** A few orders with random events for them. */
const storm = fc.tuple(fc.array(terms, { minLength: 1, maxLength: 6 }), fc.array(blow, { maxLength: 120 }));

function eventOf({ type, value }: Blow, trade: Trade): TradeEvent {
  const at = epochMs(1_000);
  switch (type) {
    case 'send':
      return { type, sentAtMs: at };
    case 'price_entry':
      return { type, entryPrice: price(1.2) };
    case 'accept':
      return { type, acceptance: { contractId: null, acceptedAtMs: at, payoutRatio: ratio((80 + value) / 100) } };
    case 'refuse':
      return { type, refusal: 'closed' };
    case 'lose_track':
      return { type, cause: 'crash' };
    case 'open':
      return { type, position: { entryPrice: price(1.1), entryTimeMs: at, expiryTimeMs: epochMs(61_000) } };
    case 'ask_sale':
      return { type, minPriceMinor: minorUnits(1), askedAtMs: at, requestId: null };
    case 'drop_sale':
      return { type, refusal: 'price_moved' };
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

const payoutOf = (trade: Trade) => ('acceptance' in trade ? (trade.acceptance.payoutRatio ?? ratio(0)) : ratio(0.8));

function settlementOf(trade: Trade, value: number) {
  const position = { entryPrice: price(1.1), entryTimeMs: epochMs(1_000), expiryTimeMs: epochMs(61_000) };
  const tick = value === 2 ? null : { timeMs: epochMs(60_000), price: price(1.1 + value * 0.001) };
  return settle({ ...trade.terms, ...position, payoutRatio: payoutOf(trade) }, tick);
}

function correctedOf(trade: Trade, value: number) {
  return settlementWithOutcome(OUTCOMES[value + 1] ?? 'void', { ...trade.terms, payoutRatio: payoutOf(trade) }, null);
}

const isFinal = (trade: Trade): trade is Extract<Trade, { state: FinalState }> =>
  FINAL_STATES.some((state) => state === trade.state);

function profitOf(trade: Trade): number {
  if (trade.state === 'sold') return trade.proceedsMinor - trade.terms.stakeMinor;
  return 'settlement' in trade ? trade.settlement.profitMinor : 0;
}

/** Applies the events to trades whose stakes are held. An event that ends a trade also settles it in the ledger. */
function play(
  [orders, blows]: readonly [readonly TradeTerms[], readonly Blow[]],
  after: (trade: Trade, type: TradeEventType, transfers: readonly Transfer[], trades: readonly Trade[]) => void,
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
    after(next.value, hit.type, transfers, trades);
  }
}

let reached: ReadonlyMap<string, Trade> | null = null;
/** Returns an example trade for each final state. */
function exampleOf(state: FinalState): Trade {
  if (reached === null) {
    const found = new Map<string, Trade>();
    for (const drawn of fc.sample(storm, { numRuns: 300, seed: 42 }))
      play(drawn, (trade) => found.set(trade.state, trade));
    reached = found;
  }
  return reached.get(state) ?? expect.fail(`no trade is ${state}`);
}

const entriesOf = (transfers: readonly Transfer[]) => transfers.flatMap(({ entries }) => entries);

describe('the ledger under random trade events', () => {
  it('sums to zero, holds the open stakes and moves cash by the settled profit, after every event', () => {
    fc.assert(
      fc.property(storm, (drawn) => {
        play(drawn, (_trade, _type, transfers, trades) => {
          const balances = balancesOf(entriesOf(transfers));
          const openStakes = trades
            .filter((trade) => !isFinal(trade))
            .reduce((sum, { terms: t }) => sum + t.stakeMinor, 0);
          const profit = trades.reduce((sum, trade) => sum + profitOf(trade), 0);
          expect(Object.values(balances).reduce<number>((sum, amount) => sum + amount, 0)).toBe(0);
          expect(balances.user_hold).toBe(openStakes);
          expect(balances.user_cash + balances.user_hold).toBe(OPENING_MINOR + profit);
          expect(balances.broker_pnl + profit).toBe(0);
          expect(balances.fees).toBe(0);
        });
      }),
      { numRuns: propertyRuns(1_000) },
    );
  });

  it('covers every final state and every kind of event at least thirty times in a thousand examples', () => {
    const states = new CaseTally();
    const events = new CaseTally();
    const lengths = new CaseTally();
    for (const drawn of fc.sample(storm, propertyRuns(1_000))) {
      lengths.add(`${Math.floor(drawn[1].length / 30) * 30}`);
      play(drawn, ({ state }, type) => {
        states.add(state);
        events.add(type);
      });
    }
    expect(states.below(propertyRuns(30), FINAL_STATES)).toEqual([]);
    expect(events.below(propertyRuns(30), EVENT_TYPES)).toEqual([]);
    expect(lengths.below(propertyRuns(100), ['0', '30', '60', '90'])).toEqual([]);
  });
});

describe('transfers', () => {
  it('change the free cash to the target balance of a reset, for any target', () => {
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

  it.each(FINAL_STATES)('have the phase `settlement` at the end of a trade in the state %s', (state) => {
    expect(finalTransferOf(exampleOf(state))?.phase).toBe('settlement');
  });

  it('lead to the same balances after a correction as the correct settlement alone', () => {
    const stakeMinor = fc.integer({ min: 1, max: 900_000_000 }).map(minorUnits);
    const payout = fc.integer({ min: 0, max: 100_000 }).map((points) => ratio(points / 10_000));
    const outcome = fc.constantFrom(...OUTCOMES);
    fc.assert(
      fc.property(stakeMinor, payout, outcome, outcome, (stake, payoutRatio, booked, right) => {
        const as = (which: typeof booked) => settlementWithOutcome(which, { stakeMinor: stake, payoutRatio }, null);
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
  ])('of a CALL with entry price 1.1 that is settled at %s are %s', (value, kind) => {
    const stakeMinor = minorUnits(1_000);
    const tick = value === null ? null : { timeMs: epochMs(60_000), price: price(value) };
    const position = { entryPrice: price(1.1), entryTimeMs: epochMs(1_000), expiryTimeMs: epochMs(61_000) };
    const settlement = settle({ direction: 'CALL', stakeMinor, payoutRatio: ratio(0.8), ...position }, tick);
    expect(settlementTransfer(stakeMinor, settlement).kind).toBe(kind);
  });

  it('cannot be created for an amount of zero or less', () => {
    expect(() => deposit(minorUnits(0))).toThrow();
    expect(() => stakeHold(minorUnits(-1))).toThrow();
    expect(() => reset(minorUnits(0), minorUnits(-1))).toThrow();
  });
});
