import type { ComponentProps } from 'react';
import { SliderField } from '#shared/ui/slider.tsx';
import { Switch } from '#shared/ui/switch.tsx';
import { StepSetting } from './step.tsx';

type Track = Pick<ComponentProps<typeof SliderField>, 'label' | 'suffix' | 'scale' | 'min' | 'max' | 'step'>;
/** One number of a draft: its key, its label and the ends of its slider. The user can type values beyond these ends. */
export type DraftSlider<Key extends string> = Track & { readonly key: Key };

type SlidersProps<Key extends string> = {
  readonly of: readonly DraftSlider<Key>[];
  readonly values: { readonly [Each in Key]?: number };
  readonly onChange: (key: Key, value: number) => void;
  readonly wrong: (key: Key) => string | undefined;
};

/** Shows the sliders of several numbers, in order. If `values` lacks a number, it has no slider. */
export const DraftSliders = <Key extends string>({ of, values, onChange, wrong }: SlidersProps<Key>) =>
  of.map(({ key, ...track }) => {
    const value = values[key];
    if (value === undefined) return null;
    return (
      <SliderField
        key={key}
        {...track}
        value={value}
        onChange={(changed) => onChange(key, changed)}
        error={wrong(key)}
      />
    );
  });

type OptionalSliderProps = Track & {
  /** Text beside the switch, if it differs from the label of the slider. */
  readonly text?: string;
  readonly switchLabel?: string;
  /** Value of the number. Null while it is switched off. */
  readonly value: number | null;
  /** Value that the number gets when it is switched on. */
  readonly start: number;
  readonly onChange: (value: number | null) => void;
  readonly error: string | undefined;
};

/** Shows a slider for a number, with a switch that turns the number off. */
export function OptionalSlider({
  switchLabel,
  text = switchLabel,
  value,
  start,
  onChange,
  error,
  ...track
}: OptionalSliderProps) {
  return (
    <div className="grid gap-2">
      <StepSetting label={text ?? track.label}>
        <Switch
          label={switchLabel ?? track.label}
          checked={value !== null}
          onChange={(on) => onChange(on ? start : null)}
        />
      </StepSetting>
      {value !== null && <SliderField {...track} value={value} onChange={onChange} error={error} />}
    </div>
  );
}
