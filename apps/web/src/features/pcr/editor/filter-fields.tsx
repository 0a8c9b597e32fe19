import { assertNever } from '@vigia/core/kernel';
import type { HoursFilter, RsiFilter, SetupFilter, VolatilityFilter } from '@vigia/core/pcr';
import { TREND_SIDES } from '@vigia/core/vocabulary';
import { TextField } from '#shared/ui/field.tsx';
import { Segmented } from '#shared/ui/segmented.tsx';
import { SliderField } from '#shared/ui/slider.tsx';
import { Switch } from '#shared/ui/switch.tsx';
import { editorMessages } from './messages.es.ts';
import { Row } from './step.tsx';

const words = editorMessages.steps.filters;
const { percent } = editorMessages.steps.sequence;
const SIDES = TREND_SIDES.map((side) => ({ value: side, label: words.sides[side] }));

type FieldsProps<Filter extends SetupFilter> = {
  readonly filter: Filter;
  readonly onChange: (filter: Filter) => void;
  readonly wrong: (key: string) => string | undefined;
};

/** The controls of one filter. */
export function FilterFields({ filter, onChange, wrong }: FieldsProps<SetupFilter>) {
  switch (filter.filter) {
    case 'trend':
      return (
        <>
          <SliderField
            label={words.period}
            value={filter.period}
            min={2}
            max={400}
            step={1}
            onChange={(period) => onChange({ ...filter, period })}
            error={wrong('period')}
          />
          <Row label={words.side}>
            <Segmented
              label={words.side}
              value={filter.side}
              options={SIDES}
              onChange={(side) => onChange({ ...filter, side })}
            />
          </Row>
        </>
      );
    case 'rsi':
      return <RsiFields filter={filter} onChange={onChange} wrong={wrong} />;
    case 'hours':
      return <HoursFields filter={filter} onChange={onChange} wrong={wrong} />;
    case 'volatility':
      return <VolatilityFields filter={filter} onChange={onChange} wrong={wrong} />;
    case 'payout':
      return (
        <SliderField
          label={words.minPayout}
          suffix={percent}
          scale={100}
          value={filter.min}
          min={0}
          max={1}
          step={0.01}
          onChange={(min) => onChange({ ...filter, min })}
          error={wrong('min')}
        />
      );
    default:
      return assertNever(filter);
  }
}

function RsiFields({ filter, onChange, wrong }: FieldsProps<RsiFilter>) {
  const track = { min: 0, max: 100, step: 1 };
  return (
    <>
      <SliderField
        label={words.period}
        value={filter.period}
        min={2}
        max={50}
        step={1}
        onChange={(period) => onChange({ ...filter, period })}
        error={wrong('period')}
      />
      <SliderField
        label={words.callMax}
        value={filter.callMax}
        {...track}
        onChange={(callMax) => onChange({ ...filter, callMax })}
        error={wrong('callMax')}
      />
      <SliderField
        label={words.putMin}
        value={filter.putMin}
        {...track}
        onChange={(putMin) => onChange({ ...filter, putMin })}
        error={wrong('putMin')}
      />
    </>
  );
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

/** Bounds of the ATR as a percentage of the price; each may be open. */
function VolatilityFields({ filter, onChange, wrong }: FieldsProps<VolatilityFilter>) {
  const starts = { minAtrPct: 0.02, maxAtrPct: 0.2 };
  return (['minAtrPct', 'maxAtrPct'] as const).map((key) => {
    const value = filter[key];
    return (
      <div key={key} className="grid gap-2">
        <Row label={value === null ? `${words[key]}: ${words.noBound}` : words[key]}>
          <Switch
            label={words[key]}
            checked={value !== null}
            onChange={(on) => onChange({ ...filter, [key]: on ? starts[key] : null })}
          />
        </Row>
        {value !== null && (
          <SliderField
            label={words[key]}
            suffix={percent}
            value={value}
            min={0}
            max={1}
            step={0.005}
            onChange={(bound) => onChange({ ...filter, [key]: bound })}
            error={wrong(key)}
          />
        )}
      </div>
    );
  });
}
