import { Chip } from '#shared/ui/chip.tsx';
import { useHistoryFilter } from './filter-store.ts';
import { historyMessages as words } from './messages.es.ts';

const PERIODS = ['today', 'yesterday', 'week'] as const;
const RESULTS = ['won', 'lost'] as const;

/** Renders the usual questions about the history, each one tap. A second tap removes its part of the filter. */
export function QuickFilters() {
  const { filter, change } = useHistoryFilter();
  const { period, result } = filter;
  return (
    <fieldset
      aria-label={words.quick}
      className="flex gap-1.5 overflow-x-auto px-4 pt-3 [scrollbar-width:none] max-md:px-3"
    >
      {PERIODS.map((kind) => (
        <Chip
          key={kind}
          selected={period.kind === kind}
          onClick={() => change({ period: { kind: period.kind === kind ? 'all' : kind } })}
        >
          {words.periods[kind]}
        </Chip>
      ))}
      {RESULTS.map((each) => (
        <Chip key={each} selected={result === each} onClick={() => change({ result: result === each ? null : each })}>
          {words.results[each]}
        </Chip>
      ))}
    </fieldset>
  );
}
