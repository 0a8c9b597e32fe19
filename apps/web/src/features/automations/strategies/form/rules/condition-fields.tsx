import { SHAPE_NAMES_ES, TIMEFRAME_NAMES_ES } from '@vigia/contract';
import {
  BAND_TESTS,
  BODY_RATIO,
  CANDLE_SHAPES,
  CANDLES,
  COMPARISONS,
  type Condition,
  type ConditionOf,
  type Operand,
  SIDES,
  TREND_PERIOD,
} from '@vigia/core/rule-definitions';
import { TIMEFRAMES } from '@vigia/core/vocabulary';
import { Segmented } from '#shared/ui/segmented.tsx';
import { Select } from '#shared/ui/select.tsx';
import { ruleMessages as words } from './messages.es.ts';
import { OperandFields } from './operand-fields.tsx';
import { RuleNumber } from './rule-number.tsx';

type FieldsProps<Of extends Condition = Condition> = {
  readonly condition: Of;
  /** Returns the error at a path within the condition, such as `left.period`. */
  readonly faultOf: (path: string) => string | undefined;
  readonly onChange: (condition: Condition) => void;
};

type WithCandles = Extract<Condition, { candles: number }>;

const isCrossing = ({ test }: Condition): boolean => test === 'crosses_above' || test === 'crosses_below';

function Candles({ condition, faultOf, onChange }: FieldsProps<WithCandles>) {
  return (
    <RuleNumber
      label={isCrossing(condition) ? words.candles.event : words.candles.state}
      unit={words.candlesUnit}
      value={condition.candles}
      range={CANDLES}
      error={faultOf('candles')}
      onChange={(candles) => onChange({ ...condition, candles })}
    />
  );
}

type ChoiceProps<Value extends string> = {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly Value[];
  readonly nameOf: (value: Value) => string;
  /** Whether the label is only for screen readers. */
  readonly isBare?: boolean;
  readonly onChange: (value: Value) => void;
};

function Choice<Value extends string>({ label, value, options, nameOf, isBare = false, onChange }: ChoiceProps<Value>) {
  return (
    <div className="grid content-start gap-1">
      {!isBare && (
        <span className="text-12 text-fg-2" aria-hidden>
          {label}
        </span>
      )}
      <Select
        aria-label={label}
        className="touch:h-(--h-touch)"
        value={value}
        onChange={({ target }) => {
          const chosen = options.find((option) => option === target.value);
          if (chosen !== undefined) onChange(chosen);
        }}
      >
        {options.map((option) => (
          <option key={option} value={option}>
            {nameOf(option)}
          </option>
        ))}
      </Select>
    </div>
  );
}

type Compared = ConditionOf<(typeof COMPARISONS)[number]>;
type Banded = ConditionOf<(typeof BAND_TESTS)[number]>;

function ComparisonFields({ condition, faultOf, onChange }: FieldsProps<Compared>) {
  const set = (part: Partial<Compared>) => onChange({ ...condition, ...part });
  return (
    <div className="grid grid-cols-[1fr_minmax(0,13rem)_1fr] items-start gap-3 max-md:grid-cols-1">
      <OperandFields
        label={words.left}
        operand={condition.left}
        offersNumber={false}
        faultOf={(name) => faultOf(`left.${name}`)}
        onChange={(left) => set({ left })}
      />
      <div className="grid gap-2">
        <Choice
          label={words.test}
          value={condition.test}
          options={COMPARISONS}
          nameOf={(test) => words.tests[test]}
          isBare
          onChange={(test) => set({ test })}
        />
        <Candles condition={condition} faultOf={faultOf} onChange={onChange} />
      </div>
      <OperandFields
        label={words.right}
        operand={condition.right}
        offersNumber
        faultOf={(name) => faultOf(`right.${name}`)}
        onChange={(right) => set({ right })}
      />
    </div>
  );
}

function BandFields({ condition, faultOf, onChange }: FieldsProps<Banded>) {
  const set = (part: Partial<Banded>) => onChange({ ...condition, ...part });
  const bound = (key: 'low' | 'high') => (
    <OperandFields
      label={words[key]}
      operand={condition[key]}
      offersNumber
      faultOf={(name) => faultOf(`${key}.${name}`)}
      onChange={(operand: Operand) => set({ [key]: operand })}
    />
  );
  return (
    <div className="grid grid-cols-3 items-start gap-3 max-md:grid-cols-1">
      <div className="grid gap-2">
        <OperandFields
          label={words.left}
          operand={condition.left}
          offersNumber={false}
          faultOf={(name) => faultOf(`left.${name}`)}
          onChange={(left) => set({ left })}
        />
        <div className="grid grid-cols-2 items-end gap-2">
          <Segmented
            label={words.band}
            value={condition.test}
            options={BAND_TESTS.map((value) => ({ value, label: words.bands[value] }))}
            onChange={(test) => set({ test })}
          />
          <Candles condition={condition} faultOf={faultOf} onChange={onChange} />
        </div>
      </div>
      {bound('low')}
      {bound('high')}
    </div>
  );
}

const ROW = 'grid grid-cols-3 items-start gap-3 max-md:grid-cols-2';

const ShapeFields = ({ condition, faultOf, onChange }: FieldsProps<ConditionOf<'shape'>>) => (
  <div className={ROW}>
    <Choice
      label={words.shape}
      value={condition.shape}
      options={CANDLE_SHAPES}
      nameOf={(shape) => SHAPE_NAMES_ES[shape]}
      onChange={(shape) => onChange({ ...condition, shape })}
    />
    <Candles condition={condition} faultOf={faultOf} onChange={onChange} />
  </div>
);

const Side = ({ condition, onChange }: FieldsProps<ConditionOf<'engulfing' | 'trend'>>) => (
  <Choice
    label={words.side}
    value={condition.side}
    options={SIDES}
    nameOf={(side) => words.engulfingSides[side]}
    onChange={(side) => onChange({ ...condition, side })}
  />
);

const EngulfingFields = ({ condition, faultOf, onChange }: FieldsProps<ConditionOf<'engulfing'>>) => (
  <div className={ROW}>
    <Side condition={condition} faultOf={faultOf} onChange={onChange} />
    <RuleNumber
      label={words.bodyRatio}
      value={condition.body_ratio}
      range={BODY_RATIO}
      error={faultOf('body_ratio')}
      onChange={(body_ratio) => onChange({ ...condition, body_ratio })}
    />
  </div>
);

const TrendFields = ({ condition, faultOf, onChange }: FieldsProps<ConditionOf<'trend'>>) => (
  <div className={ROW}>
    <Choice
      label={words.timeframe}
      value={condition.timeframe}
      options={TIMEFRAMES}
      nameOf={(timeframe) => TIMEFRAME_NAMES_ES[timeframe]}
      onChange={(timeframe) => onChange({ ...condition, timeframe })}
    />
    <Side condition={condition} faultOf={faultOf} onChange={onChange} />
    <RuleNumber
      label={words.period}
      value={condition.period}
      range={TREND_PERIOD}
      error={faultOf('period')}
      onChange={(period) => onChange({ ...condition, period })}
    />
  </div>
);

/** Shows the fields of one condition. */
export function ConditionFields({ condition, ...rest }: FieldsProps) {
  switch (condition.test) {
    case 'inside':
    case 'outside':
      return <BandFields condition={condition} {...rest} />;
    case 'shape':
      return <ShapeFields condition={condition} {...rest} />;
    case 'engulfing':
      return <EngulfingFields condition={condition} {...rest} />;
    case 'trend':
      return <TrendFields condition={condition} {...rest} />;
    default:
      return <ComparisonFields condition={condition} {...rest} />;
  }
}
