import type { HistoryFetch, PriceFile } from '@vigia/contract';
import { brokerName } from '#shared/lib/broker-name.ts';
import { formatCount } from '#shared/lib/format.ts';
import { Button } from '#shared/ui/button.tsx';
import { fileChartMessages } from '../files/chart/messages.es.ts';
import { formatUtcDay } from './format-utc-day.ts';
import { GapsNote } from './gaps-note.tsx';
import { historyMessages as words } from './messages.es.ts';

type FetchCardProps = {
  readonly fetch: HistoryFetch;
  /** Price file with the downloaded candles. Null until it is saved. */
  readonly file: PriceFile | null;
  readonly isChosen: boolean;
  readonly onChoose: (file: PriceFile) => void;
  readonly onChart: (file: PriceFile) => void;
  readonly onCancel: () => void;
  readonly onGoOn: () => void;
};

/** Renders one downloaded price history: its progress, its gaps and its actions. */
export function FetchCard({ fetch, file, isChosen, onChoose, onChart, onCancel, onGoOn }: FetchCardProps) {
  const { symbol, broker, status, waiting_for: waiting } = fetch;
  const isRunning = status === 'running';
  return (
    <li className="grid min-w-0 gap-2 rounded-control border border-line-strong bg-inset p-3 text-12 text-fg-2">
      <div className="flex min-w-0 flex-wrap items-baseline justify-between gap-2">
        <span className="text-13 font-medium text-fg-1">{words.of(symbol, brokerName(broker))}</span>
        <span>{words.status(status)}</span>
      </div>
      {isRunning && <Progress fetch={fetch} />}
      {waiting && <p role="status">{words.waiting(waiting)}</p>}
      <p>{factsOf(fetch)}</p>
      {!isRunning && fetch.gaps && fetch.candles > 0 && <GapsNote fetch={fetch} gaps={fetch.gaps} />}
      <div className="flex flex-wrap justify-end gap-2">
        {isRunning ? (
          <Button size="sm" onClick={onCancel}>
            {words.cancel}
          </Button>
        ) : (
          <Button size="sm" onClick={onGoOn}>
            {status === 'done' ? words.extend : words.goOn}
          </Button>
        )}
        {file?.status === 'kept' && (
          <Button size="sm" onClick={() => onChart(file)}>
            {fileChartMessages.open}
          </Button>
        )}
        {file?.status === 'kept' && (
          <Button size="sm" disabled={isChosen} onClick={() => onChoose(file)}>
            {isChosen ? words.used : words.use}
          </Button>
        )}
      </div>
    </li>
  );
}

function factsOf({ candles, first_candle, last_candle, status }: HistoryFetch): string {
  if (first_candle === null || last_candle === null) return status === 'done' ? words.empty : words.noCandles;
  return `${words.candles(formatCount(candles))} ${words.span(formatUtcDay(first_candle), formatUtcDay(last_candle))}`;
}

function Progress({ fetch: { symbol, pages, pages_done: done } }: { readonly fetch: HistoryFetch }) {
  const percent = Math.floor((100 * done) / Math.max(1, pages));
  return (
    <div className="grid gap-1">
      <div
        role="progressbar"
        aria-label={words.progress(symbol)}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className="h-1.5 overflow-hidden rounded-full bg-hover"
      >
        <div className="h-full bg-accent transition-all" style={{ width: `${percent}%` }} />
      </div>
      <p className="text-fg-3">{words.pages(formatCount(done), formatCount(pages))}</p>
    </div>
  );
}
