import type { NumberRange } from '@vigia/core/vocabulary';
import { useState } from 'react';
import { Button } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { TextField } from '#shared/ui/field.tsx';
import { chartMessages } from '../messages.es.ts';
import { isWithinRange, KINDS_BY_INDICATOR } from './indicator-kinds.ts';
import { defaultNumbersOf, type IndicatorSetting, isUserAdded } from './indicator-settings.ts';

const words = chartMessages.options;

type IndicatorDialogProps = {
  readonly setting: IndicatorSetting;
  readonly onChange: (setting: IndicatorSetting) => void;
  readonly onClose: () => void;
  readonly onRemove: () => void;
};

/** Renders the parameters of an indicator. The chart follows every valid value at once. */
export function IndicatorDialog({ setting, onChange, onClose, onRemove }: IndicatorDialogProps) {
  const name = words.indicatorName(setting);
  // The fields forget what was typed when the first values return.
  const [restored, setRestored] = useState(0);
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()} title={name} description={words.appliesAtOnce}>
      <div className="grid grid-cols-2 gap-3" key={restored}>
        {Object.entries(KINDS_BY_INDICATOR[setting.kind].ranges).map(([number, range]) => (
          <NumberField
            key={number}
            name={words.numbers[number] ?? number}
            of={name}
            range={range}
            value={setting.numbers[number] ?? range.default}
            onChange={(value) => onChange({ ...setting, isOn: true, numbers: { ...setting.numbers, [number]: value } })}
          />
        ))}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="ghost"
          onClick={() => {
            setRestored(restored + 1);
            onChange({ ...setting, numbers: defaultNumbersOf(setting) });
          }}
        >
          {words.restore}
        </Button>
        {isUserAdded(setting) && (
          <Button variant="ghost" onClick={onRemove}>
            {words.remove}
          </Button>
        )}
        <Button variant="primary" className="ml-auto" onClick={onClose}>
          {words.done}
        </Button>
      </div>
    </Dialog>
  );
}

type NumberFieldProps = {
  readonly name: string;
  readonly of: string;
  readonly range: NumberRange;
  readonly value: number;
  readonly onChange: (value: number) => void;
};

/**
 * Renders the field for one parameter of an indicator. A valid value applies at once. An invalid value is marked, and
 * the last valid value returns on blur.
 */
function NumberField({ name, of, range, value, onChange }: NumberFieldProps) {
  const [text, setText] = useState<string | null>(null);
  const type = (typed: string) => {
    setText(typed);
    if (typed !== '' && isWithinRange(range, Number(typed))) onChange(Number(typed));
  };
  const isWrong = text !== null && (text === '' || !isWithinRange(range, Number(text)));
  return (
    <TextField
      label={name}
      error={isWrong ? words.outside(range.min, range.max) : undefined}
      aria-label={words.numberOf(name, of)}
      type="number"
      inputMode={range.integer ? 'numeric' : 'decimal'}
      min={range.min}
      max={range.max}
      step={range.integer ? 1 : 0.1}
      value={text ?? value}
      onChange={({ target }) => type(target.value)}
      onBlur={() => setText(null)}
    />
  );
}
