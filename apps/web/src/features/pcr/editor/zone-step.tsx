import { ZONE_RANGES } from '@vigia/core/vocabulary';
import { SliderField } from '#shared/ui/slider.tsx';
import { Switch } from '#shared/ui/switch.tsx';
import type { SetupDraft } from '../model/draft.ts';
import { errorAt } from '../model/field-errors.ts';
import type { StepProps } from './edit.ts';
import { editorMessages } from './messages.es.ts';
import { Row } from './step.tsx';

const words = editorMessages.steps.zone;
const { candles, atr, percent } = editorMessages.steps.sequence;

type Zone = SetupDraft['patterns']['zone'];

/** How the zone is computed and how long it lives. */
export function ZoneStep({ draft, change, errors }: StepProps) {
  const { patterns } = draft;
  const { zone } = patterns;
  const set = (changes: Partial<Zone>) => change({ patterns: { ...patterns, zone: { ...zone, ...changes } } });
  const wrong = (key: keyof Zone) => errorAt(errors, `patterns.zone.${key}`);
  return (
    <>
      <SliderField
        label={words.minZoneAtr}
        suffix={atr}
        value={zone.minZoneAtr}
        min={0.01}
        max={1}
        step={0.01}
        onChange={(minZoneAtr) => set({ minZoneAtr })}
        error={wrong('minZoneAtr')}
      />
      <SliderField
        label={words.optimoRatio}
        suffix={percent}
        scale={100}
        value={zone.optimoRatio}
        min={0}
        max={1}
        step={0.05}
        onChange={(optimoRatio) => set({ optimoRatio })}
        error={wrong('optimoRatio')}
      />
      <SliderField
        label={words.maxAgeCandles}
        suffix={candles}
        value={zone.maxAgeCandles}
        min={1}
        max={200}
        step={1}
        onChange={(maxAgeCandles) => set({ maxAgeCandles })}
        error={wrong('maxAgeCandles')}
      />
      <SliderField
        label={words.maxSignals}
        value={zone.maxSignalsPerZone}
        min={1}
        max={ZONE_RANGES.maxSignalsPerZone.max}
        step={1}
        onChange={(maxSignalsPerZone) => set({ maxSignalsPerZone })}
        error={wrong('maxSignalsPerZone')}
      />
      <Row label={words.limitDistance}>
        <Switch
          label={words.limitDistance}
          checked={zone.maxEntryAtr !== null}
          onChange={(on) => set({ maxEntryAtr: on ? ZONE_RANGES.maxEntryAtr.default : null })}
        />
      </Row>
      {zone.maxEntryAtr !== null && (
        <SliderField
          label={words.maxEntryAtr}
          suffix={atr}
          value={zone.maxEntryAtr}
          min={0}
          max={5}
          step={0.05}
          onChange={(maxEntryAtr) => set({ maxEntryAtr })}
          error={wrong('maxEntryAtr')}
        />
      )}
    </>
  );
}
