import { useQuery } from '@tanstack/react-query';
import type { TradeFilter, TradingPerformance } from '@vigia/contract';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { cn } from '#shared/lib/cn.ts';
import { Money } from '#shared/ui/money.tsx';
import { purseName } from '#shared/ui/purse-name.ts';
import { performanceMessages as words } from './messages.es.ts';
import { performanceQuery } from './performance-query.ts';
import { PerformanceStrip } from './performance-strip.tsx';

/** Renders the performance for a phone: one line with trades and result, and all figures after a tap. */
export function FoldedPerformance({ filter }: { readonly filter: TradeFilter }) {
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery(performanceQuery(filter));
  const id = useId();
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        className="flex min-h-(--h-touch) w-full items-center justify-between gap-3 border-t border-line px-3 text-left text-13"
        onClick={() => setOpen(!isOpen)}
      >
        <span className="min-w-0 truncate">{data && <Summary performance={data} />}</span>
        <span className="flex shrink-0 items-center gap-1 text-fg-2">
          {isOpen ? words.fold : words.unfold}
          <ChevronDown size={16} className={cn('transition', isOpen && 'rotate-180')} aria-hidden />
        </span>
      </button>
      <div id={id} className={cn(!isOpen && 'border-b border-line')}>
        {isOpen && <PerformanceStrip filter={filter} />}
      </div>
    </>
  );
}

/** Shows the number of trades and the result, with the kind of money if the user has several. */
const Summary = ({
  performance: { trades, voided, profit, purse, purses },
}: {
  readonly performance: TradingPerformance;
}) => (
  <>
    {purses.length > 1 && `${purseName(purse)} · `}
    {words.folded(trades + voided)}
    {' · '}
    <Money amount={profit} currency={purse.currency} kind="result" className="font-semibold" />
  </>
);
