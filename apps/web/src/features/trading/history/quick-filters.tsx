import { useQuery } from '@tanstack/react-query';
import type { TradeCounts } from '@vigia/contract';
import { formatCount } from '#shared/lib/format.ts';
import { Chip } from '#shared/ui/chip.tsx';
import { usePollingMs } from '../trades/live-trades.ts';
import type { HistoryFilter } from './filter.ts';
import { useHistoryFilter } from './filter-store.ts';
import { countsQuery } from './history-query.ts';
import { historyMessages as words } from './messages.es.ts';
import { useTradeFilter } from './trade-filter.ts';

/** A question about the history. `part` is the part of the filter that it sets. */
type Question = {
  readonly text: string;
  readonly count: keyof TradeCounts;
  readonly part: Partial<Pick<HistoryFilter, 'period' | 'result'>>;
};

const QUESTIONS: readonly Question[] = [
  ...(['today', 'yesterday', 'week'] as const).map((kind) => ({
    text: words.periods[kind],
    count: kind,
    part: { period: { kind } },
  })),
  ...(['won', 'lost'] as const).map((result) => ({ text: words.results[result], count: result, part: { result } })),
  { text: words.lostYesterday, count: 'lost_yesterday', part: { period: { kind: 'yesterday' }, result: 'lost' } },
];

/**
 * Renders the usual questions about the history, each one tap, with the number of trades that it finds in the whole
 * history. A second tap removes its part of the filter.
 */
export function QuickFilters() {
  const { filter, change } = useHistoryFilter();
  const { data: counts } = useQuery({ ...countsQuery(useTradeFilter()), refetchInterval: usePollingMs() });
  return (
    <fieldset aria-label={words.quick} className="flex flex-wrap gap-1.5 px-4 pt-3 max-md:px-3">
      {QUESTIONS.map(({ text, count, part }) => {
        const isChosen = isPartOf(part, filter);
        const trades = counts?.[count];
        return (
          <Chip
            key={count}
            selected={isChosen}
            aria-label={trades === undefined ? text : words.asked(text, trades)}
            onClick={() => change(isChosen ? without(part) : part)}
          >
            {text}
            {trades !== undefined && <span className="font-normal text-fg-3">{formatCount(trades)}</span>}
          </Chip>
        );
      })}
    </fieldset>
  );
}

const isPartOf = ({ period, result }: Question['part'], filter: HistoryFilter): boolean =>
  (period === undefined || period.kind === filter.period.kind) && (result === undefined || result === filter.result);

const without = ({ period, result }: Question['part']): Question['part'] => ({
  ...(period && { period: { kind: 'all' } }),
  ...(result && { result: null }),
});
