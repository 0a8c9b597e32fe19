import { useInfiniteQuery } from '@tanstack/react-query';
import { History, SearchX } from 'lucide-react';
import { accountText, PAPER_ACCOUNT } from '#shared/lib/account-name.ts';
import { useChosenAccount } from '#shared/lib/chosen-account.ts';
import { cn } from '#shared/lib/cn.ts';
import { formatCount } from '#shared/lib/format.ts';
import { problemOf } from '#shared/lib/problem.ts';
import { useUi } from '#shared/lib/ui-store.ts';
import { useIsMobile } from '#shared/lib/use-media-query.ts';
import { Button } from '#shared/ui/button.tsx';
import { FieldError } from '#shared/ui/field.tsx';
import { EmptyState, ErrorState } from '#shared/ui/states.tsx';
import { CalendarButton } from '../journal/calendar-button.tsx';
import { FoldedPerformance } from '../performance/folded-performance.tsx';
import { PerformanceStrip } from '../performance/performance-strip.tsx';
import { StatisticsButton } from '../performance/statistics-dialog.tsx';
import { RowsSkeleton } from '../trades/list-states.tsx';
import { usePollingMs } from '../trades/live-trades.ts';
import { tradesMessages } from '../trades/messages.es.ts';
import { DayList } from './day-list.tsx';
import { countFilters } from './filter.ts';
import { FilterBar } from './filter-bar.tsx';
import { useHistoryFilter } from './filter-store.ts';
import { historyPagesQuery } from './history-query.ts';
import { historyMessages as words } from './messages.es.ts';
import { QuickFilters } from './quick-filters.tsx';
import { useTradeFilter } from './trade-filter.ts';

const tradeWords = tradesMessages;

/** Renders the ended trades, their totals, and the filters for both. */
export function HistoryPanel({ label }: { readonly label: string }) {
  const filter = useTradeFilter();
  const mobile = useIsMobile();
  const query = useInfiniteQuery({ ...historyPagesQuery(filter), refetchInterval: usePollingMs() });
  const filtered = useHistoryFilter((state) => countFilters(state.filter) > 0);
  // While the new list loads, the data still belong to the previous filter and do not show whether the new list is
  // empty.
  const trades = query.isPlaceholderData && query.data.length === 0 ? undefined : query.data;
  const isEmpty = trades?.length === 0;
  if (isEmpty && !filtered) return <NoHistory />;
  return (
    <>
      <QuickFilters />
      <div className="flex items-start justify-between gap-2 px-4 py-3 max-md:flex-wrap max-md:px-3">
        <FilterBar />
        {mobile && <StatisticsButton />}
        <CalendarButton />
      </div>
      {isEmpty && <NoneMeant />}
      {trades && !isEmpty && (
        <>
          {mobile ? <FoldedPerformance filter={filter} /> : <PerformanceStrip filter={filter} />}
          <div className={cn(query.isPlaceholderData && 'opacity-60')}>
            <DayList label={label} trades={trades} hasMore={query.hasNextPage} />
            <MoreTrades query={query} count={trades.length} />
          </div>
        </>
      )}
      {!trades && query.isError && (
        <ErrorState title={words.historyFailed} text={problemOf(query.error)} onRetry={() => void query.refetch()} />
      )}
      {!trades && !query.isError && <RowsSkeleton label={label} />}
    </>
  );
}

function NoHistory() {
  const openModal = useUi((ui) => ui.openModal);
  const { data: account = PAPER_ACCOUNT } = useChosenAccount();
  const action = (
    <Button onClick={() => openModal('tradeForm')}>
      {tradeWords.makeOne(accountText(account), account.kind === 'real')}
    </Button>
  );
  return <EmptyState icon={History} text={words.noHistory} action={action} />;
}

function NoneMeant() {
  const clear = useHistoryFilter((state) => state.clear);
  return <EmptyState icon={SearchX} text={words.noneMeant} action={<Button onClick={clear}>{words.clear}</Button>} />;
}

type Paged = {
  readonly isPlaceholderData: boolean;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly error: Error | null;
  readonly fetchNextPage: () => unknown;
};

const MoreTrades = ({ query, count }: { readonly query: Paged; readonly count: number }) => (
  <div className="flex min-h-14 flex-wrap items-center justify-center gap-3 border-t border-line p-3 text-12 text-fg-3">
    {!query.isPlaceholderData && <span>{words.loaded(formatCount(count), query.hasNextPage)}</span>}
    {query.hasNextPage && (
      <Button size="sm" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {words.more}
      </Button>
    )}
    {query.isFetchNextPageError && <FieldError>{words.moreFailed(problemOf(query.error))}</FieldError>}
  </div>
);
