import type { Option, Purse, TradeFilter } from '@vigia/contract';
import type { Direction, TradeOrigin, TradingMode } from '@vigia/core/vocabulary';

export const PERIODS = ['all', 'today', 'yesterday', 'week', 'month', 'range'] as const;
export type PeriodKind = (typeof PERIODS)[number];
/** Date range such as `2026-11-21`. Both days are included. Null leaves one side open. */
type DayRange = { readonly kind: 'range'; readonly fromDay: string | null; readonly toDay: string | null };
export type Period = { readonly kind: Exclude<PeriodKind, 'range'> } | DayRange;

export type TradeResult = NonNullable<TradeFilter['result']>;

/** The history filter of the user. Null means no restriction. */
export type HistoryFilter = {
  readonly symbol: string | null;
  readonly direction: Direction | null;
  readonly result: TradeResult | null;
  readonly purse: Purse | null;
  readonly mode: TradingMode | null;
  readonly origin: TradeOrigin | null;
  readonly tag: string | null;
  readonly period: Period;
};

export const NO_FILTER: HistoryFilter = {
  symbol: null,
  direction: null,
  result: null,
  purse: null,
  mode: null,
  origin: null,
  tag: null,
  period: { kind: 'all' },
};

/** Returns the number of active filters. */
export function countFilters({ period, ...rest }: HistoryFilter): number {
  const byValue = Object.values(rest).filter((value) => value !== null).length;
  return byValue + (period.kind === 'all' ? 0 : 1);
}

/** Changes one day of the date range. If the range would end before it starts, the other day gets the same value. */
export function withRangeDay(range: DayRange, side: 'fromDay' | 'toDay', day: string | null): DayRange {
  const next = { ...range, [side]: day };
  const crossed = next.fromDay !== null && next.toDay !== null && next.fromDay > next.toDay;
  return crossed ? { kind: 'range', fromDay: day, toDay: day } : next;
}

/** Returns true if an ended trade matches the filter, apart from its tag: a trade does not state its tags. */
export function matchesFilter(trade: Option, filter: TradeFilter): boolean {
  const { settlement } = trade;
  if (trade.status === 'active' || settlement === null) return false;
  const endedMs = Date.parse(settlement.settled_at);
  return (
    [
      [filter.symbol, trade.asset_symbol],
      [filter.direction, trade.option_type],
      [filter.result, trade.status],
      [filter.account, trade.account],
      [filter.currency, trade.currency],
      [filter.mode, trade.mode],
      [filter.origin, trade.origin],
    ].every(([wanted, has]) => wanted === undefined || wanted === has) &&
    (filter.from === undefined || endedMs >= Date.parse(filter.from)) &&
    (filter.to === undefined || endedMs < Date.parse(filter.to))
  );
}
