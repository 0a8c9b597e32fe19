import { ZONE_RANGES } from '@vigia/core/vocabulary';
import type { SetupDraft } from '../model/draft.ts';
import { errorAt } from '../model/field-errors.ts';
import type { StepProps } from './edit.ts';
import { editorMessages } from './messages.es.ts';
import { OptionalSlider, type SliderOf, Sliders } from './sliders.tsx';

const words = editorMessages.steps.zone;
const { candles, atr, percent } = editorMessages.steps.sequence;

type Zone = SetupDraft['patterns']['zone'];

const SLIDERS: readonly SliderOf<Exclude<keyof Zone, 'maxEntryAtr'>>[] = [
  { key: 'minZoneAtr', label: words.minZoneAtr, suffix: atr, min: 0.01, max: 1, step: 0.01 },
  { key: 'optimoRatio', label: words.optimoRatio, suffix: percent, scale: 100, min: 0, max: 1, step: 0.05 },
  { key: 'maxAgeCandles', label: words.maxAgeCandles, suffix: candles, min: 1, max: 200, step: 1 },
  { key: 'maxSignalsPerZone', label: words.maxSignals, min: 1, max: ZONE_RANGES.maxSignalsPerZone.max, step: 1 },
];

/** The step of the editor for the price zone: how it is computed, and how long it stays active. */
export function ZoneStep({ draft, change, errors }: StepProps) {
  const { patterns } = draft;
  const { zone } = patterns;
  const set = (changes: Partial<Zone>) => change({ patterns: { ...patterns, zone: { ...zone, ...changes } } });
  const wrong = (key: keyof Zone) => errorAt(errors, `patterns.zone.${key}`);
  return (
    <>
      <Sliders of={SLIDERS} values={zone} onChange={(key, value) => set({ [key]: value })} wrong={wrong} />
      <OptionalSlider
        switchLabel={words.limitDistance}
        label={words.maxEntryAtr}
        suffix={atr}
        value={zone.maxEntryAtr}
        start={ZONE_RANGES.maxEntryAtr.default}
        min={0}
        max={5}
        step={0.05}
        onChange={(maxEntryAtr) => set({ maxEntryAtr })}
        error={wrong('maxEntryAtr')}
      />
    </>
  );
}
