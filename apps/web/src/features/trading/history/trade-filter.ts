import type { TradeFilter } from '@vigia/contract';
import { useDisplayZone } from '#shared/lib/display-zone.ts';
import { useServerNow } from '#shared/lib/use-now.ts';
import { addDays, dayIn, startOfDayIn } from '#shared/lib/zone-days.ts';
import type { HistoryFilter, Period } from './filter.ts';
import { useHistoryFilter } from './filter-store.ts';

const DAYS_BACK = { today: 0, week: 6, month: 29 } as const;

/** Returns the filter as API parameters. Days start and end at midnight in `timeZone`. */
export function toTradeFilter(filter: HistoryFilter, nowMs: number, timeZone: string): TradeFilter {
  const { symbol, direction, result, purse, mode, origin, tag, period } = filter;
  return {
    ...(symbol !== null && { symbol }),
    ...(direction !== null && { direction }),
    ...(result !== null && { result }),
    ...(purse !== null && { account: purse.kind, currency: purse.currency }),
    ...(mode !== null && { mode }),
    ...(origin !== null && { origin }),
    ...(tag !== null && { tag }),
    ...boundsOf(period, nowMs, timeZone),
  };
}

function boundsOf(period: Period, nowMs: number, timeZone: string): Pick<TradeFilter, 'from' | 'to'> {
  const beginning = (day: string) => new Date(startOfDayIn(day, timeZone)).toISOString();
  if (period.kind === 'all') return {};
  const today = dayIn(nowMs, timeZone);
  if (period.kind === 'yesterday') return { from: beginning(addDays(today, -1)), to: beginning(today) };
  if (period.kind !== 'range') {
    return { from: beginning(addDays(today, -DAYS_BACK[period.kind])) };
  }
  const { fromDay, toDay } = period;
  return {
    ...(fromDay !== null && { from: beginning(fromDay) }),
    ...(toDay !== null && { to: beginning(addDays(toDay, 1)) }),
  };
}

/**
 * Interval in milliseconds at which the filter reads the clock, so that soon after midnight «hoy» (today) means the new
 * day.
 */
const READ_EVERY_MS = 30_000;

/** Returns the filter as API parameters, relative to the current day. */
export function useTradeFilter() {
  const filter = useHistoryFilter((state) => state.filter);
  const zone = useDisplayZone((display) => display.zone);
  return toTradeFilter(filter, useServerNow(READ_EVERY_MS), zone);
}
