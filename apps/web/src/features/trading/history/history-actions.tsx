import { Download } from 'lucide-react';
import { problemOf } from '#shared/lib/problem.ts';
import { useDownload } from '#shared/lib/use-download.ts';
import { useIsMobile } from '#shared/lib/use-media-query.ts';
import { Button } from '#shared/ui/button.tsx';
import { toast } from '#shared/ui/toast.ts';
import { StatisticsButton } from '../performance/statistics-dialog.tsx';
import { TRADING_PATH } from '../queries.ts';
import { historyMessages as words } from './messages.es.ts';
import { useTradeFilter } from './trade-filter.ts';

/** Renders the actions for the whole history next to the tab of the history. On a phone the statistics open below. */
export function HistoryActions() {
  const mobile = useIsMobile();
  return (
    <div className="flex items-center gap-1">
      {!mobile && <StatisticsButton />}
      <ExportCsv />
    </div>
  );
}

/** Renders the button that exports all filtered trades as a CSV file. */
export function ExportCsv() {
  const { load, isLoading, progress } = useDownload({
    path: TRADING_PATH.historyCsv,
    query: useTradeFilter(),
    fileName: () => words.file(new Date().toISOString().slice(0, 10)),
    onSaved: () => toast.success(words.exported),
    onFailed: (failure) => toast.error(words.exportFailed, { description: problemOf(failure) }),
  });
  return (
    <div className="flex min-w-0 items-center gap-3">
      {isLoading && (
        <span role="status" className="truncate text-12 text-fg-3 max-md:sr-only">
          {progress}
        </span>
      )}
      <Button variant="ghost" size="sm" loading={isLoading} onClick={load} aria-label={words.exportCsv}>
        {!isLoading && <Download size={16} aria-hidden />}
        <span className="max-md:hidden">{words.exportCsv}</span>
      </Button>
    </div>
  );
}
