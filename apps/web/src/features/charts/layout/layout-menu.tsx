import { Columns2, Grid2x2, type LucideIcon, Square } from 'lucide-react';
import { cn } from '#shared/lib/cn.ts';
import { buttonClass } from '#shared/ui/button.tsx';
import { Popover, PopoverPanel, PopoverTrigger } from '#shared/ui/popover.tsx';
import { Segmented } from '#shared/ui/segmented.tsx';
import { CHART_COUNTS, type ChartCount } from './chart-layout.ts';
import { layoutMessages as words } from './messages.es.ts';

const ICONS: Readonly<Record<ChartCount, LucideIcon>> = { 1: Square, 2: Columns2, 4: Grid2x2 };
const OPTIONS = CHART_COUNTS.map((count) => {
  const Icon = ICONS[count];
  return {
    value: String(count),
    label: (
      <>
        <Icon size={14} aria-hidden /> {words.counts[count]}
      </>
    ),
  };
});

type LayoutMenuProps = { readonly count: ChartCount; readonly onChoose: (count: ChartCount) => void };

/** Renders the menu with the number of charts. */
export function LayoutMenu({ count, onChoose }: LayoutMenuProps) {
  const Icon = ICONS[count];
  return (
    <Popover>
      <PopoverTrigger
        className={cn(buttonClass({ variant: 'ghost', size: 'icon' }), count > 1 && 'text-accent')}
        aria-label={words.title}
        title={words.title}
      >
        <Icon size={16} aria-hidden />
      </PopoverTrigger>
      <PopoverPanel align="end" aria-label={words.title} className="grid w-[340px] gap-2.5 p-4">
        <h2 className="text-12 font-medium text-fg-3">{words.title}</h2>
        <Segmented
          label={words.title}
          value={String(count)}
          options={OPTIONS}
          onChange={(value) => onChoose(CHART_COUNTS.find((each) => String(each) === value) ?? count)}
          className="w-full"
        />
        {count > 1 && <p className="text-12 text-fg-2">{words.hint}</p>}
        {count === 4 && <p className="text-12 text-fg-2">{words.noPanes}</p>}
      </PopoverPanel>
    </Popover>
  );
}
