import type { UseQueryResult } from '@tanstack/react-query';
import type { PcrDashboard } from '@vigia/contract';
import { PAPER_CURRENCY } from '@vigia/core/vocabulary';
import type { ReactNode } from 'react';
import { formatCount, formatPercent, formatPercentWithoutSign } from '#shared/lib/format.ts';
import { withProblem } from '#shared/lib/problem.ts';
import { useIsMobile } from '#shared/lib/use-media-query.ts';
import { uiMessages } from '#shared/ui/messages.es.ts';
import { Money } from '#shared/ui/money.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { TextButton } from '#shared/ui/text-button.tsx';
import { pcrMessages } from '../messages.es.ts';

const words = pcrMessages.metrics;

/** Class of the win-rate metric. Its width is fixed, so that nothing moves when the value arrives. */
const RATE_CLASS = 'max-lg:order-1 max-lg:col-span-2 max-md:order-first max-md:basis-[300px]';
const BEST_CLASS = 'max-lg:order-2 max-lg:col-span-2';

/** The values that are shown if the metrics could not be loaded. A text above them says so. */
const ZEROS: PcrDashboard = {
  active_setups: 0,
  setups_running: 0,
  signals_today: 0,
  sequences_detected: 0,
  zones_created: 0,
  zones_invalidated: 0,
  success_rate: null,
  today_profit: 0,
  purse: { kind: 'mock', currency: PAPER_CURRENCY },
  best_setup: null,
  card: { won: 0, lost: 0, tied: 0, decided: 0, rate: null, interval: null, break_even: null, verdict: null },
};

/** Shows the nine metrics over all setups of a user. On a phone the metrics are a scrolling strip. */
export function PcrMetrics({ metrics }: { readonly metrics: UseQueryResult<PcrDashboard> }) {
  const mobile = useIsMobile();
  const failed = metrics.isError && !metrics.data;
  return (
    <section aria-label={words.label} className="grid gap-2">
      {failed && (
        <p role="alert" className="text-13 text-fg-2">
          {`${withProblem(words.failed, metrics.error)} `}
          <TextButton onClick={() => void metrics.refetch()}>{words.retry}</TextButton>
        </p>
      )}
      <section
        className="grid grid-cols-[minmax(0,1fr)_minmax(112px,0.75fr)_minmax(0,1.2fr)_minmax(0,2.1fr)_minmax(122px,0.9fr)_minmax(0,1.35fr)] gap-4 max-lg:grid-cols-4 max-lg:gap-3 max-md:-mx-3 max-md:flex max-md:snap-x max-md:scroll-px-3 max-md:gap-2 max-md:overflow-x-auto max-md:px-3 max-md:[scrollbar-width:none]"
        // A scrolling strip must be focusable by keyboard, and a focusable element needs a name.
        tabIndex={mobile ? 0 : undefined}
        aria-label={mobile ? words.strip : undefined}
      >
        {metrics.data || failed ? <Figures metrics={metrics.data ?? ZEROS} faded={failed} /> : <Bare />}
      </section>
    </section>
  );
}

function Bare() {
  const tiles = [
    [words.active],
    [words.signals],
    [words.sequences],
    [words.rate, RATE_CLASS],
    [words.profit],
    [words.best, BEST_CLASS],
  ] as const;
  return tiles.map(([name, className]) => (
    <Figure
      key={name}
      title={name}
      className={className}
      value={<Skeleton className="my-1 h-[18px] w-16" />}
      note={<Skeleton className="h-3 w-24" />}
    />
  ));
}

function Figures({ metrics, faded }: { readonly metrics: PcrDashboard; readonly faded: boolean }) {
  const { best_setup: best } = metrics;
  return (
    <>
      <Figure
        title={words.active}
        value={formatCount(metrics.active_setups)}
        note={words.running(metrics.setups_running)}
        faded={faded}
      />
      <Figure title={words.signals} value={formatCount(metrics.signals_today)} faded={faded} />
      <Figure
        title={words.sequences}
        value={formatCount(metrics.sequences_detected)}
        note={words.zones(metrics.zones_created, metrics.zones_invalidated)}
        faded={faded}
      />
      <RateFigure card={metrics.card} faded={faded} />
      <Figure
        title={words.profit}
        value={<Money currency={metrics.purse.currency} amount={metrics.today_profit} kind="result" />}
        note={words.profitNote(uiMessages.moneyKinds[metrics.purse.kind])}
        faded={faded}
      />
      <Figure
        title={words.best}
        value={<span className="text-16">{best ? best.name : words.noBest}</span>}
        note={best ? <BestNote best={best} /> : words.noBestText}
        faded={faded}
        className={BEST_CLASS}
      />
    </>
  );
}

/** Shows the rate of the best setup with its interval. */
function BestNote({ best }: { readonly best: NonNullable<PcrDashboard['best_setup']> }) {
  const of = words.of(formatPercent(best.win_rate), best.decided);
  if (best.interval === null) return of;
  const [low, high] = [best.interval.low, best.interval.high].map((bound) => formatPercentWithoutSign(bound));
  return `${of} · ${uiMessages.ruler.interval(low ?? '', high ?? '')}`;
}

/** Shows the win rate of all setups together. It has no verdict: each setup has its own. */
function RateFigure({ card, faded }: { readonly card: PcrDashboard['card']; readonly faded: boolean }) {
  if (card.rate === null) {
    return (
      <Figure
        title={words.rate}
        value={<span className="text-16">{words.undecided}</span>}
        faded={faded}
        className={RATE_CLASS}
      />
    );
  }
  return (
    <Figure
      title={words.rate}
      className={RATE_CLASS}
      faded={faded}
      value={
        <>
          {formatPercent(card.rate)}{' '}
          <span className="text-13 font-normal tracking-normal text-fg-2">
            {uiMessages.ruler.of(card.won, card.decided)}
          </span>
        </>
      }
      note={words.rateNote(card.break_even === null ? null : formatPercent(card.break_even))}
    />
  );
}

type FigureProps = {
  readonly title: string;
  readonly value: ReactNode;
  readonly note?: ReactNode;
  readonly aside?: ReactNode;
  readonly faded?: boolean;
  readonly className?: string | undefined;
};

const Figure = ({ title, value, note, aside, faded = false, className = '' }: FigureProps) => (
  <div
    className={`grid min-h-[90px] min-w-0 content-between gap-0.5 rounded-card border border-line bg-surface px-4 py-3 max-lg:px-3 max-md:shrink-0 max-md:basis-[158px] max-md:snap-start ${faded ? '**:text-fg-3' : ''} ${className}`}
  >
    <h2 className="truncate text-12 font-medium text-fg-3">{title}</h2>
    <div className="flex min-w-0 items-center gap-4">
      <div className={`text-20 font-semibold tracking-tight ${aside ? 'whitespace-nowrap' : 'truncate'}`}>{value}</div>
      {aside && <div className="min-w-0 flex-1">{aside}</div>}
    </div>
    <div className="min-h-4 text-12 text-fg-2">{note}</div>
  </div>
);
