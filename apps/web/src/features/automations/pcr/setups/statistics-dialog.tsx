import { useQuery } from '@tanstack/react-query';
import type { PcrSetupStatistics, PcrSetupView } from '@vigia/contract';
import { ChartNoAxesCombined } from 'lucide-react';
import { formatCount, formatDateTime, formatSignedMoney } from '#shared/lib/format.ts';
import { problemOf } from '#shared/lib/problem.ts';
import { Dialog } from '#shared/ui/dialog.tsx';
import { FigureGrid, type GridFigure } from '#shared/ui/figure-grid.tsx';
import { Money } from '#shared/ui/money.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#shared/ui/states.tsx';
import { statisticsMessages as words } from './messages.es.ts';
import { SetupWinRate } from './setup-win-rate.tsx';
import { statisticsQuery } from './statistics-query.ts';

/** Props of the dialog. `setup` is null while the dialog is closed. */
type StatisticsDialogProps = { readonly setup: PcrSetupView | null; readonly onClose: () => void };

/** The dialog with the statistics of one setup: its signals, its automatic trades, and the counts of its detector. */
export const StatisticsDialog = ({ setup, onClose }: StatisticsDialogProps) => (
  <Dialog open={setup !== null} onOpenChange={onClose} title={words.title(setup?.name ?? '')} description={words.text}>
    {setup && <Statistics setupId={setup.id} />}
  </Dialog>
);

function Statistics({ setupId }: { readonly setupId: string }) {
  const query = useQuery(statisticsQuery(setupId));
  if (query.data) return <Loaded statistics={query.data} />;
  if (query.isError) {
    return <ErrorState title={words.failed} text={problemOf(query.error)} onRetry={() => void query.refetch()} />;
  }
  return (
    <div role="status" aria-label={words.loading} className="grid gap-4">
      <Skeleton className="h-[98px]" />
      <Skeleton className="h-[160px]" />
    </div>
  );
}

function Loaded({ statistics }: { readonly statistics: PcrSetupStatistics }) {
  const { total_signals: signals, trades, card, last_signal_at: lastSignal } = statistics;
  const isEmpty = signals === 0 && trades === 0;
  return (
    <>
      {isEmpty ? (
        <EmptyState icon={ChartNoAxesCombined} text={words.none} />
      ) : (
        <>
          <SetupWinRate card={card} />
          <FigureGrid figures={figuresOf(statistics)} />
        </>
      )}
      <div className="grid gap-1 text-12 text-fg-2">
        {lastSignal && <p>{words.lastSignal(formatDateTime(lastSignal))}</p>}
        <p>{words.sequences(statistics.sequences_detected, statistics.valid_sequences)}</p>
        <p>{words.zones(statistics.zones_created, statistics.zones_live, statistics.zones_invalidated)}</p>
      </div>
    </>
  );
}

function figuresOf(statistics: PcrSetupStatistics): readonly GridFigure[] {
  const { card, currency, profit, longest_losing_streak: losses } = statistics;
  return [
    {
      name: words.signals,
      value: formatCount(statistics.total_signals),
      note: words.today(formatCount(statistics.signals_today)),
    },
    { name: words.pending, value: formatCount(statistics.pending), note: words.pendingNote },
    { name: words.tied, value: formatCount(card.tied), note: words.voided(statistics.voided) },
    { name: words.worstStreak, value: formatCount(losses), note: words.inARow(losses) },
    { name: words.trades, value: formatCount(statistics.trades), note: words.tradesNote },
    {
      name: words.result,
      value: profit === null ? words.noResult : <Money amount={profit} currency={currency} kind="result" />,
      note: words.resultToday(formatSignedMoney(statistics.profit_today, currency)),
    },
  ];
}
