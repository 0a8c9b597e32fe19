import { useQuery } from '@tanstack/react-query';
import type { TradeFilter, TradingPerformance, WinRateCardView } from '@vigia/contract';
import type { ReactNode } from 'react';
import { cn } from '#shared/lib/cn.ts';
import { formatMoney } from '#shared/lib/format.ts';
import { Button } from '#shared/ui/button.tsx';
import { FieldError } from '#shared/ui/field.tsx';
import { Money } from '#shared/ui/money.tsx';
import { Ruler, VerdictText } from '#shared/ui/ruler.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { EquityCurve } from './equity-curve.tsx';
import { figuresOf } from './figures.ts';
import { performanceMessages as words } from './messages.es.ts';
import { performanceQuery } from './performance-query.ts';
import { intervalText, RateText, rulerOf } from './rate.tsx';

const stripClass =
  'grid grid-cols-[minmax(300px,2.2fr)_repeat(5,minmax(0,1fr))_minmax(170px,1.5fr)] border-y border-line max-lg:grid-cols-5 max-md:grid-cols-3';
const cellClass =
  'min-w-0 border-line px-3 py-2.5 first:pl-4 last:pr-4 not-first:border-l max-lg:border-b max-md:border-0 max-md:px-3';
const rateClass = 'max-lg:col-span-3 max-md:col-span-3 max-md:border-b';
const resultClass = 'max-lg:order-first max-lg:col-span-2 max-md:order-none max-md:col-span-1';

/** What the trades below add up to, in one row: the rate first, and never without what it needs. */
export function PerformanceStrip({ filter }: { readonly filter: TradeFilter }) {
  const query = useQuery(performanceQuery(filter));
  if (query.data) return <Strip performance={query.data} isOld={query.isPlaceholderData} />;
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

function Strip({ performance, isOld }: { readonly performance: TradingPerformance; readonly isOld: boolean }) {
  return (
    <section aria-label={words.label} className={cn(stripClass, isOld && 'opacity-60')}>
      <RateCell card={performance.card} />
      {figuresOf(performance).map(({ name, value, note }) => (
        <Figure key={name} name={name} value={value} note={note} />
      ))}
      <Figure
        name={words.result}
        value={<Money amount={performance.profit} kind="result" />}
        note={words.ofStaked(formatMoney(performance.staked))}
        className={resultClass}
        aside={<EquityCurve points={performance.equity} height={44} className="max-md:hidden" />}
      />
    </section>
  );
}

function RateCell({ card }: { readonly card: WinRateCardView }) {
  const ruler = rulerOf(card);
  if (ruler === null) {
    return <Figure name={words.rate} value={words.undecided} note={words.undecidedText} className={rateClass} />;
  }
  return (
    <div className={cn(cellClass, rateClass, 'grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-5')}>
      <div>
        <h3 className="text-12 font-medium text-fg-3">{words.rate}</h3>
        <RateText card={card} className="text-16" />
        <p>
          <VerdictText verdict={ruler.verdict} />
        </p>
      </div>
      <div>
        <Ruler {...ruler} />
        <p className="text-center text-12 whitespace-nowrap text-fg-3">{intervalText(ruler)}</p>
      </div>
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

function Figure({ name, value, note, aside, className }: FigureProps) {
  return (
    <div className={cn(cellClass, className, aside !== undefined && 'grid grid-cols-[auto_minmax(0,1fr)] gap-3')}>
      <div className="min-w-0">
        <h3 className="truncate text-12 font-medium text-fg-3">{name}</h3>
        <p className="text-16 font-semibold whitespace-nowrap">{value}</p>
        <p className="text-12 text-fg-2">{note}</p>
      </div>
      {aside}
    </div>
  );
}

const CELLS = ['rate', 'trades', 'expectancy', 'factor', 'streak', 'drawdown', 'result'] as const;

function StripSkeleton() {
  return (
    <div role="status" aria-label={words.label} className={stripClass}>
      {CELLS.map((cell) => (
        <div
          key={cell}
          className={cn(cellClass, 'grid gap-2', cell === 'rate' && rateClass, cell === 'result' && resultClass)}
        >
          <Skeleton className="h-3 w-16" />
          <Skeleton className="h-4 w-12" />
          <Skeleton className="h-3 w-20" />
        </div>
      ))}
    </div>
  );
}
