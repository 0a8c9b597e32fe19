import { type EpochMs, epochMs, invariant, minorUnits, price, ratio } from '@vigia/core/kernel';
import {
  finalTransferOf,
  minutesLong,
  type Settlement,
  type SettleTick,
  settle,
  stakeHold,
  type Trade,
  type TradeEvent,
  type TradeEventType,
  transition,
  wireStatusOf,
} from '@vigia/core/trades';
import fc from 'fast-check';
import type { Transaction } from '#platform/persistence/database.ts';
import type { Accounts } from '../accounts/index.ts';
import { START_MS } from './testing.ts';
import { EXPIRY_MS } from './testing-paper.ts';
import { applyTradeEvents } from './trade-life.ts';

/** A trade after random legal steps from its intent, and the last price of its market before its expiry. */
export type TradeLife = {
  readonly venue: 'mock' | 'iqoption';
  readonly direction: 'CALL' | 'PUT';
  readonly stakeMinor: number;
  readonly payoutBp: number;
  readonly entryAgeMs: number;
  /** State in which the random steps begin, because few steps from an intent reach an open trade. */
  readonly from: 'intent' | 'open' | 'settling';
  /** Random numbers, each of which selects one of the events that are legal in the current state. */
  readonly picks: readonly number[];
  readonly market: { readonly ageMs: number; readonly price: number } | null;
};

const ENTRY_PRICE = 1.1;
/** Times before the expiry in milliseconds, dense around the limits of docs/spec/trading.md §6. */
const ages = fc.oneof(fc.constantFrom(1, 30_000, 59_999, 60_000, 60_001), fc.integer({ min: 1, max: 70_000 }));

export const tradeLives: fc.Arbitrary<readonly TradeLife[]> = fc.array(
  fc.record({
    venue: fc.constantFrom('mock', 'mock', 'iqoption'),
    direction: fc.constantFrom('CALL', 'PUT'),
    stakeMinor: fc.integer({ min: 1, max: 5_000 }),
    payoutBp: fc.integer({ min: 0, max: 10_000 }),
    entryAgeMs: fc.oneof(fc.constant(60_000), ages),
    from: fc.constantFrom('intent', 'open', 'settling'),
    picks: fc.array(fc.nat({ max: 11 }), { maxLength: 4 }),
    market: fc.option(fc.record({ ageMs: ages, price: fc.constantFrom(1.09, ENTRY_PRICE, 1.11) }), { freq: 6 }),
  }),
  { minLength: 80, maxLength: 80 },
);

/** A trade with the events that followed its intent. */
export type TradeWithEvents = { readonly trade: Trade; readonly events: readonly TradeEvent[] };

/** Returns the settlement that the paper account decides at the expiry. */
export function paperDecisionOf({ direction, stakeMinor, payoutBp, entryAgeMs, market }: TradeLife): Settlement {
  const settleable = {
    direction,
    entryPrice: price(ENTRY_PRICE),
    entryTimeMs: epochMs(EXPIRY_MS - entryAgeMs),
    expiryTimeMs: epochMs(EXPIRY_MS),
    stakeMinor: minorUnits(stakeMinor),
    payoutRatio: ratio(payoutBp / 10_000),
  };
  return settle(settleable, lastTickOf({ market }));
}

/** Returns the last tick before the expiry; null if the market had none. */
export const lastTickOf = ({ market }: Pick<TradeLife, 'market'>): SettleTick | null =>
  market && { timeMs: epochMs(EXPIRY_MS - market.ageMs), price: price(market.price) };

/** Returns one event of each type except corrections, which `correctTrade` makes. */
function eventsOf(life: TradeLife): Readonly<Record<Exclude<TradeEventType, 'correct'>, TradeEvent>> {
  const entryTimeMs = epochMs(EXPIRY_MS - life.entryAgeMs);
  const position = { entryPrice: price(ENTRY_PRICE), entryTimeMs, expiryTimeMs: epochMs(EXPIRY_MS) };
  const acceptance = { contractId: null, acceptedAtMs: entryTimeMs, payoutRatio: ratio(life.payoutBp / 10_000) };
  return {
    send: { type: 'send', sentAtMs: entryTimeMs },
    accept: { type: 'accept', acceptance },
    refuse: { type: 'refuse', refusal: 'rejected' },
    lose_track: { type: 'lose_track', cause: 'timeout' },
    give_up: { type: 'give_up' },
    open: { type: 'open', position },
    price_entry: { type: 'price_entry', entryPrice: price(ENTRY_PRICE) },
    ask_sale: { type: 'ask_sale', minPriceMinor: minorUnits(1), askedAtMs: entryTimeMs, requestId: null },
    drop_sale: { type: 'drop_sale', refusal: 'price_moved' },
    expire: { type: 'expire' },
    settle: { type: 'settle', settlement: paperDecisionOf(life) },
    void: { type: 'void' },
    sell: { type: 'sell', soldAtMs: entryTimeMs, proceedsMinor: minorUnits(1) },
    cancel: { type: 'cancel', reason: 'late' },
  };
}

/**
 * Applies the random steps of a life to its trade.
 * @param onStep receives each step as `state/event→state`
 */
export function applyLife(life: TradeLife, onStep: (step: string) => void): TradeWithEvents {
  const known = eventsOf(life);
  const opening = [known.send, known.accept, known.open];
  const start = { intent: [], open: opening, settling: [...opening, known.expire] }[life.from];
  let lived: TradeWithEvents = applyTradeEvents({ state: 'intent', terms: termsOf(life) }, start);
  for (const pick of life.picks) {
    const legal = Object.values(known).filter((event) => transition(lived.trade, event).ok);
    const event = legal[pick % Math.max(1, legal.length)];
    if (event === undefined) break;
    const { trade } = applyTradeEvents(lived.trade, [event]);
    onStep(`${lived.trade.state}/${event.type}→${trade.state}`);
    lived = { trade, events: [...lived.events, event] };
  }
  return lived;
}

const termsOf = ({ direction, stakeMinor }: TradeLife) => ({
  symbol: 'EURUSD',
  direction,
  stakeMinor: minorUnits(stakeMinor),
  length: minutesLong(1),
  sendDeadlineMs: epochMs(EXPIRY_MS),
});

export type StoredLife = TradeWithEvents & { readonly id: string; readonly symbol: string; readonly life: TradeLife };
type AccountIds = Readonly<Record<TradeLife['venue'], string>>;

/** Writes each trade in its current state: row, events, stake hold and the transfer that ended it. */
export async function storeLives(
  tx: Transaction,
  accounts: Pick<Accounts, 'book'>,
  all: readonly StoredLife[],
  ids: AccountIds & { readonly userId: string },
): Promise<void> {
  const rows = all.map((one) => rowOf(one, ids));
  const columns = tx.unsafe(Object.keys(rows[0] ?? {}).join(', '));
  await tx`INSERT INTO trades (${columns}) SELECT ${columns} FROM jsonb_populate_recordset(null::trades, ${tx.json(rows)})`;
  const events = all.flatMap(({ id, trade: { terms }, events: after }) =>
    [{ kind: 'intent', payload: { terms } }, ...after.map(({ type, ...payload }) => ({ kind: type, payload }))].map(
      (event, index) => ({ trade_id: id, seq: index + 1, at: new Date(START_MS), ...event }),
    ),
  );
  await tx`INSERT INTO trade_events SELECT * FROM jsonb_populate_recordset(null::trade_events, ${tx.json(events)})`;
  const bookings = all.flatMap(({ id, life: { venue, stakeMinor }, trade }) =>
    [stakeHold(minorUnits(stakeMinor)), finalTransferOf(trade)].flatMap((transfer) =>
      transfer === null ? [] : [{ accountId: ids[venue], tradeId: id, transfer }],
    ),
  );
  await accounts.book(tx, bookings, epochMs(START_MS));
}

function rowOf({ id, symbol, life, trade, events }: StoredLife, ids: AccountIds & { readonly userId: string }) {
  const { venue, direction, entryAgeMs } = life;
  const end = endOf(trade);
  return {
    id,
    user_id: ids.userId,
    account_id: ids[venue],
    broker: venue,
    account: venue === 'mock' ? 'mock' : 'demo',
    mode: venue === 'mock' ? 'mock' : 'iqoption_demo',
    origin: 'manual',
    symbol,
    source: 'simulated',
    direction,
    stake_minor: life.stakeMinor,
    payout_bp: life.payoutBp,
    duration_min: 1,
    duration_s: null,
    duration_ticks: null,
    ticks_passed: null,
    entry_price: 'position' in trade ? trade.position.entryPrice : null,
    entry_tick_ms: EXPIRY_MS - entryAgeMs,
    entry_time: new Date(EXPIRY_MS - entryAgeMs),
    expiry_time: new Date(EXPIRY_MS),
    ...wireStatusOf(trade.state),
    ...end,
    corrections: 0,
    created_at: new Date(START_MS),
    last_seq: events.length + 1,
    broker_account: 'login-demo',
    send_by: new Date(EXPIRY_MS),
    sent_at: 'sentAtMs' in trade ? new Date(trade.sentAtMs) : null,
  };
}

/** Returns the columns of a row that describe the end of the trade; all are null before its end. */
function endOf(trade: Trade) {
  const at: EpochMs = epochMs(START_MS);
  const none = { profit_minor: null, settled_at: null, settle_price: null, settle_tick_ms: null, settle_reason: null };
  if (finalTransferOf(trade) === null) return none;
  const ended = { ...none, settled_at: new Date(at), profit_minor: 0, settle_reason: trade.state as string | null };
  if (trade.state === 'sold') return { ...ended, profit_minor: trade.proceedsMinor - trade.terms.stakeMinor };
  if (!('settlement' in trade)) return ended;
  const { profitMinor, settleTick } = trade.settlement;
  return {
    ...ended,
    profit_minor: profitMinor,
    settle_price: settleTick?.price ?? null,
    settle_tick_ms: settleTick?.timeMs ?? null,
    settle_reason: trade.state === 'void' ? trade.reason : null,
  };
}

/** Returns the trade after an event; unchanged if the event is illegal in its state. */
export function tradeAfterEvent(trade: Trade, event: TradeEvent): Trade {
  const next = transition(trade, event);
  invariant(next.ok || next.error.state === trade.state, 'an illegal event leaves the trade as it was');
  return next.ok ? next.value : trade;
}
