import { SlidersHorizontal } from 'lucide-react';
import { CHART_KINDS } from '#shared/chart/chart-kinds.ts';
import { cn } from '#shared/lib/cn.ts';
import { buttonClass } from '#shared/ui/button.tsx';
import { Popover, PopoverPanel, PopoverTrigger } from '#shared/ui/popover.tsx';
import { Segmented } from '#shared/ui/segmented.tsx';
import { Switch } from '#shared/ui/switch.tsx';
import { chartMessages } from '../messages.es.ts';
import { type ChartOptions, LAYERS } from './chart-options.ts';
import { IndicatorList } from './indicator-list.tsx';
import { LayerSample } from './layer-sample.tsx';

const words = chartMessages.options;
const KINDS = CHART_KINDS.map((kind) => ({ value: kind, label: words.kinds[kind] }));

type OptionsMenuProps = {
  readonly options: ChartOptions;
  readonly onChange: (changed: Partial<ChartOptions>) => void;
  readonly className?: string;
};

/** Renders the menu of chart types, of indicators, and of layers with a sample of each. */
export function OptionsMenu({ options, onChange, className }: OptionsMenuProps) {
  const { hidden } = options;
  const isPlain = options.kind === 'candles' && hidden.length === 0 && options.indicators.every(({ isOn }) => !isOn);
  return (
    <Popover>
      <PopoverTrigger
        className={cn(buttonClass({ variant: 'ghost', size: 'icon' }), !isPlain && 'text-accent', className)}
        aria-label={words.title}
        title={words.title}
      >
        <SlidersHorizontal size={16} aria-hidden />
      </PopoverTrigger>
      <PopoverPanel align="end" aria-label={words.title} className="max-h-[min(560px,70dvh)] w-[320px] overflow-y-auto">
        <section aria-label={words.kind} className="grid gap-1.5 px-4 pt-3 pb-3">
          <h2 className="text-12 font-medium text-fg-3">{words.kind}</h2>
          <Segmented
            label={words.kind}
            value={options.kind}
            options={KINDS}
            onChange={(kind) => onChange({ kind })}
            className="w-full [&_button]:flex-auto [&_button]:px-1.5"
          />
        </section>
        <IndicatorList settings={options.indicators} onChange={(indicators) => onChange({ indicators })} />
        <section aria-label={words.layers} className="grid gap-1 border-t border-line px-4 pt-3 pb-2">
          <h2 className="text-12 font-medium text-fg-3">{words.layers}</h2>
          {LAYERS.map((layer) => (
            <div key={layer} className="flex min-h-9 items-center gap-2.5 text-13 touch:min-h-(--h-touch)">
              <LayerSample layer={layer} />
              <span className="flex-1">{words.layerNames[layer]}</span>
              <Switch
                label={words.layerNames[layer]}
                checked={!hidden.includes(layer)}
                onChange={(isShown) =>
                  onChange({ hidden: isShown ? hidden.filter((each) => each !== layer) : [...hidden, layer] })
                }
              />
            </div>
          ))}
        </section>
      </PopoverPanel>
    </Popover>
  );
}
