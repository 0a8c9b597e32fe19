import { COOLDOWN_CANDLES, type Gates, PAYOUT_MIN, WEEKDAYS, type Weekday } from '@vigia/core/strategy-definitions';
import { useState } from 'react';
import { Chip } from '#shared/ui/chip.tsx';
import { TextField } from '#shared/ui/field.tsx';
import { Switch } from '#shared/ui/switch.tsx';
import { gatesInWords } from '../model/describe.ts';
import { type FormErrors, parameterPath } from './form-values.ts';
import { gateMessages as words } from './gates.es.ts';
import { RuleNumber } from './rules/rule-number.tsx';

type GateFieldsProps = {
  readonly gates: Gates;
  readonly faults: FormErrors;
  readonly onChange: (gates: Gates) => void;
};

const DAY_HOURS = { from: '09:00', to: '17:00' } as const;
const PERCENT = 100;
const PAYOUT_RANGE = { ...PAYOUT_MIN, max: PAYOUT_MIN.max * PERCENT, integer: true };

/** Shows the gates of a strategy: hours, days, cool-down and smallest payout. */
export function GateFields({ gates, faults, onChange }: GateFieldsProps) {
  const [isOpen, setIsOpen] = useState(() => gatesInWords(gates) !== null);
  const set = (part: Partial<Gates>) => onChange({ ...gates, ...part });
  const faultOf = (name: string) => faults[parameterPath(`gates.${name}`)];
  return (
    <details
      className="group rounded-control border border-line bg-surface"
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary className="flex cursor-pointer flex-wrap items-center justify-between gap-x-3 gap-y-0.5 px-3 py-2.5 text-13 touch:min-h-(--h-touch)">
        <span className="font-medium">{words.title}</span>
        <span className="text-12 text-fg-2">{gatesInWords(gates) ?? words.always}</span>
      </summary>
      <div className="grid gap-3 border-t border-line p-3">
        <Hours gates={gates} faultOf={faultOf} onChange={set} />
        <Days days={gates.days} onChange={(days) => set({ days })} />
        <div className="grid grid-cols-2 gap-3">
          <RuleNumber
            label={words.cooldown}
            unit={words.cooldownUnit}
            value={gates.cooldown_candles}
            range={COOLDOWN_CANDLES}
            error={faultOf('cooldown_candles')}
            onChange={(cooldown_candles) => set({ cooldown_candles })}
          />
          <RuleNumber
            label={words.payout}
            unit={words.percent}
            value={gates.payout_min === null ? NaN : Math.round(gates.payout_min * PERCENT)}
            range={PAYOUT_RANGE}
            error={faultOf('payout_min')}
            onChange={(percent) => set({ payout_min: Number.isNaN(percent) ? null : percent / PERCENT })}
          />
        </div>
      </div>
    </details>
  );
}

type HoursProps = {
  readonly gates: Gates;
  readonly faultOf: (name: string) => string | undefined;
  readonly onChange: (part: Partial<Gates>) => void;
};

function Hours({ gates: { hours, time_zone: zone }, faultOf, onChange }: HoursProps) {
  return (
    <div className="grid gap-2">
      <div className="flex items-center justify-between gap-3 text-13">
        <span>{words.hours}</span>
        <Switch
          label={words.hours}
          checked={hours !== null}
          onChange={(isOn) => onChange({ hours: isOn ? DAY_HOURS : null })}
        />
      </div>
      {hours && (
        <>
          <div className="grid grid-cols-2 gap-3">
            {(['from', 'to'] as const).map((key) => (
              <TextField
                key={key}
                label={words[key]}
                error={faultOf(`hours.${key}`)}
                type="time"
                value={hours[key]}
                onChange={({ target }) => onChange({ hours: { ...hours, [key]: target.value } })}
              />
            ))}
          </div>
          <p className="text-12 text-fg-3">{words.zone(zone)}</p>
        </>
      )}
    </div>
  );
}

type DaysProps = { readonly days: readonly Weekday[]; readonly onChange: (days: readonly Weekday[]) => void };

const Days = ({ days, onChange }: DaysProps) => (
  <fieldset aria-label={words.days} className="grid grid-cols-7 gap-1.5">
    {WEEKDAYS.map((day) => {
      const isOn = days.includes(day);
      const others = WEEKDAYS.filter((each) => (each === day ? !isOn : days.includes(each)));
      return (
        <Chip
          key={day}
          selected={isOn}
          className="px-0"
          aria-label={words.dayWords[day]}
          // The last remaining day cannot be removed, because a strategy without any day would never signal.
          disabled={isOn && days.length === 1}
          onClick={() => onChange(others)}
        >
          {words.dayNames[day]}
        </Chip>
      );
    })}
  </fieldset>
);
