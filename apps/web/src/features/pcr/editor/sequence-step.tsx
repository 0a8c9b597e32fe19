import { DOJI_POLICIES, RUN_COLORS } from '@vigia/core/vocabulary';
import { useState } from 'react';
import { Button } from '#shared/ui/button.tsx';
import { Chip } from '#shared/ui/chip.tsx';
import { FieldError } from '#shared/ui/field.tsx';
import { Segmented } from '#shared/ui/segmented.tsx';
import { RangeField, SliderField } from '#shared/ui/slider.tsx';
import type { SetupDraft } from '../model/draft.ts';
import { errorAt } from '../model/field-errors.ts';
import type { StepProps } from './edit.ts';
import { editorMessages } from './messages.es.ts';
import { Row } from './step.tsx';

const words = editorMessages.steps.sequence;

/** How far the tracks go; what lies beyond can be typed. */
const TRACK = { longest: 20, strong: 10, rangeAtr: 5, breakRatio: 2, bodyAtr: 3 } as const;
const REQUIRED = (['1', '2', '3', '4', '5'] as const).map((count) => ({ value: count, label: count }));
const DOJIS = DOJI_POLICIES.map((policy) => ({ value: policy, label: words.dojiPolicies[policy] }));

/** What makes a run a sequence. */
export function SequenceStep({ draft, change, errors }: StepProps) {
  const { patterns } = draft;
  const [more, setMore] = useState(false);
  const set = (changes: Partial<SetupDraft['patterns']>) => change({ patterns: { ...patterns, ...changes } });
  const wrong = (key: keyof SetupDraft['patterns']) => errorAt(errors, `patterns.${key}`);
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
        max={TRACK.longest}
        step={1}
        onChange={(minLength, maxLength) => set({ minLength, maxLength })}
        error={wrong('minLength') ?? wrong('maxLength')}
      />
      <SliderField
        label={words.minStrong}
        value={patterns.minStrong}
        min={0}
        max={TRACK.strong}
        step={1}
        onChange={(minStrong) => set({ minStrong })}
        error={wrong('minStrong')}
      />
      <SliderField
        label={words.minRangeAtr}
        suffix={words.atr}
        value={patterns.minRangeAtr}
        min={0}
        max={TRACK.rangeAtr}
        step={0.05}
        onChange={(minRangeAtr) => set({ minRangeAtr })}
        error={wrong('minRangeAtr')}
      />
      <SliderField
        label={words.minEfficiency}
        value={patterns.minEfficiency}
        min={0}
        max={1}
        step={0.01}
        onChange={(minEfficiency) => set({ minEfficiency })}
        error={wrong('minEfficiency')}
      />
      <SliderField
        label={words.breakRatio}
        suffix={words.percent}
        scale={100}
        value={patterns.breakRatio}
        min={0}
        max={TRACK.breakRatio}
        step={0.05}
        onChange={(breakRatio) => set({ breakRatio })}
        error={wrong('breakRatio')}
      />
      <Row label={words.required}>
        <Segmented
          label={words.required}
          value={countOf(patterns.requiredCriteria)}
          options={REQUIRED}
          onChange={(count) => set({ requiredCriteria: Number(count) })}
        />
      </Row>
      <div className="grid gap-2">
        <span className="text-13 text-fg-2">{words.colors}</span>
        <div className="flex flex-wrap gap-2">
          {RUN_COLORS.map((color) => (
            <Chip
              key={color}
              selected={patterns.colors.includes(color)}
              onClick={() =>
                set({ colors: RUN_COLORS.filter((each) => patterns.colors.includes(each) !== (each === color)) })
              }
            >
              {words.colorNames[color]}
            </Chip>
          ))}
        </div>
        {wrong('colors') && <FieldError>{wrong('colors')}</FieldError>}
      </div>
      <div>
        <Button variant="ghost" size="sm" aria-expanded={more} onClick={() => setMore(!more)} className="-ml-2.5">
          {editorMessages.more}
        </Button>
      </div>
      {more && (
        <>
          <SliderField
            label={words.strongBodyRatio}
            suffix={words.percent}
            scale={100}
            value={patterns.strongBodyRatio}
            min={0}
            max={1}
            step={0.05}
            onChange={(strongBodyRatio) => set({ strongBodyRatio })}
            error={wrong('strongBodyRatio')}
          />
          <SliderField
            label={words.strongBodyAtr}
            suffix={words.atr}
            value={patterns.strongBodyAtr}
            min={0}
            max={TRACK.bodyAtr}
            step={0.05}
            onChange={(strongBodyAtr) => set({ strongBodyAtr })}
            error={wrong('strongBodyAtr')}
          />
          <Row label={words.dojis}>
            <Segmented
              label={words.dojis}
              value={patterns.dojiPolicy}
              options={DOJIS}
              onChange={(dojiPolicy) => set({ dojiPolicy })}
            />
          </Row>
        </>
      )}
    </>
  );
}

const countOf = (required: number) => REQUIRED.find(({ value }) => Number(value) === required)?.value ?? '5';
