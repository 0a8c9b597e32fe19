import type { Option } from '@vigia/contract';
import { minorUnits } from '@vigia/core/kernel';
import { type Currency, formatMinor } from '@vigia/core/money';
import { lengthFields, lengthIn, type TradeLength } from '@vigia/core/trades';
import type {
  AccountKind,
  Direction,
  Execution,
  PriceSource,
  TradeOrigin,
  TradeStatus,
  TradingMode,
  Venue,
} from '@vigia/core/vocabulary';

const BASIS_POINTS = 10_000;

/** A row of `trades`. Times are Dates with millisecond resolution. */
export type TradeRow = {
  readonly id: string;
  readonly user_id: string;
  readonly account_id: string;
  readonly broker: Venue;
  readonly account: AccountKind;
  /** Currency of the account. */
  readonly currency: Currency;
  /** The trading mode that stands for the trade's account; null if no mode stands for it. */
  readonly mode: TradingMode | null;
  readonly origin: TradeOrigin;
  readonly symbol: string;
  readonly source: PriceSource;
  readonly direction: Direction;
  readonly stake_minor: number;
  /** Payout in basis points; null while the broker has not reported it. */
  readonly payout_bp: number | null;
  /** Duration of the trade: exactly one of the three columns holds a number. */
  readonly duration_min: number | null;
  readonly duration_s: number | null;
  readonly duration_ticks: number | null;
  /** Number of passed ticks of a trade with a duration in ticks; null if its broker has not reported it. */
  readonly ticks_passed: number | null;
  /** Entry price; null until the broker reports it. */
  readonly entry_price: number | null;
  /**
   * Time of the tick of the entry price. At a broker, it is the time that the broker reports; null if it reports none.
   */
  readonly entry_tick_ms: number | null;
  readonly entry_time: Date;
  readonly expiry_time: Date;
  readonly status: TradeStatus;
  readonly execution: Execution;
  readonly profit_minor: number | null;
  readonly settled_at: Date | null;
  readonly settle_price: number | null;
  /**
   * Time of the tick of the settle price. At a broker, it is the time that the broker reports; null if it reports none.
   */
  readonly settle_tick_ms: number | null;
  readonly settle_reason: string | null;
  readonly corrected_at: Date | null;
};

/** Values of the columns of a trade that has not ended. */
export const OPEN_TRADE_COLUMNS = {
  profit_minor: null,
  settled_at: null,
  settle_price: null,
  settle_tick_ms: null,
  settle_reason: null,
  corrected_at: null,
} as const satisfies Partial<TradeRow>;

export function lengthColumns(length: TradeLength) {
  const { duration, duration_seconds: inSeconds, duration_ticks: inTicks } = lengthFields(length);
  return { duration_min: duration, duration_s: inSeconds, duration_ticks: inTicks };
}

/** Returns the duration of a trade. Throws unless exactly one of the three columns is set. */
export function lengthOfRow(row: Pick<TradeRow, 'duration_min' | 'duration_s' | 'duration_ticks'>): TradeLength {
  const { duration_min: duration, duration_s: inSeconds, duration_ticks: inTicks } = row;
  return lengthIn({ duration, duration_seconds: inSeconds, duration_ticks: inTicks });
}

/** Converts a row to the trade as the API shows it. */
export function toOption(row: TradeRow): Option {
  return {
    id: row.id,
    asset_symbol: row.symbol,
    option_type: row.direction,
    amount: formatMinor(minorUnits(row.stake_minor), row.currency),
    payout: row.payout_bp === null ? null : row.payout_bp / BASIS_POINTS,
    ...lengthFields(lengthOfRow(row)),
    ticks_passed: row.ticks_passed,
    entry_price: row.entry_price,
    entry_time: row.entry_time.toISOString(),
    entry_tick_time: row.entry_tick_ms === null ? null : new Date(row.entry_tick_ms).toISOString(),
    expiry_time: row.expiry_time.toISOString(),
    status: row.status,
    execution: row.execution,
    broker: row.broker,
    account: row.account,
    currency: row.currency,
    mode: row.mode,
    origin: row.origin,
    source: row.source,
    profit: row.profit_minor === null ? null : formatMinor(minorUnits(row.profit_minor), row.currency),
    settlement: settlementOf(row),
  };
}

function settlementOf(row: TradeRow): Option['settlement'] {
  if (row.settled_at === null) return null;
  return {
    price: row.settle_price,
    tick_time: row.settle_tick_ms === null ? null : new Date(row.settle_tick_ms).toISOString(),
    source: row.source,
    settled_at: row.settled_at.toISOString(),
    reason: row.settle_reason,
    corrected_at: row.corrected_at?.toISOString() ?? null,
  };
}
