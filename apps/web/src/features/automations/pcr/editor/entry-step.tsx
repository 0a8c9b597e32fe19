import { countOf, expiryField } from '@vigia/core/trades';
import { ENTRY_POINTS, TRIGGERS } from '@vigia/core/vocabulary';
import { useAsset } from '#shared/lib/assets.ts';
import { Chip } from '#shared/ui/chip.tsx';
import { FieldError } from '#shared/ui/field.tsx';
import { Segmented } from '#shared/ui/segmented.tsx';
import { SliderField } from '#shared/ui/slider.tsx';
import type { AutomationMoney } from '../../money/automation-accounts.ts';
import { AutomationLength } from '../../money/automation-length.tsx';
import { tradeLengthOfDraft } from '../model/draft.ts';
import { errorAtPath } from '../model/field-errors.ts';
import type { EditorStepProps } from './edit.ts';
import { ENTRY_POINT_NAMES, editorMessages } from './messages.es.ts';
import { StepSetting } from './step.tsx';

const words = editorMessages.steps.entry;
const TRIGGER_OPTIONS = TRIGGERS.map((trigger) => ({ value: trigger, label: words.triggers[trigger] }));

/** Longest expiry of the slider, in minutes. */
const LONGEST_MINUTES = 60;

type EntryStepProps = EditorStepProps & {
  /** The account on which the setup trades. */
  readonly account: AutomationMoney;
};

/** The step of the editor for the entry of a trade: its price level, its time, and the duration of the trade. */
export function EntryStep({ draft, change, errors, account }: EntryStepProps) {
  const { entryPoints, trigger } = draft;
  const asset = useAsset(draft.asset);
  const length = tradeLengthOfDraft(draft);
  const pointsFault = errorAtPath(errors, 'entryPoints');
  return (
    <>
      <fieldset className="grid gap-2">
        <legend className="mb-2 text-13 text-fg-2">{words.points}</legend>
        <div className="flex flex-wrap gap-2">
          {ENTRY_POINTS.map((point) => (
            <Chip
              key={point}
              selected={entryPoints.includes(point)}
              onClick={() =>
                change({ entryPoints: ENTRY_POINTS.filter((each) => entryPoints.includes(each) !== (each === point)) })
              }
            >
              {ENTRY_POINT_NAMES[point]}
            </Chip>
          ))}
        </div>
        {pointsFault && <FieldError>{pointsFault}</FieldError>}
      </fieldset>
      <div className="grid gap-2">
        <StepSetting label={words.trigger}>
          <Segmented
            label={words.trigger}
            value={trigger}
            options={TRIGGER_OPTIONS}
            onChange={(chosen) => change({ trigger: chosen })}
          />
        </StepSetting>
        <p className="text-12 text-fg-3">{words.triggerHint[trigger]}</p>
      </div>
      <AutomationLength
        asset={asset}
        account={account}
        length={length}
        timeframe={trigger === 'touch' ? null : draft.timeframe}
        maxMinutes={LONGEST_MINUTES}
        error={errorAtPath(errors, 'expiry')}
        onChange={(chosen) => change(expiryField(chosen))}
      >
        <SliderField
          label={words.expiry}
          suffix={words.minutes}
          value={'expiry' in draft ? draft.expiry : countOf(length)}
          min={1}
          max={LONGEST_MINUTES}
          step={1}
          onChange={(minutes) => change({ expiry: minutes })}
          error={errorAtPath(errors, 'expiry')}
        />
      </AutomationLength>
    </>
  );
}
