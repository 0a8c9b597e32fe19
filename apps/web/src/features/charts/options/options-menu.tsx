import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { CHART_KINDS } from '#shared/chart/chart-kinds.ts';
import { cn } from '#shared/lib/cn.ts';
import { useIsMobile } from '#shared/lib/use-media-query.ts';
import { buttonClass } from '#shared/ui/button.tsx';
import { Sheet } from '#shared/ui/dialog.tsx';
import { Popover, PopoverPanel, PopoverTrigger } from '#shared/ui/popover.tsx';
import { Segmented } from '#shared/ui/segmented.tsx';
import { Switch } from '#shared/ui/switch.tsx';
import { TabPanel, Tabs } from '#shared/ui/tabs.tsx';
import { chartMessages } from '../messages.es.ts';
import { type ChartOptions, LAYERS } from './chart-options.ts';
import { IndicatorList } from './indicator-list.tsx';
import { LayerSample } from './layer-sample.tsx';

const words = chartMessages.options;
const PARTS = [
  { value: 'indicators', label: words.indicators },
  { value: 'layers', label: words.layers },
] as const;
const KINDS = CHART_KINDS.map((kind) => ({ value: kind, label: words.kinds[kind] }));

type OptionsMenuProps = {
  readonly options: ChartOptions;
  readonly onChange: (changed: Partial<ChartOptions>) => void;
  readonly className?: string;
};

/**
 * Renders the menu of chart types, of indicators, and of layers with a sample of each. On a phone it is a sheet below
 * the chart, so that each change shows; elsewhere it is a panel beside the newest candles.
 */
export function OptionsMenu({ options, onChange, className }: OptionsMenuProps) {
  const [open, setOpen] = useState(false);
  const isMobile = useIsMobile();
  const { hidden } = options;
  const isPlain = options.kind === 'candles' && hidden.length === 0 && options.indicators.every(({ isOn }) => !isOn);
  const trigger = {
    className: cn(buttonClass({ variant: 'ghost', size: 'icon' }), !isPlain && 'text-accent', className),
    'aria-label': words.title,
    title: words.title,
    children: <SlidersHorizontal size={16} aria-hidden />,
  };
  const panel = <OptionsPanel options={options} onChange={onChange} />;
  if (isMobile)
    return (
      <>
        <button type="button" aria-haspopup="dialog" aria-expanded={open} onClick={() => setOpen(true)} {...trigger} />
        <Sheet open={open} onOpenChange={setOpen} title={words.title} height="half">
          <div className="-mx-4 -mt-3 -mb-5">{panel}</div>
        </Sheet>
      </>
    );
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger {...trigger} />
      {/* The panel opens to the left, so that the newest candles stay visible. */}
      <PopoverPanel align="end" aria-label={words.title} className="max-h-[min(560px,70dvh)] w-72 overflow-y-auto">
        {panel}
      </PopoverPanel>
    </Popover>
  );
}

/** Renders the chart types, and below them either the indicators or the layers, so that both are in reach at once. */
function OptionsPanel({ options, onChange }: Omit<OptionsMenuProps, 'className'>) {
  const [part, setPart] = useState<(typeof PARTS)[number]['value']>('indicators');
  return (
    <>
      <section aria-label={words.kind} className="grid gap-1.5 px-4 pt-3 pb-2">
        <h2 className="text-12 font-medium text-fg-3">{words.kind}</h2>
        <Segmented
          label={words.kind}
          value={options.kind}
          options={KINDS}
          onChange={(kind) => onChange({ kind })}
          className="w-full [&_button]:flex-auto [&_button]:px-1"
        />
      </section>
      <Tabs label={words.title} value={part} onChange={setPart} tabs={PARTS}>
        <TabPanel value="indicators">
          <IndicatorList settings={options.indicators} onChange={(indicators) => onChange({ indicators })} />
        </TabPanel>
        <TabPanel value="layers">
          <LayerList hidden={options.hidden} onChange={(hidden) => onChange({ hidden })} />
        </TabPanel>
      </Tabs>
    </>
  );
}

type LayerListProps = {
  readonly hidden: ChartOptions['hidden'];
  readonly onChange: (hidden: ChartOptions['hidden']) => void;
};

/** Renders a switch and a sample for each layer. */
const LayerList = ({ hidden, onChange }: LayerListProps) => (
  <section aria-label={words.layers} className="grid gap-1 px-4 py-2">
    {LAYERS.map((layer) => (
      <div key={layer} className="flex min-h-9 items-center gap-2.5 text-13 touch:min-h-(--h-touch)">
        <LayerSample layer={layer} />
        <span className="flex-1">{words.layerNames[layer]}</span>
        <Switch
          label={words.layerNames[layer]}
          checked={!hidden.includes(layer)}
          onChange={(isShown) => onChange(isShown ? hidden.filter((each) => each !== layer) : [...hidden, layer])}
        />
      </div>
    ))}
  </section>
);
