import { useQuery } from '@tanstack/react-query';
import { SecondCandlesView } from '@vigia/contract';
import { priceSymbolOf, SECOND_TIMEFRAMES, type SecondTimeframe } from '@vigia/core/vocabulary';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { SECOND_CANDLES_PATH } from '#shared/chart/second-candles.ts';
import { apiQuery } from '#shared/lib/api-query.ts';
import { cn } from '#shared/lib/cn.ts';
import { buttonClass } from '#shared/ui/button.tsx';
import { Popover, PopoverPanel, PopoverTrigger } from '#shared/ui/popover.tsx';
import { Segmented } from '#shared/ui/segmented.tsx';
import { secondsMessages as words } from './messages.es.ts';

type SecondsMenuProps = {
  readonly symbol: string;
  /** The size of the shown candles; null if it is a minute or more. */
  readonly value: SecondTimeframe | null;
  readonly onChange: (seconds: SecondTimeframe) => void;
  readonly className?: string;
};

/** Returns the query of the newest second candle. It is empty if the source has no ticks of the symbol. */
const newestQuery = (asset: string) => {
  const symbol = priceSymbolOf(asset);
  return apiQuery(SECOND_CANDLES_PATH, SecondCandlesView, {
    query: { symbol, timeframe: '5s', limit: 1 },
    key: [SECOND_CANDLES_PATH, 'newest', symbol],
  });
};

/** Renders the menu of the second candles. They can be chosen if the price source has ticks of the symbol. */
export function SecondsMenu({ symbol, value, onChange, className }: SecondsMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const newest = useQuery({ ...newestQuery(symbol), enabled: isOpen });
  const hasNone = newest.data?.candles.length === 0;
  const shown = value === null ? null : words.names[value];
  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <PopoverTrigger
        className={cn(
          buttonClass({ variant: 'ghost', size: 'sm' }),
          'h-7 gap-0.5 px-1.5 text-13 touch:h-(--h-touch) touch:min-w-(--h-touch)',
          value !== null && 'bg-hover text-fg-1',
          className,
        )}
        aria-label={words.open(shown)}
        title={words.open(shown)}
      >
        {shown ?? words.off}
        <ChevronDown size={14} aria-hidden />
      </PopoverTrigger>
      <PopoverPanel align="start" aria-label={words.title} className="grid w-[280px] gap-2 px-4 py-3">
        <h2 className="text-12 font-medium text-fg-3">{words.title}</h2>
        <Segmented
          label={words.title}
          value={value}
          options={SECOND_TIMEFRAMES.map((seconds) => ({
            value: seconds,
            label: words.names[seconds],
            disabled: hasNone && seconds !== value,
          }))}
          onChange={(seconds) => {
            onChange(seconds);
            setOpen(false);
          }}
          className="w-full"
        />
        <p className={cn('text-12', hasNone ? 'text-warn' : 'text-fg-3')}>
          {hasNone ? words.none(symbol) : words.about}
        </p>
        {!hasNone && <p className="text-12 text-fg-3">{words.chartOnly}</p>}
      </PopoverPanel>
    </Popover>
  );
}
