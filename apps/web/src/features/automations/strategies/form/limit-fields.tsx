import { LIMIT_RANGES, limitsNothing, type OwnLimits } from '@vigia/core/strategy-definitions';
import type { Currency } from '@vigia/core/vocabulary';
import { useState } from 'react';
import { Switch } from '#shared/ui/switch.tsx';
import { type FormErrors, parameterPath } from './form-values.ts';
import { limitMessages as words } from './gates.es.ts';
import { RuleNumber } from './rules/rule-number.tsx';

type LimitFieldsProps = {
  readonly limits: OwnLimits;
  /** Currency of the account on which the strategy trades. */
  readonly currency: Currency;
  readonly faults: FormErrors;
  readonly onChange: (limits: OwnLimits) => void;
};

const NAMES = ['daily_operations', 'daily_loss', 'daily_profit'] as const;

/** Shows the strategy's own daily limits. Each limit may be empty. */
export function LimitFields({ limits, currency, faults, onChange }: LimitFieldsProps) {
  const [isOpen, setIsOpen] = useState(() => !limitsNothing(limits));
  const amount = (value: number) => `${value} ${currency}`;
  const parts = [
    ...(limits.daily_operations === null ? [] : [words.inWords.operations(limits.daily_operations)]),
    ...(limits.daily_loss === null ? [] : [words.inWords.loss(amount(limits.daily_loss))]),
    ...(limits.daily_profit === null ? [] : [words.inWords.profit(amount(limits.daily_profit))]),
  ];
  return (
    <details
      className="rounded-control border border-line bg-surface"
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary className="flex cursor-pointer flex-wrap items-center justify-between gap-x-3 gap-y-0.5 px-3 py-2.5 text-13 touch:min-h-(--h-touch)">
        <span className="font-medium">{words.title}</span>
        <span className="text-12 text-fg-2">{parts.length === 0 ? words.none : parts.join(' · ')}</span>
      </summary>
      <div className="grid gap-3 border-t border-line p-3">
        <div className="grid grid-cols-3 gap-3 max-md:grid-cols-1">
          {NAMES.map((name) => (
            <RuleNumber
              key={name}
              label={words.labels[name]}
              unit={name === 'daily_operations' ? undefined : currency}
              value={limits[name] ?? NaN}
              range={LIMIT_RANGES[name]}
              error={faults[parameterPath(`limits.${name}`)]}
              onChange={(value) => onChange({ ...limits, [name]: Number.isNaN(value) ? null : value })}
            />
          ))}
        </div>
        <div className="flex items-center justify-between gap-4">
          <span className="text-13 text-fg-2">{words.autoReset}</span>
          <Switch
            label={words.autoReset}
            checked={limits.auto_reset}
            onChange={(auto_reset) => onChange({ ...limits, auto_reset })}
          />
        </div>
        <p className="text-12 text-fg-3">{limits.auto_reset ? words.text : words.textOff}</p>
      </div>
    </details>
  );
}
