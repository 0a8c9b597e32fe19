import { useQuery } from '@tanstack/react-query';
import type { Purse } from '@vigia/contract';
import { DIRECTIONS, TRADE_ORIGINS, TRADING_MODES } from '@vigia/core/vocabulary';
import { assetsQuery } from '#shared/lib/assets.ts';
import { DIRECTION_MARK } from '#shared/ui/direction.tsx';
import { uiMessages } from '#shared/ui/messages.es.ts';
import { purseName } from '#shared/ui/purse-name.ts';
import { tagsQuery } from '../journal/journal-queries.ts';
import { performanceQuery } from '../performance/performance-query.ts';
import { tradesMessages } from '../trades/messages.es.ts';
import { type HistoryFilter, PERIODS, type Period, type TradeResult } from './filter.ts';
import { useHistoryFilter } from './filter-store.ts';
import { historyMessages as words } from './messages.es.ts';
import { useTradeFilter } from './trade-filter.ts';

/** A select of the filter bar. Its first option removes the filter. */
export type FilterSelect = {
  readonly name: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly choose: (value: string) => void;
};

const RESULTS: readonly TradeResult[] = ['won', 'lost', 'expired', 'cancelled'];

/** Returns the selects of the filter bar in display order. */
export function useFilterSelects(): readonly FilterSelect[] {
  const { filter, change } = useHistoryFilter();
  const symbols = useSymbols(filter.symbol);
  const purses = usePurses(filter.purse);
  const tags = useTags(filter.tag);
  return [
    {
      name: words.period,
      value: filter.period.kind,
      options: PERIODS.map((value) => ({ value, label: words.periods[value] })),
      choose: (kind) => change({ period: periodOf(PERIODS.find((each) => each === kind) ?? 'all') }),
    },
    choiceOf(
      words.asset,
      words.all,
      symbols,
      filter.symbol,
      (symbol) => symbol,
      (symbol) => change({ symbol }),
    ),
    choiceOf(
      words.direction,
      words.both,
      DIRECTIONS,
      filter.direction,
      (direction) => `${DIRECTION_MARK[direction]} ${direction}`,
      (direction) => change({ direction }),
    ),
    choiceOf(
      words.result,
      words.all,
      RESULTS,
      filter.result,
      (result) => words.results[result],
      (result) => change({ result }),
    ),
    choiceOf(
      words.money,
      words.all,
      purses.map(purseName),
      filter.purse && purseName(filter.purse),
      (name) => name,
      (name) => change({ purse: purses.find((purse) => purseName(purse) === name) ?? null }),
    ),
    choiceOf(
      words.mode,
      words.all,
      TRADING_MODES,
      filter.mode,
      (mode) => uiMessages.mode[mode],
      (mode) => change({ mode }),
    ),
    choiceOf(
      words.origin,
      words.all,
      TRADE_ORIGINS,
      filter.origin,
      (origin) => tradesMessages.origins[origin],
      (origin) => change({ origin }),
    ),
    ...(tags.length === 0
      ? []
      : [
          choiceOf(
            words.tag,
            words.all,
            tags,
            filter.tag,
            (tag) => tag,
            (tag) => change({ tag }),
          ),
        ]),
  ];
}

const choiceOf = <Value extends string>(
  name: string,
  all: string,
  values: readonly Value[],
  value: Value | null,
  label: (value: Value) => string,
  choose: (value: Value | null) => void,
): FilterSelect => ({
  name,
  value: value ?? '',
  options: [{ value: '', label: all }, ...values.map((each) => ({ value: each, label: label(each) }))],
  choose: (chosen) => choose(values.find((each) => each === chosen) ?? null),
});

const periodOf = (kind: Period['kind']): Period => (kind === 'range' ? { kind, fromDay: null, toDay: null } : { kind });

/** Returns the available assets. The asset of the filter is included even if the current asset list lacks it. */
function useSymbols(chosen: string | null): readonly string[] {
  const { data = [] } = useQuery(assetsQuery);
  const offered = data.map(({ symbol }) => symbol);
  return chosen === null || offered.includes(chosen) ? offered : [chosen, ...offered];
}

/** Returns the user's tags. The tag of the filter is included even if no trade has it any more. */
function useTags(chosen: string | null): readonly string[] {
  const { data = [] } = useQuery(tagsQuery);
  const own = data.map(({ tag }) => tag);
  return chosen === null || own.includes(chosen) ? own : [chosen, ...own];
}

/**
 * Returns the purses (account kind and currency) of the user. While they load, returns only the purse of the filter.
 */
function usePurses(chosen: Purse | null): readonly Purse[] {
  const { data } = useQuery(performanceQuery(useTradeFilter()));
  return data?.purses ?? (chosen === null ? [] : [chosen]);
}

/** Describes the filter in words for headings. */
export function describeFilter({ symbol, direction, result, purse, mode, origin, tag, period }: HistoryFilter): string {
  const parts = [
    symbol,
    direction,
    result && words.results[result],
    purse && purseName(purse),
    mode && uiMessages.mode[mode],
    origin && tradesMessages.origins[origin],
    tag && words.tagged(tag),
    describePeriod(period),
  ].filter((part) => part !== null);
  return parts.length === 0 ? words.everything : parts.join(' · ');
}

function describePeriod(period: Period): string | null {
  if (period.kind === 'all') return null;
  if (period.kind !== 'range') return words.periods[period.kind];
  const { fromDay, toDay } = period;
  if (fromDay !== null && toDay !== null) return words.between(fromDay, toDay);
  if (fromDay !== null) return words.since(fromDay);
  return toDay === null ? null : words.until(toDay);
}
