import { DOJI_POLICIES, RUN_COLORS } from '@vigia/core/vocabulary';
import { Chip } from '#shared/ui/chip.tsx';
import { FieldError } from '#shared/ui/field.tsx';
import { Segmented } from '#shared/ui/segmented.tsx';
import { RangeField } from '#shared/ui/slider.tsx';
import type { SetupDraft } from '../model/draft.ts';
import { errorAtPath } from '../model/field-errors.ts';
import { AdvancedSettings } from './advanced-settings.tsx';
import type { EditorStepProps } from './edit.ts';
import { editorMessages } from './messages.es.ts';
import { type DraftSlider, DraftSliders } from './sliders.tsx';
import { StepSetting } from './step.tsx';

const words = editorMessages.steps.sequence;

const REQUIRED = (['1', '2', '3', '4', '5'] as const).map((count) => ({ value: count, label: count }));
const DOJIS = DOJI_POLICIES.map((policy) => ({ value: policy, label: words.dojiPolicies[policy] }));

type Patterns = SetupDraft['patterns'];
type SliderKey = 'minStrong' | 'minRangeAtr' | 'minEfficiency' | 'breakRatio' | 'strongBodyRatio' | 'strongBodyAtr';

const PERCENT = { suffix: words.percent, scale: 100 } as const;
const SLIDERS: readonly DraftSlider<SliderKey>[] = [
  { key: 'minStrong', label: words.minStrong, min: 0, max: 10, step: 1 },
  { key: 'minRangeAtr', label: words.minRangeAtr, suffix: words.atr, min: 0, max: 5, step: 0.05 },
  { key: 'minEfficiency', label: words.minEfficiency, min: 0, max: 1, step: 0.01 },
  { key: 'breakRatio', label: words.breakRatio, ...PERCENT, min: 0, max: 2, step: 0.05 },
];
const MORE_SLIDERS: readonly DraftSlider<SliderKey>[] = [
  { key: 'strongBodyRatio', label: words.strongBodyRatio, ...PERCENT, min: 0, max: 1, step: 0.05 },
  { key: 'strongBodyAtr', label: words.strongBodyAtr, suffix: words.atr, min: 0, max: 3, step: 0.05 },
];

/** Settings that no starting point sets. */
const ADVANCED = ['colors', 'strongBodyRatio', 'strongBodyAtr', 'dojiPolicy'] as const;

/** The step of the editor for the criteria that a run of candles must meet to count as a sequence. */
export function SequenceStep({ draft, change, errors }: EditorStepProps) {
  const { patterns } = draft;
  const set = (changes: Partial<Patterns>) => change({ patterns: { ...patterns, ...changes } });
  const wrong = (key: keyof Patterns) => errorAtPath(errors, `patterns.${key}`);
  const sliders = { values: patterns, onChange: (key: SliderKey, value: number) => set({ [key]: value }), wrong };
  return (
    <>
      <RangeField
        label={words.length}
        lowLabel={words.minLength}
        highLabel={words.maxLength}
        to={words.to}
        suffix={words.candles}
        low={patterns.minLength}
        high={patterns.maxLength}
        min={2}
        max={20}
        step={1}
        onChange={(minLength, maxLength) => set({ minLength, maxLength })}
        error={wrong('minLength') ?? wrong('maxLength')}
      />
      <DraftSliders of={SLIDERS} {...sliders} />
      <StepSetting label={words.required}>
        <Segmented
          label={words.required}
          value={countOf(patterns.requiredCriteria)}
          options={REQUIRED}
          onChange={(count) => set({ requiredCriteria: Number(count) })}
        />
      </StepSetting>
      <AdvancedSettings isFaulty={ADVANCED.some((key) => wrong(key) !== undefined)}>
        <Colors chosen={patterns.colors} onChange={(colors) => set({ colors })} error={wrong('colors')} />
        <DraftSliders of={MORE_SLIDERS} {...sliders} />
        <StepSetting label={words.dojis}>
          <Segmented
            label={words.dojis}
            value={patterns.dojiPolicy}
            options={DOJIS}
            onChange={(dojiPolicy) => set({ dojiPolicy })}
          />
        </StepSetting>
      </AdvancedSettings>
    </>
  );
}

type ColorsProps = {
  readonly chosen: Patterns['colors'];
  readonly onChange: (colors: Patterns['colors']) => void;
  readonly error: string | undefined;
};

const Colors = ({ chosen, onChange, error }: ColorsProps) => (
  <div className="grid gap-2">
    <span className="text-13 text-fg-2">{words.colors}</span>
    <div className="flex flex-wrap gap-2">
      {RUN_COLORS.map((color) => (
        <Chip
          key={color}
          selected={chosen.includes(color)}
          onClick={() => onChange(RUN_COLORS.filter((each) => chosen.includes(each) !== (each === color)))}
        >
          {words.colorNames[color]}
        </Chip>
      ))}
    </div>
    {error && <FieldError>{error}</FieldError>}
  </div>
);

const countOf = (required: number) => REQUIRED.find(({ value }) => Number(value) === required)?.value ?? '5';
