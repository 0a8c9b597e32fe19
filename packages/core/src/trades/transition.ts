import { type EpochMs, err, type MinorUnits, ok, type Price, type Result } from '#kernel/index.ts';
import { type Settlement, voidSettlement } from './settlement.ts';
import type {
  Acceptance,
  CancelReason,
  DecidedState,
  Position,
  Trade,
  TradeIn,
  TradeState,
  UnknownCause,
  VoidReason,
} from './trade.ts';

/** Events of a trade. */
export type TradeEvent =
  | { readonly type: 'send'; readonly sentAtMs: EpochMs }
  | { readonly type: 'accept'; readonly acceptance: Acceptance }
  | { readonly type: 'refuse'; readonly refusal: string }
  | { readonly type: 'lose_track'; readonly cause: UnknownCause }
  /** The venue's records can no longer be read, so the execution status stays unknown. */
  | { readonly type: 'give_up' }
  | { readonly type: 'open'; readonly position: Position }
  /** The venue stated the entry price, or the time of that price, only after the trade was open. */
  | { readonly type: 'price_entry'; readonly entryPrice: Price; readonly entryTickMs?: EpochMs }
  /**
   * The user requests the sale of the option contract before its expiry. `requestId`: the idempotency key of the
   * request.
   */
  | {
      readonly type: 'ask_sale';
      readonly minPriceMinor: MinorUnits;
      readonly askedAtMs: EpochMs;
      readonly requestId: string | null;
    }
  /** The venue refused the sale, or its records show that the request never arrived. The option contract stays open. */
  | { readonly type: 'drop_sale'; readonly refusal: string }
  | { readonly type: 'expire' }
  | { readonly type: 'settle'; readonly settlement: Settlement }
  | { readonly type: 'void' }
  | { readonly type: 'sell'; readonly soldAtMs: EpochMs; readonly proceedsMinor: MinorUnits }
  | { readonly type: 'cancel'; readonly reason: CancelReason }
  /** The settlement was wrong: `settlement` replaces it, for `reason`. */
  | { readonly type: 'correct'; readonly settlement: Settlement; readonly reason: string };

export type TradeEventType = TradeEvent['type'];
type EventOf<Type extends TradeEventType> = Extract<TradeEvent, { readonly type: Type }>;

/** An event that is illegal in the state of the trade; the trade stays unchanged. */
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
  give_up: null,
  open: null,
  price_entry: null,
  ask_sale: null,
  drop_sale: null,
  expire: null,
  settle: null,
  void: null,
  sell: null,
  cancel: null,
  correct: null,
} as const;

type Sent = TradeIn<'submitting' | 'unknown'>;
type Running = TradeIn<'open' | 'settling'>;
type Decided = TradeIn<DecidedState>;

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

const runningParts = ({ terms, acceptance, position }: Running | Decided) => ({ terms, acceptance, position });

/**
 * Stores the first price that the venue states, and the first time that it states for this price. Later prices, and
 * times of other prices, are ignored.
 */
const priced = <State extends Running>(trade: State, event: EventOf<'price_entry'>): State => {
  const { position } = trade;
  const entryPrice = position.entryPrice ?? event.entryPrice;
  if (entryPrice !== event.entryPrice) return trade;
  const entryTickMs = position.entryTickMs ?? event.entryTickMs;
  return { ...trade, position: { ...position, entryPrice, ...(entryTickMs !== undefined && { entryTickMs }) } };
};

type Open = TradeIn<'open'>;

const saleAsked = (trade: Open, { minPriceMinor, askedAtMs }: EventOf<'ask_sale'>): Trade => ({
  ...trade,
  sale: { minPriceMinor, askedAtMs },
});

const saleDropped = ({ terms, acceptance, position }: Open): Trade => ({ state: 'open', terms, acceptance, position });

const voidedByBroker = (trade: Running): Trade => ({
  state: 'void',
  reason: 'voided_by_broker',
  settlement: voidSettlement(trade.terms.stakeMinor, null),
  ...runningParts(trade),
});

function ended(trade: Running | Decided, settlement: Settlement, reason: VoidReason): Trade {
  const parts = { ...runningParts(trade), settlement };
  return settlement.outcome === 'void' ? { state: 'void', reason, ...parts } : { state: settlement.outcome, ...parts };
}

const settled = (trade: Running, { settlement }: EventOf<'settle'>): Trade => ended(trade, settlement, 'no_market');

/** Transitions of a settled state: only a correction is legal. A sale or a refusal cannot be corrected. */
const CORRECTABLE = {
  ...ILLEGAL,
  correct: (trade: Decided, { settlement }: EventOf<'correct'>): Trade => ended(trade, settlement, 'corrected'),
};

/**
 * The state machine of a trade: every state with every event, null for an illegal event. An order in the state `intent`
 * is sent only once. The state `unknown` ends with evidence from the venue's records, or as `undecided`. Only a
 * correction leaves a final state. The paper account settles an open trade at once. At a broker, the trade first waits
 * in the state `settling` for the broker's result.
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
  unknown: {
    ...ILLEGAL,
    accept: accepted,
    refuse: refused,
    give_up: ({ terms, sentAtMs }) => ({ state: 'undecided', terms, sentAtMs }),
  },
  accepted: {
    ...ILLEGAL,
    open: ({ terms, acceptance }, { position }) => ({ state: 'open', terms, acceptance, position }),
  },
  open: {
    ...ILLEGAL,
    price_entry: priced,
    ask_sale: saleAsked,
    drop_sale: saleDropped,
    expire: (trade) => ({ state: 'settling', ...runningParts(trade) }),
    settle: settled,
    void: voidedByBroker,
    sell: (trade, { soldAtMs, proceedsMinor }) => ({ state: 'sold', soldAtMs, proceedsMinor, ...runningParts(trade) }),
  },
  settling: { ...ILLEGAL, price_entry: priced, settle: settled, void: voidedByBroker },
  won: CORRECTABLE,
  lost: CORRECTABLE,
  tie: CORRECTABLE,
  void: CORRECTABLE,
  sold: ILLEGAL,
  refused: ILLEGAL,
  undecided: ILLEGAL,
  cancelled: ILLEGAL,
};

/**
 * Returns the trade after an event, or an error if the event is illegal in its state. It never changes its arguments.
 */
export const transition = (trade: Trade, event: TradeEvent): Result<Trade, IllegalTransition> =>
  take(trade.state, trade, event.type, event);

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
