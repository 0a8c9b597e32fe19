import type { RiskControl } from '@vigia/core/pcr';
import { TIME_OF_DAY } from '@vigia/core/vocabulary';
import { TextField } from '#shared/ui/field.tsx';
import { Segmented } from '#shared/ui/segmented.tsx';
import { Switch } from '#shared/ui/switch.tsx';
import { editorMessages } from './messages.es.ts';
import { StepSetting } from './step.tsx';

const words = editorMessages.steps.money;
const RESETS = ['daily', 'weekly', 'time'] as const;
const RESET_OPTIONS = RESETS.map((reset) => ({ value: reset, label: words.resets[reset] }));

const FRESH_RESET_TIME = '00:00';

type ResetFieldsProps = {
  readonly risk: RiskControl;
  readonly onChange: (changes: Partial<RiskControl>) => void;
  readonly error: string | undefined;
};

/** Chooses when the limits of a setup start again. */
export function ResetFields({ risk: { resetTime, autoReset }, onChange, error }: ResetFieldsProps) {
  const chosen = resetTime === 'daily' || resetTime === 'weekly' ? resetTime : 'time';
  return (
    <>
      <StepSetting label={words.reset}>
        <Segmented
          label={words.reset}
          value={chosen}
          options={RESET_OPTIONS}
          onChange={(reset) => onChange({ resetTime: reset === 'time' ? FRESH_RESET_TIME : reset })}
        />
      </StepSetting>
      {chosen === 'time' && (
        <TextField
          label={words.resetTime}
          error={error}
          type="time"
          value={TIME_OF_DAY.test(resetTime) ? resetTime : FRESH_RESET_TIME}
          onChange={(event) => onChange({ resetTime: event.target.value })}
        />
      )}
      <StepSetting label={words.autoReset}>
        <Switch label={words.autoReset} checked={autoReset} onChange={(on) => onChange({ autoReset: on })} />
      </StepSetting>
    </>
  );
}
