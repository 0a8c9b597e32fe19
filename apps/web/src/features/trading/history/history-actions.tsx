import { useIsMobile } from '#shared/lib/use-media-query.ts';
import { StatisticsButton } from '../performance/statistics-dialog.tsx';
import { ExportCsv } from './export-csv.tsx';

/** Actions for the whole history, beside its tab; on a phone the figures open below. */
export function HistoryActions() {
  const mobile = useIsMobile();
  return (
    <div className="flex items-center gap-1">
      {!mobile && <StatisticsButton />}
      <ExportCsv />
    </div>
  );
}
