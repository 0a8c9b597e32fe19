import { type EpochMs, err, type MinorUnits, ok, type Result } from '#kernel/index.ts';
import { type Settlement, voided } from './settlement.ts';
import type { Acceptance, CancelReason, Position, Trade, TradeIn, TradeState, UnknownCause } from './trade.ts';

/** What can happen to a trade. */
export type TradeEvent =
  | { readonly type: 'send'; readonly sentAtMs: EpochMs }
  | { readonly type: 'accept'; readonly acceptance: Acceptance }
  | { readonly type: 'refuse'; readonly refusal: string }
  | { readonly type: 'lose_track'; readonly cause: UnknownCause }
  | { readonly type: 'open'; readonly position: Position }
  | { readonly type: 'expire' }
  | { readonly type: 'settle'; readonly settlement: Settlement }
  | { readonly type: 'void' }
  | { readonly type: 'sell'; readonly soldAtMs: EpochMs; readonly proceedsMinor: MinorUnits }
  | { readonly type: 'cancel'; readonly reason: CancelReason };

export type TradeEventType = TradeEvent['type'];
type EventOf<Type extends TradeEventType> = Extract<TradeEvent, { readonly type: Type }>;

/** The event has no place in that state; the trade stays as it was. */
export type IllegalTransition = { readonly state: TradeState; readonly event: TradeEventType };

type Step<State extends TradeState, Type extends TradeEventType> =
  | ((trade: TradeIn<State>, event: EventOf<Type>) => Trade)
  | null;
type Row<State extends TradeState> = { readonly [Type in TradeEventType]: Step<State, Type> };
type Table = { readonly [State in TradeState]: Row<State> };

const ILLEGAL = {
  send: null,
  accept: null,
  refuse: null,
  lose_track: null,
  open: null,
  expire: null,
  settle: null,
  void: null,
  sell: null,
  cancel: null,
} as const;

type Sent = TradeIn<'submitting' | 'unknown'>;
type Running = TradeIn<'open' | 'settling'>;

const accepted = ({ terms }: Sent, { acceptance }: EventOf<'accept'>): Trade => ({
  state: 'accepted',
  terms,
  acceptance,
});

const refused = ({ terms, sentAtMs }: Sent, { refusal }: EventOf<'refuse'>): Trade => ({
  state: 'refused',
  terms,
  sentAtMs,
  refusal,
});

const runningParts = ({ terms, acceptance, position }: Running) => ({ terms, acceptance, position });

const voidedByBroker = (trade: Running): Trade => ({
  state: 'void',
  reason: 'voided_by_broker',
  settlement: voided(trade.terms.stakeMinor, null),
  ...runningParts(trade),
});

function settled(trade: Running, { settlement }: EventOf<'settle'>): Trade {
  const parts = { ...runningParts(trade), settlement };
  if (settlement.outcome === 'void') return { state: 'void', reason: 'no_market', ...parts };
  return { state: settlement.outcome, ...parts };
}

/**
 * The whole life of a trade: every state against every event, null where the event has no place. `intent` leads to
 * the wire only once (one attempt); `unknown` leaves only through evidence; no row of a final state has a step.
 */
const TABLE: Table = {
  intent: {
    ...ILLEGAL,
    send: ({ terms }, { sentAtMs }) => ({ state: 'submitting', terms, sentAtMs }),
    cancel: ({ terms }, { reason }) => ({ state: 'cancelled', terms, reason }),
  },
  submitting: {
    ...ILLEGAL,
    accept: accepted,
    refuse: refused,
    lose_track: ({ terms, sentAtMs }, { cause }) => ({ state: 'unknown', terms, sentAtMs, cause }),
  },
  unknown: { ...ILLEGAL, accept: accepted, refuse: refused },
  accepted: {
    ...ILLEGAL,
    open: ({ terms, acceptance }, { position }) => ({ state: 'open', terms, acceptance, position }),
  },
  open: {
    ...ILLEGAL,
    expire: (trade) => ({ state: 'settling', ...runningParts(trade) }),
    void: voidedByBroker,
    sell: (trade, { soldAtMs, proceedsMinor }) => ({ state: 'sold', soldAtMs, proceedsMinor, ...runningParts(trade) }),
  },
  settling: { ...ILLEGAL, settle: settled, void: voidedByBroker },
  won: ILLEGAL,
  lost: ILLEGAL,
  tie: ILLEGAL,
  void: ILLEGAL,
  sold: ILLEGAL,
  refused: ILLEGAL,
  cancelled: ILLEGAL,
};

/** The trade after an event, or why the event has no place in its state. Never changes its arguments. */
export function transition(trade: Trade, event: TradeEvent): Result<Trade, IllegalTransition> {
  return take(trade.state, trade, event.type, event);
}

function take<State extends TradeState, Type extends TradeEventType>(
  state: State,
  trade: TradeIn<State>,
  type: Type,
  event: EventOf<Type>,
): Result<Trade, IllegalTransition> {
  const row: Row<State> = TABLE[state];
  const step: Step<State, Type> = row[type];
  return step === null ? err({ state, event: type }) : ok(step(trade, event));
}
