import { describe, expect, it } from 'vitest';
import { epochMs, minorUnits, price, ratio } from '#kernel/index.ts';
import { minutesLong } from '#lengths/index.ts';
import { settle, settlementWithOutcome } from './settlement.ts';
import { FINAL_STATES, type Trade, type TradeState, wireStatusOf } from './trade.ts';
import { type TradeEvent, type TradeEventType, transition } from './transition.ts';

const terms = {
  symbol: 'EURUSD',
  direction: 'CALL',
  stakeMinor: minorUnits(1_000),
  length: minutesLong(1),
  sendDeadlineMs: epochMs(5_000),
} as const;
const acceptance = { contractId: 'c-1', acceptedAtMs: epochMs(1_100), payoutRatio: ratio(0.85) };
const position = { entryPrice: price(1.1), entryTimeMs: epochMs(1_000), expiryTimeMs: epochMs(61_000) };
const sent = { terms, sentAtMs: epochMs(900) };
const opened = { terms, acceptance, position };
const settledAt = (value: number) =>
  settle({ ...terms, ...acceptance, ...position }, { timeMs: epochMs(60_000), price: price(value) });
const settleTick = { timeMs: epochMs(60_000), price: price(1.1) };
const WON = { outcome: 'won', settleTick, payoutMinor: minorUnits(1_850), profitMinor: minorUnits(850) } as const;
const LOST = { outcome: 'lost', settleTick, payoutMinor: minorUnits(0), profitMinor: minorUnits(-1_000) } as const;
const TIED = { outcome: 'tie', settleTick, payoutMinor: minorUnits(1_000), profitMinor: minorUnits(0) } as const;

const TRADES: { readonly [State in TradeState]: Extract<Trade, { state: State }> } = {
  intent: { state: 'intent', terms },
  submitting: { state: 'submitting', ...sent },
  unknown: { state: 'unknown', cause: 'timeout', ...sent },
  accepted: { state: 'accepted', terms, acceptance },
  open: { state: 'open', ...opened },
  settling: { state: 'settling', ...opened },
  won: { state: 'won', ...opened, settlement: WON },
  lost: { state: 'lost', ...opened, settlement: LOST },
  tie: { state: 'tie', ...opened, settlement: TIED },
  void: { state: 'void', reason: 'no_market', ...opened, settlement: TIED },
  sold: { state: 'sold', soldAtMs: epochMs(3_000), proceedsMinor: minorUnits(400), ...opened },
  refused: { state: 'refused', refusal: 'closed', ...sent },
  undecided: { state: 'undecided', ...sent },
  cancelled: { state: 'cancelled', terms, reason: 'late' },
};

const EVENTS: { readonly [Type in TradeEventType]: Extract<TradeEvent, { type: Type }> } = {
  send: { type: 'send', sentAtMs: epochMs(900) },
  accept: { type: 'accept', acceptance },
  refuse: { type: 'refuse', refusal: 'closed' },
  lose_track: { type: 'lose_track', cause: 'timeout' },
  give_up: { type: 'give_up' },
  open: { type: 'open', position },
  price_entry: { type: 'price_entry', entryPrice: price(1.2) },
  ask_sale: { type: 'ask_sale', minPriceMinor: minorUnits(400), askedAtMs: epochMs(2_500), requestId: null },
  drop_sale: { type: 'drop_sale', refusal: 'price_moved' },
  expire: { type: 'expire' },
  settle: { type: 'settle', settlement: WON },
  void: { type: 'void' },
  sell: { type: 'sell', soldAtMs: epochMs(3_000), proceedsMinor: minorUnits(400) },
  cancel: { type: 'cancel', reason: 'late' },
  correct: { type: 'correct', settlement: LOST, reason: 'the venue says so' },
};

/** The legal transitions, copied from docs/spec/trading.md §2. Every pair that is not listed is illegal. */
const LEGAL: Readonly<Record<string, TradeState>> = {
  'intent/send': 'submitting',
  'intent/cancel': 'cancelled',
  'submitting/accept': 'accepted',
  'submitting/refuse': 'refused',
  'submitting/lose_track': 'unknown',
  'unknown/accept': 'accepted',
  'unknown/refuse': 'refused',
  'unknown/give_up': 'undecided',
  'accepted/open': 'open',
  'open/price_entry': 'open',
  'open/ask_sale': 'open',
  'open/drop_sale': 'open',
  'open/expire': 'settling',
  'open/settle': 'won',
  'open/void': 'void',
  'open/sell': 'sold',
  'settling/price_entry': 'settling',
  'settling/settle': 'won',
  'settling/void': 'void',
  'won/correct': 'lost',
  'lost/correct': 'lost',
  'tie/correct': 'lost',
  'void/correct': 'lost',
};

const PAIRS = Object.values(TRADES).flatMap((trade) => Object.values(EVENTS).map((event) => ({ trade, event })));

describe('the transition table of trade states', () => {
  it.each(PAIRS.map((pair) => [`${pair.trade.state}/${pair.event.type}`, pair] as const))(
    'gives the specified result for the pair of state and event %s',
    (key, { trade, event }) => {
      const next = transition(trade, event);
      const expected = LEGAL[key];
      if (expected) expect(next).toMatchObject({ ok: true, value: { state: expected, terms } });
      else expect(next).toEqual({ ok: false, error: { state: trade.state, event: event.type } });
    },
  );

  it('has 210 pairs of state and event, of which 23 are legal', () => {
    expect(PAIRS).toHaveLength(210);
    expect(Object.keys(LEGAL)).toHaveLength(23);
  });

  it('keeps a requested sale until it is dropped or the trade ends', () => {
    const asked = transition(TRADES.open, EVENTS.ask_sale);
    if (!asked.ok) throw new Error('an open trade can be sold');
    expect(asked.value).toMatchObject({ sale: { minPriceMinor: 400, askedAtMs: 2_500 } });
    expect(transition(asked.value, EVENTS.drop_sale)).toEqual({ ok: true, value: TRADES.open });
    for (const end of [EVENTS.sell, EVENTS.settle, EVENTS.expire]) {
      const ended = transition(asked.value, end);
      expect(ended.ok && 'sale' in ended.value).toBe(false);
    }
  });

  it.each(FINAL_STATES)('lets a trade leave the final state %s only by a correction', (state) => {
    const others = Object.values(EVENTS).filter(({ type }) => type !== 'correct');
    for (const event of others) expect(transition(TRADES[state], event).ok).toBe(false);
  });

  it('voids a trade by a correction, returns the stake and marks the trade as corrected', () => {
    const settlement = settlementWithOutcome('void', { ...terms, ...acceptance }, null);
    expect(transition(TRADES.won, { type: 'correct', settlement, reason: 'bad tick' })).toEqual({
      ok: true,
      value: { state: 'void', reason: 'corrected', ...opened, settlement },
    });
  });

  it.each([
    [1.2, 'won'],
    [1.0, 'lost'],
    [1.1, 'tie'],
  ])('settles a CALL with entry price 1.1 at %d as %s', (value, state) => {
    const next = transition(TRADES.settling, { type: 'settle', settlement: settledAt(value) });
    expect(next).toMatchObject({ ok: true, value: { state } });
  });

  it('voids a trade and returns the stake, if its market had no tick', () => {
    const settlement = settle({ ...terms, ...acceptance, ...position }, null);
    expect(transition(TRADES.settling, { type: 'settle', settlement })).toMatchObject({
      ok: true,
      value: { state: 'void', reason: 'no_market', settlement: { payoutMinor: 1_000, profitMinor: 0 } },
    });
  });

  it('voids a trade and returns the stake, if its broker voids the trade', () => {
    expect(transition(TRADES.open, EVENTS.void)).toMatchObject({
      ok: true,
      value: { state: 'void', reason: 'voided_by_broker', settlement: { payoutMinor: 1_000, profitMinor: 0 } },
    });
  });

  it('keeps the first reported entry price and its first reported time, and ignores times of other prices', () => {
    const { entryPrice: _, ...rest } = position;
    const unpriced: Trade = { ...TRADES.open, position: { ...rest, entryPrice: null } };
    const entered = (...events: readonly Extract<TradeEvent, { type: 'price_entry' }>[]) => {
      let trade: Trade = unpriced;
      for (const event of events) {
        const next = transition(trade, event);
        if (next.ok) trade = next.value;
      }
      return 'position' in trade ? trade.position : null;
    };
    const at = (value: number, ms?: number) =>
      ({
        type: 'price_entry',
        entryPrice: price(value),
        ...(ms === undefined ? {} : { entryTickMs: epochMs(ms) }),
      }) as const;
    expect(entered(at(1.1), at(1.2, 7))).toEqual({ ...rest, entryPrice: 1.1 });
    expect(entered(at(1.1), at(1.1, 7), at(1.1, 8))).toEqual({ ...rest, entryPrice: 1.1, entryTickMs: 7 });
  });

  it('drops fields that the next state does not have', () => {
    expect(transition(TRADES.unknown, EVENTS.accept)).toEqual({
      ok: true,
      value: { state: 'accepted', terms, acceptance },
    });
  });
});

describe('wireStatusOf', () => {
  it('maps every state to one of the five statuses and to an execution', () => {
    const statuses = Object.values(TRADES).map(({ state }) => [state, wireStatusOf(state)] as const);
    expect(
      Object.fromEntries(statuses.map(([state, { status, execution }]) => [state, `${status} ${execution}`])),
    ).toEqual({
      intent: 'active pending',
      submitting: 'active pending',
      unknown: 'active unknown',
      accepted: 'active confirmed',
      open: 'active confirmed',
      settling: 'active confirmed',
      won: 'won confirmed',
      lost: 'lost confirmed',
      tie: 'expired confirmed',
      void: 'cancelled confirmed',
      sold: 'cancelled confirmed',
      refused: 'cancelled rejected',
      undecided: 'cancelled unknown',
      cancelled: 'cancelled rejected',
    });
  });
});
