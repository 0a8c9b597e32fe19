import { assertNever } from '@vigia/core/kernel';
import type { HoursFilter, SetupFilter, VolatilityFilter } from '@vigia/core/pcr';
import { TREND_SIDES } from '@vigia/core/vocabulary';
import { TextField } from '#shared/ui/field.tsx';
import { Segmented } from '#shared/ui/segmented.tsx';
import { editorMessages } from './messages.es.ts';
import { DraftSliders, OptionalSlider } from './sliders.tsx';
import { StepSetting } from './step.tsx';

const words = editorMessages.steps.filters;
const { percent } = editorMessages.steps.sequence;
const SIDES = TREND_SIDES.map((side) => ({ value: side, label: words.sides[side] }));

type FieldsProps<Filter extends SetupFilter> = {
  readonly filter: Filter;
  readonly onChange: (filter: Filter) => void;
  readonly wrong: (key: string) => string | undefined;
};

const PERIOD = { key: 'period', label: words.period, min: 2, max: 400, step: 1 } as const;
const RSI = [
  { ...PERIOD, max: 50 },
  { key: 'callMax', label: words.callMax, min: 0, max: 100, step: 1 },
  { key: 'putMin', label: words.putMin, min: 0, max: 100, step: 1 },
] as const;
const PAYOUT = [
  { key: 'min', label: words.minPayout, suffix: percent, scale: 100, min: 0, max: 1, step: 0.01 },
] as const;

/** Shows the controls of one filter. */
export function FilterFields({ filter, onChange, wrong }: FieldsProps<SetupFilter>) {
  const set = (key: string, value: number) => onChange({ ...filter, [key]: value });
  switch (filter.filter) {
    case 'trend':
      return (
        <>
          <DraftSliders of={[PERIOD]} values={filter} onChange={set} wrong={wrong} />
          <StepSetting label={words.side}>
            <Segmented
              label={words.side}
              value={filter.side}
              options={SIDES}
              onChange={(side) => onChange({ ...filter, side })}
            />
          </StepSetting>
        </>
      );
    case 'rsi':
      return <DraftSliders of={RSI} values={filter} onChange={set} wrong={wrong} />;
    case 'hours':
      return <HoursFields filter={filter} onChange={onChange} wrong={wrong} />;
    case 'volatility':
      return <VolatilityFields filter={filter} onChange={onChange} wrong={wrong} />;
    case 'payout':
      return <DraftSliders of={PAYOUT} values={filter} onChange={set} wrong={wrong} />;
    default:
      return assertNever(filter);
  }
}

const HoursFields = ({ filter, onChange, wrong }: FieldsProps<HoursFilter>) => (
  <div className="grid grid-cols-2 gap-3">
    {(['from', 'to'] as const).map((key) => (
      <TextField
        key={key}
        label={words[key]}
        error={wrong(key)}
        type="time"
        value={filter[key]}
        onChange={(event) => onChange({ ...filter, [key]: event.target.value })}
      />
    ))}
  </div>
);

/** Shows the bounds of the ATR as a percentage of the price. Each bound may be empty. */
function VolatilityFields({ filter, onChange, wrong }: FieldsProps<VolatilityFilter>) {
  const starts = { minAtrPct: 0.02, maxAtrPct: 0.2 };
  return (['minAtrPct', 'maxAtrPct'] as const).map((key) => (
    <OptionalSlider
      key={key}
      text={filter[key] === null ? `${words[key]}: ${words.noBound}` : words[key]}
      label={words[key]}
      suffix={percent}
      value={filter[key]}
      start={starts[key]}
      min={0}
      max={1}
      step={0.005}
      onChange={(bound) => onChange({ ...filter, [key]: bound })}
      error={wrong(key)}
    />
  ));
}
