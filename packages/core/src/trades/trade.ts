import { assertNever, type EpochMs, type MinorUnits, type Price, type Ratio } from '#kernel/index.ts';
import type { TradeLength } from '#lengths/index.ts';
import type { Direction, Execution, TradeStatus } from '#vocabulary/index.ts';
import type { Settlement } from './settlement.ts';

/** Terms of the order, fixed before it is sent. */
export type TradeTerms = {
  readonly symbol: string;
  readonly direction: Direction;
  readonly stakeMinor: MinorUnits;
  readonly length: TradeLength;
  /** Deadline of the order: it is never sent from this time on. */
  readonly sendDeadlineMs: EpochMs;
};

/**
 * The venue's acceptance: its id of the option contract (null for the paper account) and the payout that it fixed (null
 * if it states none).
 */
export type Acceptance = {
  readonly contractId: string | null;
  readonly acceptedAtMs: EpochMs;
  readonly payoutRatio: Ratio | null;
  /** Whether a second option contract at the venue also matches the order. The match is then ambiguous. */
  readonly hasDouble?: true;
};

/** An open position, from entry to expiry. */
export type Position = {
  /** Entry price of the position; null if the venue does not report it. */
  readonly entryPrice: Price | null;
  /**
   * Time of the entry price: that of its tick on paper, else the time that the broker states; absent if it states none.
   */
  readonly entryTickMs?: EpochMs;
  readonly entryTimeMs: EpochMs;
  /**
   * Expiry of the trade. For a trade with a duration in ticks it is an estimate, because the last tick ends the trade.
   */
  readonly expiryTimeMs: EpochMs;
};

/** A sale that the user requested and whose execution status is not known yet. The request is sent at most once. */
export type PendingSale = {
  /** The lowest price that the user accepts: the amount that the account would receive for the option contract. */
  readonly minPriceMinor: MinorUnits;
  readonly askedAtMs: EpochMs;
};

/**
 * The reason why the execution status of an order is unknown. Such an order is reconciled with the venue's records and
 * never sent again.
 */
export type UnknownCause = 'timeout' | 'connection_lost' | 'server_error' | 'crash';
/**
 * The reason why an order was not sent to its venue. `not_allowed`: real money was no longer allowed at the time of the
 * sending.
 */
export type CancelReason = 'late' | 'withdrawn' | 'not_allowed';
export type VoidReason = 'no_market' | 'voided_by_broker' | 'corrected';

type Sent = { readonly terms: TradeTerms; readonly sentAtMs: EpochMs };
type Opened = { readonly terms: TradeTerms; readonly acceptance: Acceptance; readonly position: Position };
type Ended = Opened & { readonly settlement: Settlement };

/** A trade in one of its states (docs/spec/trading.md §1). Each variant has only the fields that exist in its state. */
export type Trade =
  | { readonly state: 'intent'; readonly terms: TradeTerms }
  | ({ readonly state: 'submitting' } & Sent)
  | ({ readonly state: 'unknown'; readonly cause: UnknownCause } & Sent)
  | { readonly state: 'accepted'; readonly terms: TradeTerms; readonly acceptance: Acceptance }
  | ({ readonly state: 'open'; readonly sale?: PendingSale } & Opened)
  | ({ readonly state: 'settling' } & Opened)
  | ({ readonly state: 'won' } & Ended)
  | ({ readonly state: 'lost' } & Ended)
  | ({ readonly state: 'tie' } & Ended)
  | ({ readonly state: 'void'; readonly reason: VoidReason } & Ended)
  | ({ readonly state: 'sold'; readonly soldAtMs: EpochMs; readonly proceedsMinor: MinorUnits } & Opened)
  | ({ readonly state: 'refused'; readonly refusal: string } & Sent)
  /** A trade whose execution status at the venue stays unknown. */
  | ({ readonly state: 'undecided' } & Sent)
  | { readonly state: 'cancelled'; readonly terms: TradeTerms; readonly reason: CancelReason };

export type TradeState = Trade['state'];
export type TradeIn<State extends TradeState> = Extract<Trade, { readonly state: State }>;

/**
 * Final states. A trade reaches exactly one of them. Only a correction can change it later, to another decided state.
 */
export const FINAL_STATES = ['won', 'lost', 'tie', 'void', 'sold', 'refused', 'undecided', 'cancelled'] as const;
export type FinalState = (typeof FINAL_STATES)[number];
/** States that a settlement leads to. Only a correction can change them. */
export type DecidedState = 'won' | 'lost' | 'tie' | 'void';

/** API form of a state: one of five statuses, and the execution of the order at its venue. */
export type WireStatus = { readonly status: TradeStatus; readonly execution: Execution };

/** Maps a state to its API status and `execution` (docs/spec/trading.md §1). */
export function wireStatusOf(state: TradeState): WireStatus {
  switch (state) {
    case 'intent':
    case 'submitting':
      return { status: 'active', execution: 'pending' };
    case 'unknown':
      return { status: 'active', execution: 'unknown' };
    case 'accepted':
    case 'open':
    case 'settling':
      return { status: 'active', execution: 'confirmed' };
    case 'won':
    case 'lost':
      return { status: state, execution: 'confirmed' };
    case 'tie':
      return { status: 'expired', execution: 'confirmed' };
    case 'void':
    case 'sold':
      return { status: 'cancelled', execution: 'confirmed' };
    case 'undecided':
      return { status: 'cancelled', execution: 'unknown' };
    case 'refused':
    case 'cancelled':
      return { status: 'cancelled', execution: 'rejected' };
    default:
      return assertNever(state);
  }
}
