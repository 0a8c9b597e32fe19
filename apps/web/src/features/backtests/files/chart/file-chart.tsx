import { useQuery } from '@tanstack/react-query';
import type { PriceFile } from '@vigia/contract';
import { TIMEFRAME_SECONDS, TIMEFRAMES, type Timeframe } from '@vigia/core/vocabulary';
import { useState } from 'react';
import { useDisplayZone } from '#shared/lib/display-zone.ts';
import { problemOf } from '#shared/lib/problem.ts';
import { Segmented } from '#shared/ui/segmented.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#shared/ui/states.tsx';
import { stepInWords } from '../finding-words.ts';
import { fileMessages } from '../messages.es.ts';
import { fileFactsQuery } from '../queries.ts';
import { FileStage } from './file-stage.tsx';
import { GoToDate } from './go-to-date.tsx';
import { fileChartMessages as words } from './messages.es.ts';

/**
 * The time that the chart shows first. Each choice creates a new object, so that the user can choose the same day
 * again.
 */
type Start = { readonly atS: number | null };

/** Renders the candles of a stored price file, with a choice of the timeframe and of a date. */
export function FileChart({ file }: { readonly file: PriceFile }) {
  const step = file.step_seconds ?? 0;
  const offered = TIMEFRAMES.filter((timeframe) => step > 0 && TIMEFRAME_SECONDS[timeframe] % step === 0);
  const [smallest] = offered;
  return smallest ? (
    <Chart file={file} offered={offered} smallest={smallest} />
  ) : (
    <EmptyState text={words.noTimeframe(stepInWords(step))} />
  );
}

type ChartProps = {
  readonly file: PriceFile;
  /** The timeframes that can be made from the candles of the file. */
  readonly offered: readonly Timeframe[];
  readonly smallest: Timeframe;
};

function Chart({ file, offered, smallest }: ChartProps) {
  const zone = useDisplayZone((display) => display.zone);
  const [timeframe, setTimeframe] = useState(smallest);
  const [start, setStart] = useState<Start>({ atS: null });
  const facts = useQuery(fileFactsQuery(file.id, smallest));
  if (facts.isError) {
    return <ErrorState title={words.failed} text={problemOf(facts.error)} onRetry={() => void facts.refetch()} />;
  }
  const options = TIMEFRAMES.map((each) => ({ value: each, label: each, disabled: !offered.includes(each) }));
  return (
    <div className="grid min-w-0 gap-3">
      <p className="text-12 text-fg-3">
        {words.zones(fileMessages.zoneName(file.time_zone ?? 'UTC'), fileMessages.zoneName(zone))}
      </p>
      <div className="flex min-w-0 flex-wrap items-end justify-between gap-3">
        <Segmented
          label={words.timeframe}
          value={timeframe}
          options={options}
          onChange={setTimeframe}
          className="max-md:w-full max-md:[&_button]:px-1"
        />
        {facts.data && (
          <GoToDate
            zone={zone}
            first={facts.data.first_candle}
            last={facts.data.last_candle}
            onGo={(atS) => setStart({ atS })}
          />
        )}
      </div>
      {facts.data ? (
        <FileStage
          file={file}
          timeframe={timeframe}
          facts={facts.data}
          start={start}
          onLatest={() => setStart({ atS: null })}
        />
      ) : (
        <Skeleton className="h-[420px] max-md:h-[320px]" />
      )}
    </div>
  );
}
