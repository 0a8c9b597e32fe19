import { epochMs, minorUnits, price, ratio } from '@vigia/core/kernel';
import {
  FINAL_STATES,
  minutesLong,
  OUTCOMES,
  settlementWithOutcome,
  type TradeEvent,
  type TradeEventType,
  type TradeIn,
  type TradeState,
  type TradeTerms,
  transition,
  wireStatusOf,
} from '@vigia/core/trades';
import { describe, expect, it } from 'vitest';
import { rowsOf } from './spec-rows.ts';

const STATES = rowsOf('trading.md', '1. States').flatMap(
  ([states = '', , status = '', execution = '', isFinal = '']) => {
    const statuses = status.split(', ');
    return states
      .split(', ')
      .map((state, index) => ({
        state,
        wire: { status: statuses[index] ?? status, execution },
        isFinal: isFinal === 'yes',
      }));
  },
);

const terms: TradeTerms = {
  symbol: 'EURUSD',
  direction: 'CALL',
  stakeMinor: minorUnits(1_000),
  length: minutesLong(1),
  sendDeadlineMs: epochMs(5_000),
};
const acceptance = { contractId: 'c-1', acceptedAtMs: epochMs(1_100), payoutRatio: ratio(0.85) };
const position = { entryPrice: price(1.1), entryTimeMs: epochMs(1_000), expiryTimeMs: epochMs(61_000) };
const sent = { terms, sentAtMs: epochMs(900) };
const opened = { terms, acceptance, position };
const sale = { soldAtMs: epochMs(3_000), proceedsMinor: minorUnits(400) };
const settlement = settlementWithOutcome('won', { ...terms, ...acceptance }, null);

/** A trade in each state. The file does not compile until it contains every state. */
const TRADES: { readonly [State in TradeState]: TradeIn<State> } = {
  intent: { state: 'intent', terms },
  submitting: { state: 'submitting', ...sent },
  unknown: { state: 'unknown', cause: 'timeout', ...sent },
  accepted: { state: 'accepted', terms, acceptance },
  open: { state: 'open', ...opened },
  settling: { state: 'settling', ...opened },
  won: { state: 'won', ...opened, settlement },
  lost: { state: 'lost', ...opened, settlement },
  tie: { state: 'tie', ...opened, settlement },
  void: { state: 'void', reason: 'no_market', ...opened, settlement },
  sold: { state: 'sold', ...sale, ...opened },
  refused: { state: 'refused', refusal: 'closed', ...sent },
  undecided: { state: 'undecided', ...sent },
  cancelled: { state: 'cancelled', terms, reason: 'late' },
};

const settlements = OUTCOMES.map((outcome) => settlementWithOutcome(outcome, { ...terms, ...acceptance }, null));

/** The events of each type, one for each outcome. The file does not compile until it contains every type. */
const EVENTS: { readonly [Type in TradeEventType]: readonly Extract<TradeEvent, { readonly type: Type }>[] } = {
  send: [{ type: 'send', sentAtMs: epochMs(900) }],
  accept: [{ type: 'accept', acceptance }],
  refuse: [{ type: 'refuse', refusal: 'closed' }],
  lose_track: [{ type: 'lose_track', cause: 'timeout' }],
  give_up: [{ type: 'give_up' }],
  open: [{ type: 'open', position }],
  price_entry: [{ type: 'price_entry', entryPrice: price(1.2) }],
  ask_sale: [{ type: 'ask_sale', minPriceMinor: minorUnits(1), askedAtMs: epochMs(1_500), requestId: null }],
  drop_sale: [{ type: 'drop_sale', refusal: 'price_moved' }],
  expire: [{ type: 'expire' }],
  settle: settlements.map((each) => ({ type: 'settle', settlement: each })),
  void: [{ type: 'void' }],
  sell: [{ type: 'sell', ...sale }],
  cancel: [{ type: 'cancel', reason: 'late' }],
  correct: settlements.map((each) => ({ type: 'correct', settlement: each, reason: 'the venue says so' })),
};

/** Returns the transitions that the table of the specification allows, as `from / event / to`. */
function specified(): string[] {
  return rowsOf('trading.md', '2. Transitions').flatMap(([from = '', effects = '']) => {
    if (effects === 'nothing') return [];
    return from.split(', ').flatMap((state) =>
      effects.split('; ').flatMap((effect) => {
        const [event = '', to = ''] = effect.split(' → ');
        return to.split(', ').map((target) => `${state} / ${event.replace(' ', '_')} / ${target}`);
      }),
    );
  });
}

const byState = (a: { readonly state: string }, b: { readonly state: string }) => a.state.localeCompare(b.state);

/** Returns the transitions that the state machine allows, as `from / event / to`. */
function implemented(): string[] {
  return Object.values(TRADES).flatMap((trade) =>
    Object.values(EVENTS)
      .flat()
      .flatMap((event) => {
        const next = transition(trade, event);
        return next.ok ? [`${trade.state} / ${event.type} / ${next.value.state}`] : [];
      }),
  );
}

describe('docs/spec/trading.md', () => {
  const finalStates: ReadonlySet<string> = new Set(FINAL_STATES);

  it('lists every trade state, its API status and execution, and whether it is final', () => {
    const coded = Object.values(TRADES).map(({ state }) => ({
      state,
      wire: wireStatusOf(state),
      isFinal: finalStates.has(state),
    }));
    expect(coded).toHaveLength(14);
    expect(STATES.toSorted(byState)).toEqual(coded.toSorted(byState));
  });

  it('lists exactly the transitions of the trade state machine', () => {
    expect(implemented()).toHaveLength(41);
    expect(specified().toSorted()).toEqual(implemented().toSorted());
  });

  it('allows only a correction to leave a final state; a final state can be reached from every other state', () => {
    const left = implemented().filter((each) => !each.includes('/ correct /'));
    const leaving = new Set(left.map((each) => each.split(' / ')[0]));
    expect(Object.keys(TRADES).filter((state) => leaving.has(state) === finalStates.has(state))).toEqual([]);
  });
});
