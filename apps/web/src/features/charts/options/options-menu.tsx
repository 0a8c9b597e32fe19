import type { NumberRange } from '@vigia/core/vocabulary';
import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { CHART_KINDS } from '#shared/chart/chart-kinds.ts';
import { cn } from '#shared/lib/cn.ts';
import { buttonClass } from '#shared/ui/button.tsx';
import { Input } from '#shared/ui/field.tsx';
import { Popover, PopoverPanel, PopoverTrigger } from '#shared/ui/popover.tsx';
import { Segmented } from '#shared/ui/segmented.tsx';
import { Switch } from '#shared/ui/switch.tsx';
import { chartMessages } from '../messages.es.ts';
import { type ChartOptions, LAYERS } from './chart-options.ts';
import { INDICATOR_SLOTS, INDICATORS, type IndicatorSlot, isWithin } from './indicator-settings.ts';
import { LayerSample } from './layer-sample.tsx';

const words = chartMessages.options;
const KINDS = CHART_KINDS.map((kind) => ({ value: kind, label: words.kinds[kind] }));

type OptionsMenuProps = {
  readonly options: ChartOptions;
  readonly onChange: (changed: Partial<ChartOptions>) => void;
  readonly className?: string;
};

/** Renders the menu of indicators with their parameters, and of layers with a sample of each. */
export function OptionsMenu({ options, onChange, className }: OptionsMenuProps) {
  const { hidden } = options;
  const isPlain =
    options.kind === 'candles' &&
    hidden.length === 0 &&
    INDICATOR_SLOTS.every((slot) => !options.indicators[slot].isOn);
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
        <section aria-label={words.indicators} className="grid gap-1 border-t border-line px-4 pt-3 pb-2">
          <h2 className="text-12 font-medium text-fg-3">{words.indicators}</h2>
          {INDICATOR_SLOTS.map((slot) => (
            <IndicatorRow key={slot} slot={slot} options={options} onChange={onChange} />
          ))}
        </section>
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

type IndicatorRowProps = OptionsMenuProps & { readonly slot: IndicatorSlot };

function IndicatorRow({ slot, options: { indicators }, onChange }: IndicatorRowProps) {
  const { isOn, numbers } = indicators[slot];
  const set = (changed: Partial<typeof indicators.rsi>) =>
    onChange({ indicators: { ...indicators, [slot]: { ...indicators[slot], ...changed } } });
  return (
    <div className="grid gap-1.5">
      <div className="flex min-h-9 items-center gap-2.5 text-13 touch:min-h-(--h-touch)">
        <span className="flex-1">{words.indicatorNames[slot]}</span>
        <Switch label={words.indicatorNames[slot]} checked={isOn} onChange={(next) => set({ isOn: next })} />
      </div>
      {isOn && (
        <div className="grid grid-cols-3 gap-2 pb-2">
          {Object.entries(INDICATORS[slot].ranges).map(([name, range]) => (
            <NumberField
              key={name}
              name={words.numbers[name] ?? name}
              of={words.indicatorNames[slot]}
              range={range}
              value={numbers[name] ?? range.default}
              onChange={(value) => set({ numbers: { ...numbers, [name]: value } })}
            />
          ))}
        </div>
      )}
    </div>
  );
}

type NumberFieldProps = {
  readonly name: string;
  readonly of: string;
  readonly range: NumberRange;
  readonly value: number;
  readonly onChange: (value: number) => void;
};

/**
 * Renders the field for one parameter of an indicator. A valid value applies at once. An invalid value is marked, and
 * the last valid value returns on blur.
 */
function NumberField({ name, of, range, value, onChange }: NumberFieldProps) {
  const [text, setText] = useState<string | null>(null);
  const type = (typed: string) => {
    setText(typed);
    if (typed !== '' && isWithin(range, Number(typed))) onChange(Number(typed));
  };
  const isWrong = text !== null && (text === '' || !isWithin(range, Number(text)));
  return (
    <label className="grid gap-1 text-12 text-fg-3">
      {name}
      <Input
        type="number"
        inputMode={range.integer ? 'numeric' : 'decimal'}
        aria-label={words.numberOf(name, of)}
        aria-invalid={isWrong}
        min={range.min}
        max={range.max}
        step={range.integer ? 1 : 0.1}
        value={text ?? value}
        onChange={({ target }) => type(target.value)}
        onBlur={() => setText(null)}
      />
    </label>
  );
}
