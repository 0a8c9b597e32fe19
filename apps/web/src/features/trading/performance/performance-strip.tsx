import { useQuery } from '@tanstack/react-query';
import type { LiveCardView, TradeFilter, TradingPerformance } from '@vigia/contract';
import type { ReactNode } from 'react';
import { cn } from '#shared/lib/cn.ts';
import { formatMoney } from '#shared/lib/format.ts';
import { Button } from '#shared/ui/button.tsx';
import { EquityCurve } from '#shared/ui/equity-curve.tsx';
import { EvidenceNote } from '#shared/ui/evidence-note.tsx';
import { FieldError } from '#shared/ui/field.tsx';
import { Money } from '#shared/ui/money.tsx';
import { purseName } from '#shared/ui/purse-name.ts';
import { intervalText, RateText, rulerProps } from '#shared/ui/rate.tsx';
import { Ruler, VerdictText } from '#shared/ui/ruler.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { performanceMetrics } from './figures.ts';
import { performanceMessages as words } from './messages.es.ts';
import { performanceQuery } from './performance-query.ts';

/** Class of the row of metrics. The background of the row shows as hairlines between the cells in every layout. */
const stripClass =
  'grid grid-cols-[minmax(358px,2.3fr)_minmax(208px,1.6fr)_0.95fr_0.85fr_1.35fr_0.9fr_1.15fr] gap-px border-y border-line bg-line max-lg:grid-cols-5 max-md:grid-cols-6';
const cellClass = 'min-w-0 bg-surface px-3 py-2.5';
const rateClass = 'pl-4 max-lg:col-span-3 max-md:col-span-6 max-md:pl-3';
const resultClass = 'max-lg:col-span-2 max-md:col-span-6';
/** Class of a metric. A phone shows five metrics in two rows: three, then two. */
const figureClass =
  'max-lg:nth-3:pl-4 max-md:col-span-2 max-md:nth-3:pl-3 max-md:nth-6:col-span-3 max-md:nth-7:col-span-3';

/**
 * Shows the performance of the listed trades in one row. The win rate comes first, with trade count, interval and
 * break-even rate.
 */
export function PerformanceStrip({ filter }: { readonly filter: TradeFilter }) {
  const query = useQuery(performanceQuery(filter));
  if (query.data) return <Strip performance={query.data} filter={filter} isOld={query.isPlaceholderData} />;
  if (query.isError) {
    return (
      <div className="flex min-h-[72px] items-center gap-3 border-y border-line px-4">
        <FieldError>{words.failed}</FieldError>
        <Button size="sm" onClick={() => void query.refetch()}>
          {words.retry}
        </Button>
      </div>
    );
  }
  return <StripSkeleton />;
}

type StripProps = { readonly performance: TradingPerformance; readonly filter: TradeFilter; readonly isOld: boolean };

/**
 * Shows the metrics. If the list below contains trades of several account kinds or currencies, names those to which the
 * metrics belong.
 */
const Strip = ({ performance, filter, isOld }: StripProps) => (
  <>
    {performance.purses.length > 1 && filter.account === undefined && (
      <p className="px-4 pb-2 text-12 text-fg-2 max-md:px-3">{words.onlyOf(purseName(performance.purse))}</p>
    )}
    <Figures performance={performance} isOld={isOld} />
  </>
);

const Figures = ({ performance, isOld }: Omit<StripProps, 'filter'>) => (
  <section aria-label={words.label} className={cn(stripClass, isOld && 'opacity-60')}>
    <RateCell card={performance.card} />
    <Figure
      name={words.result}
      value={<Money amount={performance.profit} currency={performance.purse.currency} kind="result" />}
      note={words.ofStaked(formatMoney(performance.staked, performance.purse.currency))}
      className={resultClass}
      aside={<EquityCurve points={performance.equity} currency={performance.purse.currency} height={48} />}
    />
    {performanceMetrics(performance).map(({ name, value, note }) => (
      <Figure key={name} name={name} value={value} note={note} className={figureClass} />
    ))}
  </section>
);

function RateCell({ card }: { readonly card: LiveCardView }) {
  const ruler = rulerProps(card);
  if (ruler === null) {
    return <Figure name={words.rate} value={words.undecided} note={words.undecidedText} className={rateClass} />;
  }
  return (
    <div className={cn(cellClass, rateClass)}>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-5">
        <div>
          <h3 className="text-12 font-medium text-fg-3">{words.rate}</h3>
          <RateText card={card} className="text-16" />
        </div>
        <Ruler {...ruler} />
      </div>
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-12 whitespace-nowrap text-fg-3">
        <VerdictText verdict={ruler.verdict} />
        {intervalText(ruler)}
      </p>
      <EvidenceNote evidence={card.evidence} />
    </div>
  );
}

type FigureProps = {
  readonly name: string;
  readonly value: ReactNode;
  readonly note: string;
  readonly aside?: ReactNode;
  readonly className?: string;
};

const Figure = ({ name, value, note, aside, className }: FigureProps) => (
  <div
    className={cn(cellClass, className, aside !== undefined && 'grid grid-cols-[auto_minmax(0,1fr)] items-start gap-4')}
  >
    <div className="min-w-0">
      <h3 className="text-12 font-medium text-fg-3">{name}</h3>
      <p className="text-16 font-semibold whitespace-nowrap">{value}</p>
      <p className="text-12 text-fg-2">{note}</p>
    </div>
    {aside}
  </div>
);

const CELLS = ['rate', 'result', 'trades', 'expectancy', 'factor', 'streak', 'drawdown'] as const;
const CELL_CLASS: Partial<Record<(typeof CELLS)[number], string>> = { rate: rateClass, result: resultClass };

const StripSkeleton = () => (
  <div role="status" aria-label={words.label} className={stripClass}>
    {CELLS.map((cell) => (
      <div key={cell} className={cn(cellClass, 'grid h-[76px] content-between', CELL_CLASS[cell] ?? figureClass)}>
        <Skeleton className="h-3 w-16" />
        <Skeleton className="h-4 w-12" />
        <Skeleton className="h-3 w-20" />
      </div>
    ))}
  </div>
);
