import { useIsMobile } from '#shared/lib/use-media-query.ts';
import { StatisticsButton } from '../performance/statistics-dialog.tsx';
import { ExportCsv } from './export-csv.tsx';

/** What can be had of the history as a whole, beside its tab; on a phone the figures are opened below. */
export function HistoryActions() {
  const mobile = useIsMobile();
  return (
    <div className="flex items-center gap-1">
      {!mobile && <StatisticsButton />}
      <ExportCsv />
    </div>
  );
}
