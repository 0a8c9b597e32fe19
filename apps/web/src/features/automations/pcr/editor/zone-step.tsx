import { ZONE_RANGES } from '@vigia/core/vocabulary';
import type { SetupDraft } from '../model/draft.ts';
import { errorAtPath } from '../model/field-errors.ts';
import { AdvancedSettings } from './advanced-settings.tsx';
import type { EditorStepProps } from './edit.ts';
import { editorMessages } from './messages.es.ts';
import { type DraftSlider, DraftSliders, OptionalSlider } from './sliders.tsx';

const words = editorMessages.steps.zone;
const { candles, atr, percent } = editorMessages.steps.sequence;

type Zone = SetupDraft['patterns']['zone'];

type ZoneSlider = DraftSlider<Exclude<keyof Zone, 'maxEntryAtr'>>;

const SLIDERS: readonly ZoneSlider[] = [
  { key: 'maxAgeCandles', label: words.maxAgeCandles, suffix: candles, min: 1, max: 200, step: 1 },
  { key: 'maxSignalsPerZone', label: words.maxSignals, min: 1, max: ZONE_RANGES.maxSignalsPerZone.max, step: 1 },
];
const MORE_SLIDERS: readonly ZoneSlider[] = [
  { key: 'minZoneAtr', label: words.minZoneAtr, suffix: atr, min: 0.01, max: 1, step: 0.01 },
  { key: 'optimoRatio', label: words.optimoRatio, suffix: percent, scale: 100, min: 0, max: 1, step: 0.05 },
];
const ADVANCED = ['minZoneAtr', 'optimoRatio', 'maxEntryAtr'] as const;

/** The step of the editor for the price zone: how it is computed, and how long it stays active. */
export function ZoneStep({ draft, change, errors }: EditorStepProps) {
  const { patterns } = draft;
  const { zone } = patterns;
  const set = (changes: Partial<Zone>) => change({ patterns: { ...patterns, zone: { ...zone, ...changes } } });
  const wrong = (key: keyof Zone) => errorAtPath(errors, `patterns.zone.${key}`);
  const sliders = { values: zone, onChange: (key: ZoneSlider['key'], value: number) => set({ [key]: value }), wrong };
  return (
    <>
      <DraftSliders of={SLIDERS} {...sliders} />
      <AdvancedSettings isFaulty={ADVANCED.some((key) => wrong(key) !== undefined)}>
        <DraftSliders of={MORE_SLIDERS} {...sliders} />
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
      </AdvancedSettings>
    </>
  );
}
